import { type Findings, isItem, itemsOf } from '../../../nodes/VenuePlatformRecoveryTrigger/items';
import {
	RECOVERY_EVENTS,
	type RecoveryEvent,
	type RecoverySettings,
} from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { asFailedMessage } from '../../../nodes/venueApi/resources/failedMessages';

const NOON = '2026-11-21T12:00:00.000Z';

const message = (id: string, isGivenUp: boolean, at?: string) =>
	asFailedMessage({
		uniqueId: id,
		status: isGivenUp ? 'Failed' : 'Attempt5Failed',
		webhookType: 'Booking',
		webhookEventType: 'Updated',
		history: at ? [{ createdDate: at }] : [],
	});

const settings = (events: RecoveryEvent[], venue?: string) =>
	({ events, venue }) as RecoverySettings;

const itemsFor = (findings: Findings, events: RecoveryEvent[], venue?: string) =>
	itemsOf(findings, settings(events, venue), Date.parse(NOON)).map(({ json }) => json);

const [givenUp, tried] = [message('given up', true), message('tried', false)];
const growth = { before: 1, now: 4 };
const change = { webhookId: '7', url: 'https://n8n.example', change: 'removed' } as const;
const findings: Findings = {
	messages: { givenUp: [givenUp], reached: [tried, givenUp], growth },
	changes: [change],
	bookings: [{ uniqueId: 'BKG-1' }],
};

describe('the items of a poll', () => {
	it('are one for each finding, in the order of the list of events', () => {
		const items = itemsFor(findings, [...RECOVERY_EVENTS]);
		expect(items.map(({ event, messageId }) => [event, messageId])).toEqual([
			['final', 'given up'],
			['attempt', 'tried'],
			['growth', undefined],
			['switchedOff', undefined],
			['booking', undefined],
		]);
		expect(items[2]).toEqual({ event: 'growth', at: NOON, ...growth });
		expect(items[3]).toEqual({ event: 'switchedOff', at: NOON, ...change });
		expect(items[4]).toEqual({ event: 'booking', at: NOON, booking: { uniqueId: 'BKG-1' } });
	});

	it.each(RECOVERY_EVENTS.filter((event) => event !== 'booking'))(
		'are those of the chosen event, and the bookings that belong to it: %s',
		(event) => {
			const items = itemsFor(findings, [event]);
			expect([...new Set(items.map((item) => item.event))]).toEqual([event, 'booking']);
		},
	);

	it('report that a message has reached the attempt, even if it was given up in the meantime', () => {
		const ids = itemsFor(findings, ['attempt']).map(({ messageId }) => messageId);
		expect(ids).toEqual(['tried', 'given up', undefined]);
	});

	it('are none if nothing was found', () => {
		expect(itemsFor({}, [...RECOVERY_EVENTS])).toEqual([]);
		expect(itemsFor({ messages: { givenUp: [], reached: [] } }, [...RECOVERY_EVENTS])).toEqual([]);
	});

	it('show when a message failed last, or when the poll found it', () => {
		const at = '2026-11-21T09:00:00.000Z';
		const messages = { givenUp: [message('dated', true, at), givenUp], reached: [] };
		expect(itemsFor({ messages }, ['final']).map((item) => item.at)).toEqual([at, NOON]);
	});

	it('show whether a message can be recovered', () => {
		const other = asFailedMessage({ status: 'Failed', webhookType: 'Customer' });
		const messages = { givenUp: [givenUp, other], reached: [] };
		const items = itemsFor({ messages }, ['final']);
		expect(items.map(({ isRecoverable }) => isRecoverable)).toEqual([true, false]);
	});

	it('have the venue’s name if the user wants it, and no field for it otherwise', () => {
		const named = itemsFor(findings, [...RECOVERY_EVENTS], 'Northgate');
		expect(named.map(({ venue }) => venue)).toEqual(Array(5).fill('Northgate'));
		for (const item of itemsFor(findings, [...RECOVERY_EVENTS]))
			expect(item).not.toHaveProperty('venue');
	});
});

describe('a message on the failed list', () => {
	it.each([
		['given up', givenUp, ['final'], true],
		['given up', givenUp, ['attempt'], true],
		['given up', givenUp, ['growth', 'booking'], false],
		['still tried', tried, ['final'], false],
		['still tried', tried, ['attempt'], true],
	] as Array<[string, typeof givenUp, RecoveryEvent[], boolean]>)(
		'that is %s becomes an item only for the events that need it',
		(_, listed, events, becomes) => {
			expect(isItem(listed, settings(events))).toBe(becomes);
		},
	);
});
