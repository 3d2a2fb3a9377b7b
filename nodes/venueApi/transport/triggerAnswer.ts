import { readJsonOrText, statusKindOf } from '../answers/answer';
import { readBeginning } from '../answers/body';
import type { Connection } from '../connection';
import { authenticationIn, type TriggerAuthentication } from '../messages/notFromVenue';
import { requestUnsigned } from './wire';

const ADDRESS_PATIENCE_MS = 5_000;

/**
 * Asks an address of this n8n whether a trigger of this package listens there: it refuses a sender
 * without a key in words of its own. Another 401, such as that of a proxy, shows nothing. No key and
 * no token is sent, and no redirect is followed.
 */
export async function askTrigger(
	{ context }: Pick<Connection, 'context'>,
	url: string,
): Promise<TriggerAuthentication | 'notOurs' | 'rejected' | 'unreachable'> {
	const line = new AbortController();
	const endsAt = performance.now() + ADDRESS_PATIENCE_MS;
	try {
		const response = await requestUnsigned(context, {
			method: 'POST',
			url,
			headers: { 'Content-Type': 'application/json' },
			body: '{}',
			timeout: ADDRESS_PATIENCE_MS,
			abortSignal: line.signal,
		});
		if (statusKindOf(response.statusCode) !== 'unauthorized') return 'notOurs';
		const patience = { silenceMs: ADDRESS_PATIENCE_MS, endsAt, hangUp: () => line.abort() };
		const { body } = readJsonOrText(await readBeginning(response.body, patience));
		return authenticationIn(body) ?? 'rejected';
	} catch {
		return 'unreachable';
	} finally {
		line.abort();
	}
}
