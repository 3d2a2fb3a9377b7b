import { DateTime } from 'luxon';

import type { Json, JsonObject } from '../../venue/json';
import type { ExampleLab, Imported, Venue } from './exampleLab';
import { importFor } from './stories/story';
import { answerLookUps, outcomeOf, venues } from './tried';
import type { Vocabulary } from './vocabularies';

type Event = Parameters<Venue['account']['emit']>[0];

interface Starter {
	/** The event that starts it. Without one, a schedule does. */
	event?: Pick<Event, 'type' | 'eventType'> & { of: keyof Omit<Vocabulary, 'lookUps'> };
	/** What its app has to receive. */
	truths: string[];
}

const booking = (eventType: 'Created' | 'Cancelled'): Starter['event'] => ({
	...{ type: 'Booking', eventType, of: 'booking' },
});

export const starters: Record<string, Starter> = {
	'starters/big-party': {
		event: booking('Created'),
		truths: ['A party of 14', 'Ada Lovelace', 'ada@example.test, +44 20 7946 0000'],
	},
	'starters/booking-to-teams': {
		event: booking('Created'),
		truths: ['BKG-1: Ada Lovelace, Laser Tag for 14, 2026-06-01 15:00'],
	},
	'starters/bookings-in-google-calendar': {
		event: booking('Created'),
		truths: ['"Ada Lovelace: Laser Tag for 14"', '2026-06-01T15:00:00', '2026-06-01T16:00:00'],
	},
	'starters/cancelled-booking': {
		event: booking('Cancelled'),
		truths: ['Cancelled: Ada Lovelace, Laser Tag for 14', 'BKG-1'],
	},
	'starters/customer-to-mailchimp': {
		event: { type: 'Customer', eventType: 'Created', of: 'customer' },
		truths: ['ada@example.test', 'subscribed', '"FNAME":"Ada"'],
	},
	'starters/daily-revenue': { truths: ['"netRevenue":31.75', '"fundsReceived":36'] },
	'starters/greeting-at-redemption': {
		event: { type: 'Redemption', eventType: 'Created', of: 'redemption' },
		truths: ['ada@example.test', 'Hello Ada'],
	},
	'starters/paid-and-refunded': {
		event: booking('Created'),
		truths: ['"paymentId":"9001"', '"paid":59.8', '"refunded":0'],
	},
	'starters/todays-guests': { truths: ['15:00 Ada Lovelace: Laser Tag for 14 (BKG-1)'] },
	'starters/waiver-missing': { truths: ['Ada Lovelace: 1 of 1 (BKG-1)'] },
};

const SCHEDULE = 'Every Morning';

/** The booking of this vocabulary, for today. */
export function bookedToday({ booking: event }: Vocabulary, lab: ExampleLab): JsonObject {
	const today = String(DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' }).toISODate());
	const [[name, inner]] = Object.entries(event);
	const fields = name === 'uniqueId' ? event : { ...(inner as object) };
	return JSON.parse(JSON.stringify(fields).replaceAll('2026-06-01', today)) as JsonObject;
}

export async function runBySchedule(lab: ExampleLab, { workflow }: Imported): Promise<void> {
	await lab.n8n.executions.ended(await lab.n8n.workflows.run(workflow, SCHEDULE));
}

type Opened = Awaited<ReturnType<typeof importFor>>;

/** An event of this vocabulary, or a booking of today and a run of the schedule. */
async function startAt(
	lab: ExampleLab,
	name: string,
	vocabulary: Vocabulary,
	{ imported, venue }: Opened,
): Promise<void> {
	const { event } = starters[name];
	lab.apps.prepare(name);
	if (event) {
		await venue.emit({ ...event, data: vocabulary[event.of] as Json });
		return;
	}
	const modifiedDate = new Date(lab.n8n.clock.now()).toISOString();
	venue.bookings.put({ uniqueId: 'BKG-1', ...bookedToday(vocabulary, lab), modifiedDate });
	await runBySchedule(lab, imported);
}

/** What comes of the starter at each venue. */
export async function startedAtVenues(
	lab: ExampleLab,
	name: string,
): Promise<Record<string, string>> {
	const { event, truths } = starters[name];
	const found: Record<string, string> = {};
	const published = event && (await importFor(lab, name));
	if (published) await lab.publish(published.imported);
	for (const [place, vocabulary] of Object.entries(venues)) {
		answerLookUps(lab, vocabulary);
		const opened = published ?? (await importFor(lab, name));
		await startAt(lab, name, vocabulary, opened);
		found[place] = await outcomeOf(lab, opened.imported, truths, () => lab.apps.arrived(name));
	}
	if (published) await lab.n8n.workflows.unpublish(published.imported.workflow);
	return found;
}

/** What its app receives, and why it stops, with this answer as the list of products. */
export async function startedWithProducts(
	lab: ExampleLab,
	name: string,
	answer: Parameters<typeof lab.platform.undocumented.on>[1],
): Promise<{ arrived: string; told?: string }> {
	const opened = await importFor(lab, name);
	const { imported } = opened;
	const isPublished = starters[name].event !== undefined;
	if (isPublished) await lab.publish(imported);
	answerLookUps(lab, venues.live);
	lab.platform.undocumented.on('GET /products', answer);
	await startAt(lab, name, venues.live, opened);
	await lab.untilIdle(imported);
	const [{ id }] = await lab.n8n.executions.list(imported.workflow);
	const { error } = await lab.n8n.executions.read(String(id));
	if (isPublished) await lab.n8n.workflows.unpublish(imported.workflow);
	return {
		arrived: lab.apps
			.arrived(name)
			.map((one) => JSON.stringify(one))
			.join(),
		told: error?.message,
	};
}
