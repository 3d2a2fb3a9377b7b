import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import { readProof } from '../proof';
import type { Authentication } from '../settings';
import { identityOf } from '../trigger';
import { RecentProofs } from './recentProofs';
import { isFromVenue } from './sender';

const recentProofs = new RecentProofs();

export async function comesFromVenue(
	context: IWebhookFunctions,
	authentication: Authentication,
): Promise<boolean> {
	const headers = context.getHeaderData();
	return await recentProofs.agree(
		keyOf(context, authentication),
		(proof) => isFromVenue(headers, proof),
		async () => await readProof(context, authentication),
	);
}

function keyOf(context: IWebhookFunctions, authentication: Authentication): string {
	const node = context.getNode();
	const credentialId = node.credentials?.[CREDENTIAL_TYPE]?.id;
	return JSON.stringify([context.getWorkflow().id, identityOf(node), credentialId, authentication]);
}
