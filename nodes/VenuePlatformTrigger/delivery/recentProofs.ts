import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import { type Proof, readProof } from '../proof';
import type { Authentication } from '../settings';
import { identityOf } from '../trigger';
import { isFromVenue } from './sender';

/**
 * To read a credential, n8n 2 builds an expression isolate, which costs nearly as much as the rest of
 * a delivery. After a change of the credential, what was right until then is right for so long.
 */
const RECENT_MS = 10_000;

/** What the deliveries to the triggers of this process have shown and should show. */
const recentProofs = new Map<string, { proof: Proof; readAt: number }>();

/** Turns nobody away without having read the credential just now. */
export async function comesFromVenue(
	context: IWebhookFunctions,
	authentication: Authentication,
): Promise<boolean> {
	const headers = context.getHeaderData();
	const key = keyOf(context, authentication);
	const recent = recentProofs.get(key);
	const age = Date.now() - (recent?.readAt ?? -Infinity);
	if (recent && age >= 0 && age < RECENT_MS && isFromVenue(headers, recent.proof)) return true;

	const proof = await readProof(context, authentication);
	if (proof) recentProofs.set(key, { proof, readAt: Date.now() });
	return isFromVenue(headers, proof);
}

function keyOf(context: IWebhookFunctions, authentication: Authentication): string {
	const node = context.getNode();
	const credentialId = node.credentials?.[CREDENTIAL_TYPE]?.id;
	return JSON.stringify([context.getWorkflow().id, identityOf(node), credentialId, authentication]);
}
