import { DateTime } from 'luxon';

import type { Json, JsonObject } from '../../venue/json';
import { exampleNames, readExample, starterNames } from '../../examples/examples';
import { ExampleLab } from './exampleLab';
import { startersAtLiveVenue } from './liveStarters';
import { atLiveVenue } from './liveVenue';
import { startedAtVenues, startedWithProducts, starters } from './starters';
import { ada, DAY, importFor } from './stories/story';
import { answerLookUps, outcomeOf, venues } from './tried';
import type { Vocabulary } from './vocabularies';

const START_WITHIN = 300_000;
const WITHIN = 120_000;

type Topic = 'Booking' | 'Customer' | 'Product' | 'PaymentLink' | 'SignedWaiver' | 'Redemption';
type Kind = 'Created' | 'Cancelled';
type Entity = keyof Omit<Vocabulary, 'lookUps'>;

/** What an example hears of, and what its Map Fields has to show of each event. */
const heard: Record<string, [Topic, Kind, Entity, string[]]> = {
	'guests/rebooking-offer': ['Booking', 'Cancelled', 'booking', ['BKG-1', 'Ada Lovelace']],
	'guests/signed-waivers': ['SignedWaiver', 'Created', 'waiver', ['WVR-1', 'Ada']],
	'guests/payment-reminder': ['PaymentLink', 'Created', 'paymentLink', ['PAY-1', '"isPaid":false']],
	'guests/review-request': ['Redemption', 'Created', 'redemption', ['1000001']],
	'office/new-bookings': [
		'Booking',
		'Created',
		'booking',
		['BKG-1', 'Ada Lovelace', '"guests":14'],
	],
	'office/several-venues': ['Booking', 'Created', 'booking', ['BKG-1', 'Ada Lovelace']],
	'office/customers-in-hubspot': ['Customer', 'Created', 'customer', ['ada@example.test', 'Ada']],
	'office/products-on-your-website': ['Product', 'Created', 'product', ['Laser Tag', '14.95']],
	'office/visitors-today': ['Redemption', 'Created', 'redemption', ['"visitors":1']],
	'safety/exactly-once': ['Booking', 'Created', 'booking', ['BKG-1', 'Ada Lovelace']],
	'safety/lossless-mirror': ['Booking', 'Created', 'booking', ['BKG-1']],
};

/** These use no name of an event, or names of n8n and of our nodes. `describeExportParts` has the other. */
const WITHOUT_NAMES = [
	'office/ask-your-venue-from-claude',
	'office/front-desk-agent',
	'office/nightly-report',
	'office/report-files',
	'safety/failed-deliveries',
	'safety/when-a-workflow-fails',
];
const ASKS_FOR_WAIVERS = 'guests/missing-waivers';

/** Both keep what they hear of, and look up its product later. */
const WITH_PRODUCTS: Record<string, Kind> = {
	'office/new-bookings': 'Created',
	'guests/rebooking-offer': 'Cancelled',
};

