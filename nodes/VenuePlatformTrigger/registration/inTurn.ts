import { triggerIn } from './webhookUrl';

/** The triggers of this process that are being registered, by what their addresses have in common. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Works on one trigger one after the other: n8n does not wait until a test listener has been
 * unregistered before it registers the next.
 */
export async function inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
	const trigger = triggerIn(url);
	const turn = after(lastOf.get(trigger), work);
	lastOf.set(trigger, turn);
	try {
		return await turn;
	} finally {
		if (lastOf.get(trigger) === turn) lastOf.delete(trigger);
	}
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>) {
	try {
		await before;
	} catch {
		// Whoever began it has been told.
	}
	return await work();
}
