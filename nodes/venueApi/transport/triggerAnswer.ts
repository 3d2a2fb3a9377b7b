import { isServersOwn, readJsonOrText, statusKindOf } from '../answers/answer';
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
		const { statusCode: status } = response;
		// A proxy that does not reach n8n, or an n8n that is busy. A trigger that listens answers 401.
		if (isServersOwn(status) || statusKindOf(status) === 'rateLimited') return 'unreachable';
		if (statusKindOf(status) !== 'unauthorized') return 'notOurs';
		const patience = { silenceMs: ADDRESS_PATIENCE_MS, endsAt, hangUp: () => line.abort() };
		const { body } = readJsonOrText(await readBeginning(response.body, patience));
		return authenticationIn(body) ?? 'rejected';
	} catch {
		return 'unreachable';
	} finally {
		line.abort();
	}
}
