import {
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { LIMITS } from './limits';
import { ResponseMemory } from './pacing/responseMemory';
import { readBaseUrl } from './address';

export const CREDENTIAL_TYPE = 'venuePlatformApi';

export type VenueContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** How long one call may take, waits and retries included. Executions wait in the queue besides. */
export const PATIENCE_MS = {
	/** Several pauses of a minute in a row. */
	execution: 5 * 60_000,
	/** n8n stops publishing a workflow after 84 seconds, and makes up to five attempts until then. */
	registration: 12_000,
	/** A user is looking at an open list. */
	list: 15_000,
	/** All calls of one poll together. n8n allows a usual poll five minutes. */
	poll: 4.5 * 60_000,
} as const;

/** What the connection is for. */
type CallPurpose = keyof typeof PATIENCE_MS;

export interface Connection {
	context: VenueContext;
	node: INode;
	baseUrl: string;
	clientId: string;
	requestsPerMinute: number;
	/** These must never appear in any output. */
	secrets: string[];
	patienceMs: number;
	/** A user or n8n itself is waiting, so this call goes before those of a bulk job. */
	isUrgent: boolean;
	signal?: AbortSignal;
	/** Called if the venue has carried out a call that must not be sent twice, or may have done so. */
	mayHaveChanged?: () => void;
	/** The memory for what is read through this connection. */
	responseMemory: ResponseMemory;
}

export async function connect(context: VenueContext, purpose: CallPurpose): Promise<Connection> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const address = readBaseUrl(credential.baseUrl);
	if ('reason' in address) {
		throw new NodeOperationError(context.getNode(), address.reason, {
			description: 'Open the credential of this node, correct Base URL and test it.',
		});
	}
	return {
		context,
		node: context.getNode(),
		baseUrl: address.baseUrl,
		clientId: String(credential.clientId ?? ''),
		requestsPerMinute: readRequestsPerMinute(credential.requestsPerMinute),
		secrets: secretsOf(credential),
		patienceMs: PATIENCE_MS[purpose],
		isUrgent: purpose !== 'execution',
		responseMemory: new ResponseMemory(),
		signal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
	};
}

/**
 * n8n signs each request of a step with the credential as it is for the first item. An expression in it
 * may give another venue for another item, which would then be looked for at the first one.
 */
export async function connectForItems(context: IExecuteFunctions): Promise<Connection> {
	const connection = await connect(context, 'execution');
	const { length } = context.getInputData();
	for (let index = 1; index < length && !connection.signal?.aborted; index++) {
		const credential = await context.getCredentials(CREDENTIAL_TYPE, index);
		const address = readBaseUrl(credential.baseUrl);
		const isSame = 'baseUrl' in address && address.baseUrl === connection.baseUrl;
		if (isSame && String(credential.clientId ?? '') === connection.clientId) continue;
		throw new NodeOperationError(
			context.getNode(),
			'The credential of this step gives several venues',
			{
				description: `An expression in it gives another venue for item ${index + 1} than for the first one, and a step asks one venue. Create a credential for each venue, without expressions, and a step for each credential.`,
			},
		);
	}
	return connection;
}

function readRequestsPerMinute(value: unknown): number {
	const number = Math.floor(Number(value));
	const { perMinute } = LIMITS.restApi;
	return number >= 1 ? Math.min(number, perMinute) : perMinute;
}

const SECRET_FIELDS = ['clientSecret', 'webhookApiKey', 'webhookPassword'];

/** What must never appear in any output. */
export function secretsOf(credential: Record<string, unknown>): string[] {
	const secrets = SECRET_FIELDS.map((field) => String(credential[field] ?? ''));
	const { webhookUsername, webhookPassword } = credential;
	const pair = `${String(webhookUsername)}:${String(webhookPassword)}`;
	return webhookUsername && webhookPassword ? [...secrets, pair] : secrets;
}
