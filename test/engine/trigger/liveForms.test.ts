import type { IDataObject } from 'n8n-workflow';

import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { TOPICS, type Topic } from '../../venue/topics';
import { byMany, freshTrigger, Stage } from './support/stage';

/** No document says that 2 and 6 are Ticket and Product. */
const TOPIC_NUMBERS: Record<Topic, number> = {
	Booking: 1,
	Ticket: 2,
	Redemption: 3,
	Customer: 4,
	BulkExport: 5,
	Product: 6,
	SignedWaiver: 7,
	PaymentLink: 8,
};
const KIND_NUMBERS: Record<string, number> = { Created: 1, Updated: 2, Cancelled: 3, Deleted: 4 };

const EVENTS = Object.entries(TOPICS).flatMap(([topic, kinds]) =>
	kinds.map((kind) => ({ topic: topic as Topic, kind: kind as string })),
);

interface Event {
	topic: Topic;
	kind: string;
	number: number;
	data: unknown;
}

const WAIVERS = [
	{ signedWaiverId: 1, firstName: 'Ada', isForMinor: false },
	{ signedWaiverId: 2, parentSignedWaiverId: 1, firstName: 'Ben', isForMinor: true },
];

const dataOf = (topic: Topic, name: string): unknown =>
	topic === 'SignedWaiver' ? WAIVERS.map((waiver) => ({ ...waiver, name })) : { uniqueId: name };

const named = ({ topic, kind, data }: Event) => ({
	...{ id: `id of ${JSON.stringify(data)}`, sendDate: '2026-11-25T09:00:00.1234567+00:00' },
	...{ type: topic as unknown, eventDate: '2026-11-25T08:59:59.7654321Z' },
	...{ eventType: kind as unknown, data },
});

/** How a service may write one event where the API document leaves it open. */
const FORMS: Record<string, (event: Event) => Record<string, unknown>> = {
	'names and dates with seven digits': named,
	numbers: (event) => ({
		...named(event),
		type: TOPIC_NUMBERS[event.topic],
		eventType: KIND_NUMBERS[event.kind],
	}),
	'numbers as text': (event) => ({
		...named(event),
		type: String(TOPIC_NUMBERS[event.topic]),
		eventType: String(KIND_NUMBERS[event.kind]),
	}),
	'names in another case': (event) => ({
		...named(event),
		type: event.topic.toLowerCase(),
		eventType: event.kind.toUpperCase(),
	}),
	'another spelling': (event) => ({
		...named(event),
		eventType: event.kind.replace('Cancelled', 'Canceled'),
	}),
	'the object below data': (event) => ({ ...named(event), data: { booking: event.data } }),
	'an array as data': (event) => ({ ...named(event), data: [event.data, event.data] }),
	'a text as data': (event) => ({ ...named(event), data: JSON.stringify(event.data) }),
	'no dates': (event) => ({ ...named(event), sendDate: undefined, eventDate: null }),
	'odd dates': (event) => ({ ...named(event), sendDate: 1_700_000_000, eventDate: '25.11.2026' }),
	'dates without a zone': (event) => ({ ...named(event), eventDate: '2026-11-25T09:00:00' }),
	'a number as id': (event) => ({ ...named(event), id: 9_000_000_000 + event.number }),
	'a number as id that JSON rounds': (event) => ({ ...named(event), id: 2 ** 63 }),
	'a long id': (event) => ({ ...named(event), id: `${JSON.stringify(event)} `.repeat(500) }),
	'no id': (event) => ({ ...named(event), id: undefined }),
	'more fields than documented': (event) => ({ ...named(event), venueId: 7, attempt: { at: 1 } }),
};

const HEADERS = ['x-api-key', 'x-apikey', 'x-venue-apikey', 'X-Venue-Api-Key'];

