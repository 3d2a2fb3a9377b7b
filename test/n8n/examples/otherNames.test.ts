import { DateTime } from 'luxon';

import type { Json } from '../../venue/json';
import { exampleNames, type Example } from '../../examples/examples';
import { ExampleLab, type Imported } from './exampleLab';
import { atLiveVenue } from './liveVenue';
import { ada, DAY, importFor } from './stories/story';
import { drawn, live, plain, type Vocabulary } from './vocabularies';

const START_WITHIN = 300_000;
const WITHIN = 120_000;

const venues: Record<string, Vocabulary> = {
	plain,
	live,
	'drawn from 2': drawn(2),
	'drawn from 3': drawn(3),
	'drawn from 4': drawn(4),
};

type Topic = 'Booking' | 'Customer' | 'Product' | 'PaymentLink' | 'SignedWaiver' | 'Redemption';
type Kind = 'Created' | 'Cancelled';

/** What an example hears of, and what its Map Fields has to show of each event. */
const heard: Record<string, [Topic, Kind, keyof Vocabulary, string[]]> = {
	'guests/rebooking-offer': ['Booking', 'Cancelled', 'booking', ['BKG-1', 'Ada Lovelace']],
	'guests/signed-waivers': ['SignedWaiver', 'Created', 'waiver', ['WVR-1', 'Ada']],
	'guests/payment-reminder': ['PaymentLink', 'Created', 'paymentLink', ['PAY-1', '"isPaid":false']],
	'guests/review-request': ['Redemption', 'Created', 'redemption', ['1000001']],
	'office/new-bookings': ['Booking', 'Created', 'booking', ['BKG-1', 'Ada Lovelace', '"guests":4']],
	'office/several-venues': ['Booking', 'Created', 'booking', ['BKG-1', 'Ada Lovelace']],
	'office/customers-in-hubspot': ['Customer', 'Created', 'customer', ['ada@example.test', 'Ada']],
	'office/products-on-your-website': ['Product', 'Created', 'product', ['Laser Tag', '14.95']],
	'office/visitors-today': ['Redemption', 'Created', 'redemption', ['"visitors":1']],
	'safety/exactly-once': ['Booking', 'Created', 'booking', ['BKG-1', 'Ada Lovelace']],
	'safety/lossless-mirror': ['Booking', 'Created', 'booking', ['BKG-1']],
};

/** These use no name of an event, or names of n8n and of our nodes. `exportParts` has the other. */
const WITHOUT_NAMES = [
	'office/ask-your-venue-from-claude',
	'office/front-desk-agent',
	'office/nightly-report',
	'office/report-files',
	'safety/failed-deliveries',
	'safety/when-a-workflow-fails',
];
const ASKS_FOR_WAIVERS = 'guests/missing-waivers';

/** The names of all steps that this one leads to. */
function stepsAfter(name: string, { definition }: Imported): string[] {
	const connections = definition.connections as Example['connections'];
	const found = new Set<string>();
	const follow = (from: string) => {
		for (const { node } of connections[from]?.main.flat() ?? []) {
			if (found.has(node)) continue;
			found.add(node);
			follow(node);
		}
	};
	follow(name);
	return [...found];
}

const SAID = /\bno\b.*(It has: |does not know)/s;

