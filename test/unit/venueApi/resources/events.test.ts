import * as fc from 'fast-check';
import { type INodeTypes, Workflow } from 'n8n-workflow';

import {
	ANY_EVENT,
	EVENT_NAMES,
	eventsIn,
	eventsMissingIn,
	isEventName,
	isSameTopic,
	isSubscribed,
	subscriptionsOf,
	topicKey,
	topicNamed,
	TOPICS,
} from '../../../../nodes/venueApi/resources/events';
import { eventOptionsWithAny } from '../../../../nodes/VenuePlatformTrigger/description';
import { VenuePlatformTrigger } from '../../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { TOPICS as TOPICS_OF_THE_VENUE } from '../../../venue/topics';

const upperCase = (text: string) => text.toUpperCase();
const lowerCase = (text: string) => text.toLowerCase();

const wanted = fc.subarray([ANY_EVENT, ...EVENT_NAMES]);
const chosen = fc.subarray([ANY_EVENT, ...EVENT_NAMES], { minLength: 1 });

describe('the topics and their event kinds', () => {
	it('are those of the venue [api 6.1] [guideline: Words of the service]', () => {
		expect(TOPICS).toEqual(TOPICS_OF_THE_VENUE);
	});

	it('can all be chosen, in alphabetical order after any event', () => {
		const [any, ...others] = eventOptionsWithAny;
		expect(any.value).toBe(ANY_EVENT);
		expect(others.map(({ value }) => value).sort()).toEqual([...EVENT_NAMES].sort());
		const names = others.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(names).toContain('Signed Waiver Created');
	});

	it('are shown below the node on the canvas, by their names in the list', () => {
		const trigger = new VenuePlatformTrigger();
		const events = eventOptionsWithAny.map(({ value }) => value as string);
		const node = {
			id: '1',
			name: 'Trigger',
			type: 'venuePlatformTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: { events },
		};
		const nodeTypes = { getByNameAndVersion: () => trigger } as unknown as INodeTypes;
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		expect(
			workflow.expression.getSimpleParameterValue(
				workflow.nodes.Trigger,
				trigger.description.subtitle,
				'manual',
				{},
			),
		).toBe(eventOptionsWithAny.map(({ name }) => name).join(', '));
	});

	it('are told apart from any other name', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.constantFrom(...EVENT_NAMES)), (name) => {
				const [topic, kind] = name.split('.');
				const kinds: readonly string[] =
					Object.entries(TOPICS_OF_THE_VENUE).find(([known]) => known === topic)?.[1] ?? [];
				expect(isEventName(name)).toBe(name === `${topic}.${kind}` && kinds.includes(kind));
			}),
		);
	});

	it('become subscriptions by topic key: the chosen kinds and no others', () => {
		fc.assert(
			fc.property(wanted, (events) => {
				const subscribed = Object.entries(subscriptionsOf(events)).flatMap(([key, subscription]) =>
					subscription.events.map((kind) => `${key}.${kind}`),
				);
				const chosen = events.includes(ANY_EVENT) ? EVENT_NAMES : events;
				expect(subscribed.sort()).toEqual(
					chosen.map((name) => name.charAt(0).toLowerCase() + name.slice(1)).sort(),
				);
			}),
		);
	});

	it('match a message exactly if it was chosen, or any event was', () => {
		fc.assert(
			fc.property(chosen, fc.constantFrom(...EVENT_NAMES, 'Locker.Opened'), (events, event) => {
				const [type, kind] = event.split('.');
				const isChosen = events.some((name) => name === ANY_EVENT || name === event);
				for (const write of [String, upperCase, lowerCase, (text: string) => ` ${text} `]) {
					const said = { type: write(type), eventType: write(kind) };
					expect(isSubscribed(events, said)).toBe(isChosen);
				}
			}),
		);
	});

	it.each([
		[{ type: 1, eventType: 1 }, ['Booking.Created']],
		[{ type: '8', eventType: '2' }, ['PaymentLink.Updated']],
		[{ type: 2, eventType: 4 }, ['Ticket.Deleted']],
		[{ type: 6, eventType: 3 }, ['Ticket.Cancelled', 'Product.Deleted']],
		[{ type: 'Booking', eventType: 5 }, ['Booking.Created']],
		[{ type: 'Booking' }, ['Booking.Created']],
		[{ eventType: 'Created' }, ['Booking.Created']],
		[{ type: null, eventType: {} }, ['Booking.Created']],
		[{ type: 99, eventType: 'Created' }, ['Booking.Created']],
		[{ type: 'constructor', eventType: [] }, [ANY_EVENT]],
		[{ type: 'Booking.Updated' }, ['Booking.Updated']],
		[{ type: 'signed_waiver:created', eventType: null }, ['SignedWaiver.Created']],
		[{ type: 'Booking', eventType: 'BookingCanceled' }, ['Booking.Cancelled']],
		[{}, ['Booking.Created']],
		[{ type: 'Booking', eventType: 'Created' }, []],
	])('match %j, which may be what was chosen: %j', (said, events) => {
		expect(isSubscribed(events, said)).toBe(true);
	});

	it.each(['signedWaiver', 'Signed Waiver', 'signed_waiver', '7', 'SIGNED-WAIVER'])(
		'are known in any spelling: %s',
		(said) => {
			expect(isSubscribed(['SignedWaiver.Created'], { type: said, eventType: 1 })).toBe(true);
			expect(isSubscribed(['Booking.Created'], { type: said, eventType: 1 })).toBe(false);
			expect(topicNamed(said)).toBe('SignedWaiver');
			expect(isSameTopic(said, 'SignedWaiver')).toBe(true);
			expect(isSameTopic(said, 'PaymentLink')).toBe(false);
		},
	);

	it.each(['Canceled', 'cancelled', 'CANCELED', ' canceled '])(
		'are one event in both spellings: %s',
		(eventType) => {
			expect(isSubscribed(['Booking.Cancelled'], { type: 'Booking', eventType })).toBe(true);
			expect(isSubscribed(['Booking.Deleted'], { type: 'Booking', eventType })).toBe(false);
			const webhooks = { booking: { events: ['Created', eventType] } };
			expect(eventsIn(webhooks)).toEqual(['Booking.Created', 'Booking.Cancelled']);
			expect(eventsMissingIn(webhooks, ['Booking.Cancelled', 'Booking.Deleted'])).toEqual([
				'Booking.Deleted',
			]);
		},
	);

	it.each(['2', '6', '99', 'Waiver', 'Bookings', '', 'constructor'])(
		'are not guessed: %j, which is itself only',
		(said) => {
			expect(topicNamed(said)).toBeUndefined();
			expect(isSameTopic(said, said)).toBe(true);
		},
	);

	it.each([
		[{ type: 1, eventType: 2 }, ['Booking.Created', 'Ticket.Updated']],
		[{ type: 3, eventType: 1 }, ['Booking.Created']],
		[{ type: 2, eventType: 1 }, ['Booking.Created']],
		[{ type: 2, eventType: 3 }, ['Product.Updated']],
		[{ type: 'Locker' }, ['Booking.Created']],
		[{ type: 'Booking', eventType: 'Rescheduled' }, ['Booking.Created', 'Booking.Updated']],
		[{ eventType: 'Deleted' }, ['Booking.Created']],
		[{ type: 'Booking.Updated' }, ['Booking.Created', 'Ticket.Updated']],
		[{ type: 'GroupBooking.Updated' }, ['Booking.Updated']],
	])('do not match %j, which names another event than %j', (said, events) => {
		expect(isSubscribed(events, said)).toBe(false);
	});

	it('have keys in lower camel case [api 2.3]', () => {
		expect(Object.keys(TOPICS).map(topicKey)).toEqual([
			'booking',
			'ticket',
			'redemption',
			'customer',
			'product',
			'signedWaiver',
			'paymentLink',
			'bulkExport',
		]);
	});
});
