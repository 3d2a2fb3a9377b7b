import { z } from 'zod';

import { DEEPEST, isTooDeep } from '../../venueApi/answers/jsonText';
import { isRecord } from '../../venueApi/records';

/** The message in which the venue delivers an event. */
export interface Envelope {
	id: string;
	sendDate: string;
	type: string;
	eventDate: string;
	eventType: string;
	data: Record<string, unknown>;
}

const LONGEST_ID = 200;
const LONGEST_NAME = 200;

const text = (longest: number) => z.string().trim().min(1).max(longest);

const timestamp = z
	.string()
	.refine((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), {
		message: 'Expected an ISO 8601 timestamp',
	});

const envelope = z.object({
	id: text(LONGEST_ID),
	sendDate: timestamp,
	type: text(LONGEST_NAME),
	eventDate: timestamp,
	eventType: text(LONGEST_NAME),
	data: z.custom<Record<string, unknown>>(isRecord, 'Expected an object'),
});

/** The message as it was sent, including any other fields, or the reason why it is invalid. */
export function readEnvelope(body: unknown): { envelope: Envelope } | { reason: string } {
	if (!isRecord(body)) return { reason: 'The body is not a JSON object' };

	const { error } = envelope.safeParse(body);
	if (error) {
		const complaints = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
		return { reason: `The message is not as it should be (${complaints.join('; ')})` };
	}
	if (isTooDeep(body)) {
		return { reason: `The message is nested more than ${DEEPEST} levels deep` };
	}
	return { envelope: body as unknown as Envelope };
}
