import type { MessageMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	compareMessages,
	recoverSinceFor,
} from '../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { firstMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/knownMessages';
import { wasGivenUpBy } from '../../../nodes/VenuePlatformRecoveryTrigger/messageRoom';
import {
	type FailedMessage,
	asFailedMessage,
	RETRIES_TAKE_MS,
} from '../../../nodes/venueApi/resources/failedMessages';
import { knowing, WISHES as ALL } from './support/failedList';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const WISHES = { ...ALL, growthThreshold: 3 };
const GIVEN_UP = 'given up';

/** A message after this many attempts, or given up, that failed last at this minute. */
function message(
	id: string | null,
	state: number | typeof GIVEN_UP = GIVEN_UP,
	minute?: number,
	fields: object = {},
): FailedMessage {
	return asFailedMessage({
		...(id === null ? {} : { uniqueId: id }),
		...{ webhookId: 1, webhookType: 'Booking', webhookEventType: 'Updated' },
		status: state === GIVEN_UP ? 'Failed' : `Attempt${state}Failed`,
		history: minute === undefined ? [] : [{ createdDate: at(minute) }],
		...fields,
	});
}

const at = (minute: number) => new Date(NOON + minute * MINUTE).toISOString();

const empty = () => knowing([]);
const idsOf = (messages: FailedMessage[]) => messages.map(({ id }) => id);

/** What each of these polls in a row reports. */
function polls(
	lists: FailedMessage[][],
	{ memory = empty(), ...wishes }: { memory?: MessageMemory } & Partial<typeof WISHES> = {},
) {
	return lists.map((list) => {
		const news = compareMessages(list, memory, { ...WISHES, ...wishes });
		memory = news.memory;
		return { givenUp: idsOf(news.givenUp), reached: idsOf(news.reached), growth: news.growth };
	});
}

