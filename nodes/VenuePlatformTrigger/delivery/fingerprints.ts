import type { INode } from 'n8n-workflow';

import { contentHash, isSetId, oneTextOf } from '../../venueApi/records';
import type { Fingerprints } from '../memory/deliveryMemory';
import { fingerprintOf } from '../memory/fingerprint';
import { identityOf } from '../settings';
import type { Entity } from './entity';
import type { Message } from './message';

/**
 * They include the trigger: two triggers of a workflow have a configuration each, and each emits
 * what the venue sends to it.
 */
export function fingerprintsOf(
	node: INode,
	message: Message,
	entity: Entity | undefined,
): Fingerprints {
	const trigger = identityOf(node);
	const { id } = message;
	const own = isSetId(id) ? [oneTextOf(id)] : ['content', contentOf(message)];
	return {
		messageFingerprint: fingerprintOf(trigger, ...own),
		entity: entity && {
			fingerprint: fingerprintOf(trigger, 'entity', entity.name),
			changedAt: entity.changedAt,
		},
	};
}

/** Deliveries to the same workflow that share a key must not be under way at the same time. */
export function orderKeysOf(
	{ id }: { id?: string },
	{ messageFingerprint, entity }: Fingerprints,
): string[] {
	const keys = entity ? [messageFingerprint, `entity ${entity.fingerprint}`] : [messageFingerprint];
	return keys.map((key) => `${id} ${key}`);
}

const LONGEST_DATE = 64;

/** All but the date of sending, which differs in each copy. The raw body, if there is one, has it, too. */
function contentOf({ sendDate, rawBody, ...content }: Message): string {
	const isDate = typeof sendDate === 'string' && sendDate.length <= LONGEST_DATE;
	const text = typeof rawBody === 'string' && isDate ? rawBody.replace(sendDate, '') : rawBody;
	return contentHash({ ...content, rawBody: text });
}
