import type { Envelope } from '../../venueApi/shapes/envelope';

/** The thing that an event is about, and when it happened to it. */
export interface Entity {
	name: string;
	changedAt: number;
}

/** Undefined where the message has no ID at this place: then it cannot be told to be outdated. */
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
