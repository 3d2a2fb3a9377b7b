import type { Connection } from '../connection';
import { explainNoJson } from '../messages/explanations';
import { nodeApiError } from '../../n8n/nodeErrors';
import { redact } from '../messages/redact';
import type { Answer } from '../answers/answer';
import type { VenueCall } from '../transport/call';
import { request } from '../transport/request';
import { isAbout } from './apiPath';
import { exportCooldown } from './reports';
import { secretsIn, withoutSecrets } from './webhookSecrets';

/** A call whose path the user entered, because the API document does not show all of it. */
export type ApiCall = Omit<VenueCall, 'list' | 'cooldown'>;

/** The response of the venue, in any form. */
export async function callApi(connection: Connection, call: ApiCall): Promise<Answer> {
	const cooldown = exportCooldown(connection, call);
	if (!holdsKeys(call.path)) return await request(connection, { ...call, cooldown });
	// The response may quote the request, so the secrets in it are hidden, too.
	const secrets = [...connection.secrets, ...secretsIn({ body: call.body as object })];
	const answer = await request({ ...connection, secrets }, { ...call, format: undefined });
	if (answer.form !== 'text') {
		return { ...answer, body: withoutSecrets(answer.body, secrets) };
	}
	if (call.method === 'GET') {
		const advice =
			'Only in JSON can the keys of webhooks be hidden. Use Webhook → Get Many instead.';
		throw nodeApiError(connection.node, explainNoJson(advice));
	}
	return { ...answer, body: redact(String(answer.body), secrets) };
}

/** Webhook configurations contain the keys of their receivers. */
export function holdsKeys(path: string): boolean {
	return isAbout(path, 'webhooks') && !/^\/webhooks\/messages(\/|$)/i.test(path);
}
