import type { IWebhookFunctions } from 'n8n-workflow';

import type { Envelope } from './envelope';
import { isRecord } from '../../venueApi/records';
import type { Message } from '../memory/deliveryMemory';
import { fingerprintOf } from '../memory/fingerprint';
import { identityOf, type Settings } from '../settings';

interface ReceivedRequest {
	body?: unknown;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/**
 * n8n parses a body if the content type says JSON, and leaves a body of an unknown type unread. The
 * API document promises no content type.
 */
export async function readBody(request: ReceivedRequest): Promise<unknown> {
	const { body } = request;
	const isParsed = isRecord(body) ? Object.keys(body).length > 0 : Array.isArray(body);
	if (isParsed) return body;
	try {
		if (!request.rawBody) await request.readRawBody?.();
		const { rawBody } = request;
		return rawBody?.length ? (JSON.parse(rawBody.toString('utf8')) as unknown) : body;
	} catch {
		return undefined;
	}
}

/**
 * The fingerprint includes the trigger: two triggers of a workflow have a configuration each, and
 * each emits what the venue sends to it.
 */
export function messageOf(
	context: IWebhookFunctions,
	envelope: Envelope,
	{ skipOutdated, entityIdPath }: Settings,
): Message {
	const trigger = identityOf(context.getNode());
	const fingerprint = fingerprintOf(trigger, envelope.id);
	const entity = skipOutdated ? entityOf(envelope, entityIdPath) : undefined;
	if (entity === undefined) return { fingerprint };
	const { name, changedAt } = entity;
	return {
		fingerprint,
		entity: { fingerprint: fingerprintOf(trigger, 'entity', name), changedAt },
	};
}

/** Deliveries to the same workflow that share a key must not be under way at the same time. */
export function keysOf(context: IWebhookFunctions, { fingerprint, entity }: Message): string[] {
	const { id } = context.getWorkflow();
	const keys = entity ? [fingerprint, `entity ${entity.fingerprint}`] : [fingerprint];
	return keys.map((key) => `${id} ${key}`);
}

/** What an event is about, and when it happened. */
export interface Entity {
	name: string;
	changedAt: number;
}

/** Undefined if the message has no ID at this path. Then nothing shows whether it is outdated. */
export function entityOf(envelope: Envelope, idPath: string): Entity | undefined {
	const id = idPath
		.split('.')
		.reduce<unknown>(
			(value, name) =>
				typeof value === 'object' && value !== null && Object.hasOwn(value, name)
					? (value as Record<string, unknown>)[name]
					: undefined,
			envelope,
		);
	const isId = (typeof id === 'string' && id !== '') || typeof id === 'number';
	const changedAt = Date.parse(envelope.eventDate);
	return isId && changedAt >= 0 ? { name: `${envelope.type} ${id}`, changedAt } : undefined;
}