describe('at venues with other names', () => {
	let lab: ExampleLab;
	const outcomes: string[] = [];

	beforeAll(async () => {
		lab = await ExampleLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it('each example is tried', () =>
		expect([...Object.keys(heard), ...WITHOUT_NAMES, ASKS_FOR_WAIVERS].sort()).toEqual(
			exampleNames(),
		));

	/** The newest execution does its job, or names the missing fields before a later step runs. */
	async function outcomeOf(imported: Imported, truths: string[]): Promise<string> {
		await lab.untilIdle(imported);
		const all = await lab.n8n.executions.list(imported.workflow);
		const newest = String(Math.max(...all.map(({ id }) => Number(id))));
		const { status, error, items } = await lab.n8n.executions.read(newest);
		const mapped = JSON.stringify(items('Map Fields'));
		if (status === 'success') {
			return truths.every((truth) => mapped.includes(truth)) ? 'done' : `silent: ${mapped}`;
		}
		const later = stepsAfter('Map Fields', imported).flatMap((name) => items(name));
		const message = error?.message ?? '';
		return SAID.test(message) && later.length === 0 ? 'said' : `silent: ${status} ${message}`;
	}

	it.each(Object.entries(heard))(
		'%s does its job, or names the missing fields',
		async (name, [type, eventType, entity, truths]) => {
			const { imported, venue } = await importFor(lab, name);
			await lab.setUp(imported);
			await lab.publish(imported);
			const found: Record<string, string> = {};
			for (const [place, vocabulary] of Object.entries(venues)) {
				await venue.emit({ type, eventType, data: vocabulary[entity] as Json });
				found[place] = await outcomeOf(imported, truths);
			}
			outcomes.push(`${name}: ${JSON.stringify(found)}`);
			expect(Object.values(found).filter((outcome) => outcome.startsWith('silent'))).toEqual([]);
			expect(found.plain).toBe('done');
			await lab.n8n.workflows.unpublish(imported.workflow);
		},
		WITHIN,
	);

	it(
		`${ASKS_FOR_WAIVERS} does its job, or names the missing fields`,
		async () => {
			const found: Record<string, string> = {};
			const visitDate = String(DateTime.utc().plus({ days: 1 }).toISODate());
			for (const [place, { booking }] of Object.entries(venues)) {
				const { imported, venue } = await importFor(lab, ASKS_FOR_WAIVERS);
				await lab.setUp(imported);
				const fields = { ...((booking.booking ?? booking) as Record<string, Json>), visitDate };
				const isoNow = new Date(lab.n8n.clock.now()).toISOString();
				venue.bookings.put({ ...fields, uniqueId: `NEW-${place}`, modifiedDate: isoNow });
				const schedule = 'Every Hour from Ten to Six';
				await lab.n8n.executions.ended(await lab.n8n.workflows.run(imported.workflow, schedule));
				found[place] = await outcomeOf(imported, ['Ada Lovelace', 'ada@example.test']);
				if (found[place] === 'done') expect(lab.apps.gmail.mails).toHaveLength(1);
			}
			outcomes.push(`${ASKS_FOR_WAIVERS}: ${JSON.stringify(found)}`);
			expect(Object.values(found).filter((outcome) => outcome.startsWith('silent'))).toEqual([]);
			expect(found.plain).toBe('done');
		},
		WITHIN,
	);

	it.each(Object.entries(atLiveVenue))(
		'%s looks up what a live venue’s events leave out, each once',
		async (name, does) => await does(lab, name),
		WITHIN,
	);

	it(
		'guests/review-request asks the other guests, and names a booking that the venue does not find',
		async () => {
			const { imported, venue } = await importFor(lab, 'guests/review-request');
			await lab.setUp(imported);
			await lab.publish(imported);
			await venue.bookings.create({ uniqueId: 'BKG-1', customer: ada });
			lab.apps.gmail.mails.length = 0;
			const yesterday = new Date(lab.n8n.clock.now() - DAY).toISOString();
			for (const bookingId of ['BKG-GONE', 'BKG-1']) {
				const redeemed = { type: 'Redemption', eventType: 'Created' } as const;
				await venue.emit({ ...redeemed, eventDate: yesterday, data: { bookingId } });
			}
			await lab.untilIdle(imported);
			const schedule = 'Every Hour from Eleven to Six';
			await lab.n8n.executions.ended(await lab.n8n.workflows.run(imported.workflow, schedule));
			const { id } = (await lab.n8n.executions.list(imported.workflow)).sort(
				(one, other) => Number(other.id) - Number(one.id),
			)[0];
			const { status, error } = await lab.n8n.executions.read(String(id));
			expect(lab.apps.gmail.mails.map(({ to }) => to)).toEqual([ada.email]);
			expect(`${status}: ${error?.message}`).toMatch(
				/^error: 1 bookings could not be looked up, BKG-GONE first: .+ All other guests were asked/,
			);
		},
		WITHIN,
	);

	it('is told', () => {
		if (process.env.OTHER_NAMES) console.log(outcomes.join('\n'));
		expect(outcomes).toHaveLength(Object.keys(heard).length + 1);
	});
});
