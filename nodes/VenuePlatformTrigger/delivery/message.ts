import type { IWebhookFunctions } from 'n8n-workflow';

import type { Envelope } from '../../venueApi/shapes/envelope';
import type { Message } from '../memory/deliveryMemory';
import { fingerprintOf } from '../memory/fingerprint';
import type { Settings } from '../settings';
import { identityOf } from '../trigger';
import { entityOf } from './entity';

/** Two triggers of a workflow have a configuration each, and each emits what the venue sends it. */
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

/** What deliveries to the same workflow must not be under way with at the same time. */
export function keysOf(context: IWebhookFunctions, { fingerprint, entity }: Message): string[] {
	const { id } = context.getWorkflow();
	const keys = entity ? [fingerprint, `entity ${entity.fingerprint}`] : [fingerprint];
	return keys.map((key) => `${id} ${key}`);
}
