import { inTurn as oneAfterTheOther } from '../../venueApi/inTurn';
import { triggerIn } from './webhookUrl';

/**
 * Works on one trigger one after the other: n8n does not wait until a test listener has been
 * unregistered before it registers the next.
 */
export async function inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
	return await oneAfterTheOther(triggerIn(url), work);
}