describe('a message on the failed list', () => {
	it('is reported once when it reaches the attempt, and once when it is given up [nodes: delivered five times]', () => {
		const states = [4, 5, 5, 7, GIVEN_UP, GIVEN_UP] as const;
		const said = polls(states.map((state) => [message('one', state)]));
		expect(said.map(({ reached }) => reached.length)).toEqual([0, 1, 0, 0, 0, 0]);
		expect(said.map(({ givenUp }) => givenUp.length)).toEqual([0, 0, 0, 0, 1, 0]);
	});

	it('that is given up at once counts as one that reached the attempt, too [reliability: whatever its history]', () => {
		const [said, again] = polls([[message('one')], [message('one')]]);
		expect(said).toMatchObject({ givenUp: ['one'], reached: ['one'] });
		expect(again).toMatchObject({ givenUp: [], reached: [] });
	});

	it('counts separately for each webhook', () => {
		const both = [message('one'), message('one', GIVEN_UP, 0, { webhookId: 2 })];
		expect(polls([both])[0].givenUp).toEqual(['one', 'one']);
	});

	it('without an ID is identified by its webhook, its event and its first failure', () => {
		const one = message(null, GIVEN_UP, 0);
		const others = [
			message(null, GIVEN_UP, 0, { webhookId: 2 }),
			message(null, GIVEN_UP, 0, { webhookType: 'Customer' }),
			message(null, GIVEN_UP, 0, { webhookEventType: 'Deleted' }),
			message(null, GIVEN_UP, 1),
		];
		const [first, second, third] = polls([[one], [one, ...others], [one, ...others]]);
		expect([first, second, third].map(({ givenUp }) => givenUp.length)).toEqual([1, 4, 0]);
		const later = message(null, GIVEN_UP, undefined, {
			history: [{ createdDate: at(0) }, { createdDate: at(9) }],
		});
		expect(polls([[one], [later]])[1].givenUp).toEqual([]);
	});

	it('has no ID if the venue writes zeros in its place: each of them is reported', () => {
		for (const uniqueId of [0, '00000000-0000-0000-0000-000000000000']) {
			const both = [0, 1].map((minute) => message(null, GIVEN_UP, minute, { uniqueId }));
			expect(polls([both])[0].givenUp).toEqual([null, null]);
		}
	});

	it.each(['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])(
		'is reported with %s in place of the time when it failed',
		(createdDate) => {
			const undated = message('one', GIVEN_UP, undefined, { history: [{ createdDate }] });
			expect(polls([[undated]])[0].givenUp).toEqual(['one']);
			const since = recoverSinceFor([undated], NOON, { safetyMarginMs: 5 * MINUTE });
			expect(since).toBe(NOON - RETRIES_TAKE_MS);
		},
	);

	it('stays known, even while it is off the list', () => {
		const said = polls([[message('one')], [], [message('one')]]);
		expect(said.map(({ givenUp }) => givenUp.length)).toEqual([1, 0, 0]);
	});

	it('does not change what was remembered before', () => {
		const memory = empty();
		compareMessages([message('one'), message('two', 5)], memory, WISHES);
		expect(memory).toEqual(empty());
	});
});

describe('what a poll reports of a long list', () => {
	const list = [
		message('third', GIVEN_UP, 3),
		message('first', GIVEN_UP, 1),
		message('second', 5, 2),
	];

	it('comes in the order of the failures, what was given up first and undated messages before dated ones', () => {
		const [{ givenUp, reached }] = polls([[...list, message('undated')]]);
		expect(givenUp).toEqual(['undated', 'first', 'third']);
		expect(reached).toEqual(['undated', 'first', 'third', 'second']);
	});

	it('is as much as the limit of items allows, and the rest comes later', () => {
		const said = polls([list, list, list], { atMost: 2 });
		expect(said.map(({ reached }) => reached)).toEqual([['first', 'third'], ['second'], []]);
	});

	it('is more if messages failed at the same time', () => {
		const together = [1, 2, 2, 2, 3].map((minute, index) => message(`${index}`, GIVEN_UP, minute));
		const said = polls([together, together], { atMost: 2 });
		expect(said.map(({ givenUp }) => givenUp)).toEqual([['0', '1', '2', '3'], ['4']]);
	});

	it('is no more if messages have no time', () => {
		const undated = [1, 2, 3].map((id) => message(`${id}`));
		const said = polls([undated, undated], { atMost: 2 });
		expect(said.map(({ givenUp }) => givenUp.length)).toEqual([2, 1]);
	});

	it('does not count messages that become no item, and does not report them later', () => {
		const isGivenUp = ({ isGivenUp: is }: FailedMessage) => is;
		const said = polls([list, list], { atMost: 2, isItem: isGivenUp });
		expect(said.map(({ givenUp }) => givenUp)).toEqual([['first', 'third'], []]);
		expect(said.map(({ reached }) => reached)).toEqual([['first', 'third', 'second'], []]);
	});
});

describe('messages that were given up by the time until which all count as reported', () => {
	const memory = { ...empty(), givenUpUntil: NOON };

	it('are no news, except for those without a time', () => {
		const list = [
			message('before', GIVEN_UP, 0),
			message('after', GIVEN_UP, 1),
			message('undated'),
		];
		expect(polls([list], { memory })[0].givenUp).toEqual(['undated', 'after']);
	});

	it('do not include those that the venue still retries', () => {
		expect(polls([[message('tried', 5, -9)]], { memory })[0].reached).toEqual(['tried']);
	});

	it('include those of that very millisecond', () => {
		const given = message('one', GIVEN_UP, 0);
		expect([NOON - 1, NOON, NOON + 1].map((time) => wasGivenUpBy(given, time))).toEqual([
			false,
			true,
			true,
		]);
		expect(wasGivenUpBy(message('one', 5, 0), NOON)).toBe(false);
		expect(wasGivenUpBy(message('one'), NOON)).toBe(false);
	});
});

describe('the length of the list', () => {
	const ofLength = (length: number) =>
		Array.from({ length }, (_, index) => message(`${index}`, 1, index));

	const growths = (lengths: number[]) => polls(lengths.map(ofLength)).map(({ growth }) => growth);

	it('is reported when it has grown by the threshold since the last report', () => {
		expect(growths([2, 3, 5, 6, 6])).toEqual([
			undefined,
			{ before: 0, now: 3 },
			undefined,
			{ before: 3, now: 6 },
			undefined,
		]);
	});

	it('is compared with the shortest that it has been since then [reliability: shortest list]', () => {
		expect(growths([3, 1, 3, 4])).toEqual([
			{ before: 0, now: 3 },
			undefined,
			undefined,
			{ before: 1, now: 4 },
		]);
	});

	it('is at least what an incomplete list shows', () => {
		const cut = { ...WISHES, isCut: true };
		const memory = { ...empty(), count: 2 };
		for (const length of [0, 2, 4]) {
			const news = compareMessages(ofLength(length), memory, cut);
			expect(news.growth).toBeUndefined();
			expect(news.memory.count).toBe(2);
		}
		const news = compareMessages(ofLength(5), memory, cut);
		expect(news.growth).toEqual({ before: 2, now: 5 });
		expect(news.memory.count).toBe(5);
	});
});

describe('what the list holds at first', () => {
	const list = [
		message('given up', GIVEN_UP, 0),
		message('tried', 5, 1),
		message('tried once', 1, 2),
		message('new', GIVEN_UP, 3),
	];

	it('is no news if it is old', () => {
		const memory = firstMemory(list, WISHES, ({ id }) => id !== 'new', 0);
		const [said] = polls([list], { memory });
		expect(said).toMatchObject({ givenUp: ['new'], reached: ['new'], growth: undefined });
		expect(memory).toMatchObject({ count: 4, givenUpUntil: 0 });
	});

	it('is news later if it then reaches the attempt or is given up', () => {
		const memory = knowing(list);
		const later = [message('tried', GIVEN_UP, 9), message('tried once', 5, 9)];
		const [said] = polls([later], { memory });
		expect(said).toMatchObject({ givenUp: ['tried'], reached: ['tried once'] });
	});
});

describe('the time since which bookings are fetched again', () => {
	const margin = { safetyMarginMs: 5 * MINUTE };
	const told = { history: [{ status: 'Attempt1Failed', createdDate: at(0) }] };
	const since = (...messages: FailedMessage[]) => recoverSinceFor(messages, NOON + MINUTE, margin);

	it('is the earliest first failure of a message, less the safety margin', () => {
		const one = message('one', GIVEN_UP, undefined, told);
		const later = { history: [{ status: 'Attempt1Failed', createdDate: at(7) }] };
		expect(since(one)).toBe(NOON - 5 * MINUTE);
		expect(since(message('two', GIVEN_UP, undefined, later), one)).toBe(NOON - 5 * MINUTE);
		expect(since(one, message('two', GIVEN_UP, undefined, later))).toBe(NOON - 5 * MINUTE);
	});

	it('is as much earlier as retries take if the first attempt is not listed', () => {
		expect(since(message('one', GIVEN_UP, 0))).toBe(NOON - 5 * MINUTE - RETRIES_TAKE_MS);
		expect(since(message('one'))).toBe(NOON + MINUTE - RETRIES_TAKE_MS);
	});

	it('is earlier by as much as any zone is ahead if the list shows times without a zone', () => {
		const withDate = (createdDate: string) =>
			since(
				message('one', GIVEN_UP, undefined, {
					history: [{ status: 'Attempt1Failed', createdDate }],
				}),
			);
		expect(withDate('2026-11-21T22:00:00.1234567')).toBeLessThan(NOON - 2 * 60 * MINUTE);
		expect(withDate('2026-11-21T22:00:00.1234567+10:00')).toBe(NOON - 5 * MINUTE + 123);
		expect(withDate('2026-11-21T12:00:00.1234567Z')).toBe(NOON - 5 * MINUTE + 123);
	});

	it('is undefined if no message is about a booking that can be fetched', () => {
		expect(since()).toBeUndefined();
		const deleted = message('one', GIVEN_UP, 0, { webhookEventType: 'Deleted' });
		const other = message('two', GIVEN_UP, 0, { webhookType: 'Customer' });
		expect(since(deleted, other)).toBeUndefined();
		const booking = message('three', GIVEN_UP, undefined, told);
		expect(since(deleted, booking, other)).toBe(NOON - 5 * MINUTE);
	});
});