const json = (body: unknown) => ({
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const listsOfProducts = [
	['is not offered', { status: 404 }, 'product 301 (name not looked up: '],
	[
		'has other names',
		json([{ sku: 301, label: 'Laser Tag' }]),
		'product 301 (no name: the list of products has no id and name. It has: sku, label)',
	],
	[
		'is empty',
		json([]),
		'product 301 (no name: the list of products has no id and name. It has: nothing)',
	],
	[
		'lacks the product',
		json([{ id: 302, name: 'Bowling' }]),
		'product 301 (not in the list of products)',
	],
] as const;

/** The same for a starter, which has one event at a time. */
const answersOfProducts = {
	'is empty': json([]),
	'is empty in an envelope': json({ products: [] }),
	'has only groups': json([{ parentProductId: '300', products: [] }]),
	'is not offered': { status: 404 },
	'has other names': json([{ sku: 301, label: 'Laser Tag' }]),
	'lacks the product': json([{ id: 302, name: 'Bowling' }]),
};

const startersWithProducts = starterNames().filter((name) =>
	readExample(name).nodes.some(({ parameters }) => parameters.knownCall === 'getProducts'),
);

const OTHER_NAMES = { email: 'mailAddress', phone: 'mobile' };

/** The examples that look up a guest, what may be missing, the event, and who gets a mail all the same. */
const withGuests: Array<
	[
		name: string,
		field: keyof typeof OTHER_NAMES,
		event: [Topic, Kind] | undefined,
		mailed: string[],
	]
> = [
	['guests/missing-waivers', 'email', undefined, []],
	['guests/rebooking-offer', 'email', ['Booking', 'Cancelled'], []],
	['guests/review-request', 'email', ['Redemption', 'Created'], []],
	['office/new-bookings', 'email', ['Booking', 'Created'], []],
	['starters/big-party', 'email', ['Booking', 'Created'], ['manager@example.test']],
	['starters/big-party', 'phone', ['Booking', 'Created'], ['manager@example.test']],
	['starters/greeting-at-redemption', 'email', ['Redemption', 'Created'], []],
];

describe('at venues with other names', () => {
	let lab: ExampleLab;
	const outcomes: string[] = [];

	beforeAll(async () => {
		lab = await ExampleLab.open();
		// “Missing waivers” reads its data table.
		await lab.setUp((await importFor(lab, 'guests/signed-waivers')).imported);
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it('each example is tried', () => {
		const names = [...Object.keys(heard), ...WITHOUT_NAMES, ASKS_FOR_WAIVERS];
		expect(names.sort()).toEqual(exampleNames());
		expect(Object.keys(starters)).toEqual(starterNames());
	});

	it.each(Object.entries(heard))(
		'%s does its job, or names the missing fields',
		async (name, [type, eventType, entity, truths]) => {
			const { imported, venue } = await importFor(lab, name);
			await lab.setUp(imported);
			await lab.publish(imported);
			const found: Record<string, string> = {};
			for (const [place, vocabulary] of Object.entries(venues)) {
				await venue.emit({ type, eventType, data: vocabulary[entity] as Json });
				found[place] = await outcomeOf(lab, imported, truths);
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
			for (const [place, { booking, lookUps }] of Object.entries(venues)) {
				answerLookUps(lab, { lookUps });
				const { imported, venue } = await importFor(lab, ASKS_FOR_WAIVERS);
				await lab.setUp(imported);
				const fields = { ...((booking.booking ?? booking) as Record<string, Json>), visitDate };
				const isoNow = new Date(lab.n8n.clock.now()).toISOString();
				venue.bookings.put({ ...fields, uniqueId: `NEW-${place}`, modifiedDate: isoNow });
				const schedule = 'Every Hour from Ten to Six';
				await lab.n8n.executions.ended(await lab.n8n.workflows.run(imported.workflow, schedule));
				const truths = ['Ada Lovelace', 'ada@example.test'];
				found[place] = await outcomeOf(lab, imported, truths, () => lab.apps.gmail.mails);
			}
			outcomes.push(`${ASKS_FOR_WAIVERS}: ${JSON.stringify(found)}`);
			expect(Object.values(found).filter((outcome) => outcome.startsWith('silent'))).toEqual([]);
			expect(found.plain).toBe('done');
		},
		WITHIN,
	);

	it.each(Object.keys(starters))(
		'%s does its job, or says in the first run what is missing',
		async (name) => {
			const found = await startedAtVenues(lab, name);
			outcomes.push(`${name}: ${JSON.stringify(found)}`);
			expect(Object.values(found).filter((outcome) => outcome.startsWith('silent'))).toEqual([]);
			expect(found.live).toBe('done');
		},
		WITHIN,
	);

	it.each(Object.entries({ ...atLiveVenue, ...startersAtLiveVenue }))(
		'%s does its job at a venue like the live one, and looks up each ID once',
		async (name, does) => await does(lab, name),
		WITHIN,
	);

	it.each(listsOfProducts)(
		'new bookings and cancellations are told with what is known of the product, if its list %s',
		async (state, answer, told) => {
			for (const [name, eventType] of Object.entries(WITH_PRODUCTS)) {
				answerLookUps(lab, venues.live);
				lab.platform.undocumented.on('GET /products', answer);
				const { imported, venue } = await importFor(lab, name);
				await lab.setUp(imported);
				await lab.publish(imported);
				// The cancellations of the other lists are in the same data table.
				const booking = { ...(venues.live.booking.booking as object), uniqueId: `BKG ${state}` };
				await venue.emit({ type: 'Booking', eventType, data: { booking } });
				await lab.untilIdle(imported);
				const schedules = imported.definition.nodes.filter(({ type }) =>
					type.endsWith('.scheduleTrigger'),
				);
				for (const schedule of schedules) await lab.run(imported, schedule.name);
				expect(lab.apps.slack.messages.map(({ text }) => text)).toEqual([
					expect.stringContaining(`Ada Lovelace: ${told}`),
				]);
				const subjects = lab.apps.gmail.mails.map(({ subject }) => subject);
				expect(subjects).toEqual(eventType === 'Cancelled' ? ['Another date for your visit?'] : []);
				await lab.n8n.workflows.unpublish(imported.workflow);
			}
		},
		WITHIN,
	);

	it.each(withGuests)(
		'%s names a guest’s %s that has another name, and goes on if a guest has none',
		async (name, field, event, mailed) => {
			const { [field]: given, ...without } = venues.live.lookUps.guest as JsonObject;
			const { imported, venue } = await importFor(lab, name);
			await lab.setUp(imported);
			if (event) await lab.publish(imported);
			const schedules = imported.definition.nodes.filter(({ type }) =>
				type.endsWith('.scheduleTrigger'),
			);
			const now = DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' });
			const visitDate = String(now.plus({ days: 1 }).toISODate());
			/** What the new executions say. */
			const saidBy = async (guest: JsonObject, id: string) => {
				const before = await lab.n8n.executions.count(imported.workflow);
				answerLookUps(lab, { lookUps: { ...venues.live.lookUps, guest } });
				const fields = { ...(venues.live.booking.booking as JsonObject), uniqueId: id, visitDate };
				venue.bookings.put({ ...fields, reference: id, modifiedDate: String(now.toISO()) });
				if (event) {
					const [type, eventType] = event;
					const redeemed = { redemptions: [{ bookingId: id, customerId: `${id} 5001` }] };
					const data = type === 'Redemption' ? redeemed : { booking: fields };
					const eventDate = String(now.minus({ days: 1 }).toISO());
					await venue.emit({ type, eventType, eventDate, data });
					await lab.untilIdle(imported);
				}
				for (const schedule of schedules) await lab.run(imported, schedule.name);
				const all = await lab.n8n.executions.list(imported.workflow);
				const ids = all.map((execution) => Number(execution.id)).sort((one, other) => other - one);
				const newest = ids.slice(0, all.length - before).map(String);
				const ended = await Promise.all(newest.map((one) => lab.n8n.executions.read(one)));
				return ended.flatMap(({ error }) => (error ? [error.message] : []));
			};

			lab.apps.gmail.mails.length = 0;
			const renamed = { ...without, [OTHER_NAMES[field]]: given };
			expect(await saidBy(renamed, `${field}-1`)).toEqual([
				expect.stringContaining(`this guest has no ${field}. It has: firstName, lastName, `),
			]);
			expect(lab.apps.gmail.mails).toEqual([]);
			expect(await saidBy(without, `${field}-2`)).toEqual([]);
			expect(lab.apps.gmail.mails.map(({ to }) => to)).toEqual(mailed);
			if (event) await lab.n8n.workflows.unpublish(imported.workflow);
		},
		WITHIN,
	);

	it.each(startersWithProducts)(
		'%s does its job if the list of products lacks the product, or says what the list is without',
		async (name) => {
			const found: Record<string, unknown> = {};
			for (const [state, answer] of Object.entries(answersOfProducts)) {
				found[state] = await startedWithProducts(lab, name, answer);
			}
			const nothing = /the list of products has no id and name\. It has: nothing'/;
			const told = { arrived: '', told: expect.stringMatching(nothing) as string };
			expect(found).toEqual({
				'is empty': told,
				'is empty in an envelope': told,
				'has only groups': told,
				'is not offered': { arrived: '', told: expect.stringMatching(/\S/) as string },
				'has other names': {
					arrived: '',
					told: expect.stringMatching(/no id and name\. It has: sku, label/) as string,
				},
				'lacks the product': {
					arrived: expect.stringMatching(
						/Ada Lovelace.*product 301 \(not in the list of products\) for 14/,
					) as string,
					told: undefined,
				},
			});
		},
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
		const tried = [...Object.keys(heard), ...Object.keys(starters), ASKS_FOR_WAIVERS];
		expect(outcomes).toHaveLength(tried.length);
	});
});