describe('deliveries of a service that is like the live one', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});
	afterEach(async () => await stage.close());

	/** The key that the trigger gave to the venue. */
	const key = () => {
		const [{ configuration }] = stage.venue.webhooks.all();
		return (configuration as { authentication?: { apiKey?: string } }).authentication?.apiKey ?? '';
	};

	describe.each(Object.keys(FORMS))('with %s', (form) => {
		const sent = EVENTS.map(({ topic, kind }, number) => {
			const data = dataOf(topic, `${topic} ${kind} in ${form}`);
			const body = FORMS[form]({ topic, kind, number, data });
			return { topic, kind, body, header: HEADERS[number % HEADERS.length] };
		});
		type Sent = (typeof sent)[number];

		const send = async (trigger: ActiveTrigger, { body, header }: Sent, sendDate: string) => {
			const isDated = typeof body.sendDate === 'string';
			const copy = isDated ? { ...body, sendDate } : body;
			const { status } = await trigger.deliver(copy, { [header]: key() });
			expect([form, status]).toEqual([form, 200]);
		};

		const expectEachOnce = async (trigger: ActiveTrigger) => {
			const emitted = (await trigger.emitted()).map(({ json }) => json);
			expect(emitted).toHaveLength(sent.length);
			for (const { topic, kind, body } of sent) {
				const { type, eventType, ...others } = body;
				delete others.sendDate;
				const isInferred = ['2', '6'].includes(String(type));
				const isNumber = /^\d/.test(String(type));
				expect(emitted).toContainEqual(
					expect.objectContaining({
						...(JSON.parse(JSON.stringify(others)) as IDataObject),
						type: isNumber && !isInferred ? topic : type,
						eventType: isNumber ? kind : eventType,
					}),
				);
			}
		};

		it(`start the workflow once, all ${sent.length} events: repeated after a restart, for Any Event`, async () => {
			const trigger = await stage.engine.activate(stage.trigger());
			await byMany(6, sent, async (one) => await send(trigger, one, '2026-11-25T09:00:00Z'));
			await trigger.republish({ node: freshTrigger() });
			await byMany(6, sent, async (one) => await send(trigger, one, '2026-11-29T10:15:00Z'));
			await expectEachOnce(trigger);
		});

		const isNamedOtherwise = sent.some(
			({ topic, kind, body }) => body.type !== topic || body.eventType !== kind,
		);
		if (!isNamedOtherwise) return;

		it(`start the workflow, all ${sent.length} events: chosen by their names`, async () => {
			const events = EVENTS.map(({ topic, kind }) => `${topic}.${kind}`);
			const trigger = await stage.engine.activate(stage.trigger({ events }));
			await byMany(6, sent, async (one) => await send(trigger, one, '2026-11-25T09:00:00Z'));
			await expectEachOnce(trigger);
		});
	});

	it('start the workflow if they are of a topic or a kind that is not known, with Any Event', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const unknown = [
			{ id: 1, type: 'Locker', eventType: 'Opened', data: {} },
			{ id: 2, type: 99, eventType: 7, data: null },
			{ id: 3, type: 'Booking', eventType: 'Rescheduled' },
			{ id: 4 },
		];
		for (const body of unknown) {
			expect(await deliver(trigger, body)).toBe(200);
		}
		expect((await trigger.emitted()).map(({ json }) => json)).toEqual(unknown);
	});

	it('start the workflow once with the documented names, whatever letters the venue writes', async () => {
		const trigger = await stage.engine.activate(stage.trigger({ events: ['Booking.Created'] }));
		const send = async (event: string, minute: number) => {
			const body = {
				...{ Id: `message ${event}`, SendDate: `2026-11-21T12:0${minute}:00Z`, Type: 'Booking' },
				...{ event_date: '2026-11-21T12:00:00Z', EventType: event, Data: { UniqueId: 'B-1' } },
			};
			expect(await trigger.deliver(body, { 'x-api-key': key() })).toMatchObject({ status: 200 });
		};
		for (const minute of [1, 2]) await send('Created', minute);
		await send('Updated', 3);
		const [first, ...others] = (await trigger.emitted()).map(({ json }) => json);
		expect(others).toEqual([]);
		expect(first).toMatchObject({ id: 'message Created', type: 'Booking', eventType: 'Created' });
		expect(first).toMatchObject({ data: { UniqueId: 'B-1' }, eventDate: '2026-11-21T12:00:00Z' });
	});

	it('are named by the trigger if only one topic can be meant', async () => {
		const trigger = await stage.engine.activate(stage.trigger({ events: ['Ticket.Created'] }));
		expect(await deliver(trigger, { id: 1, type: 2, eventType: 1, data: {} })).toBe(200);
		expect((await trigger.emitted())[0].json).toMatchObject({
			type: 'Ticket',
			eventType: 'Created',
		});
	});

	it('are acknowledged and dropped if they name another event than was chosen [reliability: outdated event]', async () => {
		const events = ['Booking.Created', 'Customer.Updated'];
		const trigger = await stage.engine.activate(stage.trigger({ events }));
		const others = [
			{ type: 'Booking', eventType: 'updated' },
			{ type: 1, eventType: 2 },
			{ type: 4, eventType: 1 },
			{ type: 2, eventType: 1 },
			{ type: 'Locker', eventType: 'Created' },
		];
		for (const body of others) expect(await deliver(trigger, body)).toBe(200);
		expect(await trigger.emitted()).toEqual([]);
	});

	it('are only refused if the body is not a JSON object [reliability: message with the trigger’s; JSON object]', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		for (const body of [
			[named({ topic: 'Booking', kind: 'Created', number: 0, data: {} })],
			[],
			'"text"',
		]) {
			expect(await deliver(trigger, body)).toBe(400);
		}
		expect(await trigger.emitted()).toEqual([]);
	});

	const deliver = async (trigger: ActiveTrigger, body: unknown) =>
		(await trigger.deliver(body, { 'x-venue-apikey': key() })).status;
});
