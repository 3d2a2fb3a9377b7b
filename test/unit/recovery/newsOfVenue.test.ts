import { venueOf } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import type { RecoverySettings } from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import type { Connection } from '../../../nodes/venueApi/connection';
import { switchedOffKey } from '../../../nodes/venueApi/resources/webhookSecrets';
import {
	BOOKINGS,
	FAILED,
	failed,
	iso,
	MARGIN,
	MINUTE,
	NOON,
	SECRET,
	tried,
	webhook,
	WEBHOOKS,
} from './support/listedVenue';
import { Venue } from './support/polledVenue';

beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

describe('a poll asks the venue', () => {
	it.each([
		[['final'], [FAILED]],
		[['attempt'], [FAILED]],
		[['growth'], [FAILED]],
		[['switchedOff'], [WEBHOOKS]],
		[['booking'], [BOOKINGS]],
		[
			['booking', 'switchedOff', 'growth'],
			[FAILED, WEBHOOKS, BOOKINGS],
		],
	] as Array<[RecoverySettings['events'], string[]]>)(
		'for the lists that %j need',
		async (events, paths) => {
			const venue = new Venue({ events });
			await venue.publish();
			expect(venue.paths()).toEqual(paths);
			await venue.poll();
			expect(venue.paths()).toEqual(paths);
		},
	);

	it('for bookings of failed messages at publishing, and then only if one was given up', async () => {
		const venue = new Venue({ refetchBookings: true });
		await venue.publish();
		expect(venue.paths()).toEqual([FAILED, BOOKINGS]);
		await venue.poll();
		expect(venue.paths()).toEqual([FAILED]);
		venue.failed = [failed('one', venue.now)];
		await venue.poll();
		expect(venue.paths()).toEqual([FAILED, WEBHOOKS, BOOKINGS]);
	});

	it('for bookings with what the user adds to the query', async () => {
		const venue = new Venue({ events: ['booking'], additionalQuery: { site: 7 } });
		await venue.publish();
		expect(venue.asked[0].qs).toMatchObject({ site: 7, modifiedFromDate: iso(NOON - MARGIN) });
	});
});

describe('what a poll finds', () => {
	it('is what is new since the workflow was published', async () => {
		const venue = new Venue({ events: ['final', 'attempt', 'growth', 'switchedOff', 'booking'] });
		venue.failed = [failed('old', NOON - 60 * MINUTE), tried('tried before', NOON)];
		venue.webhooks = [webhook(1), webhook(2)];
		venue.bookings = [{ uniqueId: 'old', at: NOON - MINUTE }];
		await venue.publish();
		expect(venue.memory.notBegunSince).toBeUndefined();

		venue.failed.push(failed('new', venue.now), tried('tried', venue.now));
		venue.webhooks = [webhook(1, { enabled: false }), webhook(3)];
		venue.bookings.push({ uniqueId: 'new', at: venue.now + 1 });
		expect(await venue.poll()).toEqual({
			...{ givenUp: ['new'], reached: ['new', 'tried'], growth: { before: 2, now: 4 } },
			...{ found: ['new'], changes: ['1 disabled', '2 removed'] },
		});
		expect((await venue.poll()).givenUp).toEqual([]);
	});

	it('includes what the failed list held before if the user wants all of it', async () => {
		const venue = new Venue({ startWith: 'all' });
		venue.failed = [failed('old', NOON - 60 * MINUTE)];
		await venue.publish();
		expect((await venue.poll()).givenUp).toEqual(['old']);
	});

	it('begins at the time that the user has chosen', async () => {
		const venue = new Venue({ startWith: NOON - 60 * MINUTE });
		venue.failed = [failed('before', NOON - 60 * MINUTE - 1), failed('then', NOON - 60 * MINUTE)];
		await venue.publish();
		// The first list was incomplete and did not have this message.
		venue.failed.push(failed('before, too', NOON - 61 * MINUTE));
		expect((await venue.poll()).givenUp).toEqual(['then']);
	});

	it('does not include older messages that an incomplete list did not have at publishing', async () => {
		const venue = new Venue();
		venue.partial = [FAILED];
		await venue.publish();
		expect(venue.said).toEqual(['part of failed messages']);
		venue.partial = [];
		const beganAt = NOON - MARGIN;
		venue.failed = [failed('not shown', beganAt), failed('new', beganAt + 1)];
		expect((await venue.poll()).givenUp).toEqual(['new']);
		expect(venue.said).toEqual([]);
	});

	it('includes messages that the list did not have at publishing if the user wants older ones', async () => {
		const venue = new Venue({ startWith: 'all' });
		venue.partial = [FAILED];
		await venue.publish();
		venue.partial = [];
		venue.failed = [failed('not shown', NOON - 600 * MINUTE)];
		expect((await venue.poll()).givenUp).toEqual(['not shown']);
	});

	it('does not include webhooks that n8n itself has switched off', async () => {
		const venue = new Venue({ events: ['switchedOff'] });
		venue.webhooks = [webhook(1), webhook(2)];
		await venue.publish();
		const { url } = webhook(1);
		const key = switchedOffKey([SECRET], url);
		venue.webhooks = [
			webhook(1, { enabled: false, authentication: { apiKey: key } }),
			webhook(2, { enabled: false, authentication: { apiKey: 'another' } }),
		];
		expect((await venue.poll()).changes).toEqual(['2 disabled']);
	});

	it('still includes what was to be found before the workflow was published again', async () => {
		const venue = new Venue({ events: ['switchedOff', 'final'] });
		venue.webhooks = [webhook(1)];
		await venue.publish();
		venue.webhooks = [webhook(2)];
		venue.failed = [failed('new', venue.now)];
		await venue.publish();
		venue.webhooks = [];
		const { changes, givenUp } = await venue.poll();
		expect(changes.sort()).toEqual(['1 removed', '2 removed']);
		expect(givenUp).toEqual(['new']);
	});

	it('is reported as incomplete if the venue says so [reliability: messages or webhooks]', async () => {
		const venue = new Venue({ events: ['switchedOff'] });
		await venue.publish();
		expect(venue.said).toEqual([]);
		venue.partial = [WEBHOOKS];
		await venue.poll();
		expect(venue.said).toEqual(['part of webhooks']);
	});
});

describe('a list that is as long as the venue may show at once', () => {
	const many = <T>(count: number, make: (index: number) => T) =>
		Array.from({ length: count }, (_, index) => make(index));
	const given = (from: number, to: number, at = NOON) =>
		many(to - from, (index) => failed(`${from + index}`, at + from + index));

	it('is reported as maybe incomplete, for as long as it is [reliability: so it counts as one]', async () => {
		const venue = new Venue({ events: ['final', 'switchedOff'] });
		venue.newest = { [FAILED]: 100, [WEBHOOKS]: 50 };
		venue.failed = given(0, 99);
		venue.webhooks = many(49, (index) => webhook(index + 1));
		await venue.publish();
		expect(venue.said).toEqual([]);
		venue.failed = given(0, 300);
		venue.webhooks = many(51, (index) => webhook(51 - index));
		await venue.poll();
		expect(venue.said).toEqual(['part of failed messages', 'part of webhooks']);
		venue.failed = given(0, 99);
		venue.webhooks = many(49, (index) => webhook(index + 1));
		await venue.poll();
		expect(venue.said).toEqual([]);
	});

	it('shows no webhook as removed, and the newest are still watched [reliability: is not gone]', async () => {
		const venue = new Venue({ events: ['switchedOff'] });
		venue.newest = { [WEBHOOKS]: 100 };
		venue.webhooks = many(100, (index) => webhook(index));
		await venue.publish();
		for (let made = 100; made < 250; made++) {
			venue.webhooks.push(webhook(made));
			expect((await venue.poll()).changes).toEqual([]);
		}
		venue.webhooks.forEach((one, index) => (one.enabled = index < 150));
		const { changes } = await venue.poll();
		expect(changes).toEqual(many(100, (index) => `${150 + index} disabled`));
	});

	it('hides what was removed until it is shorter', async () => {
		const venue = new Venue({ events: ['switchedOff'] });
		venue.newest = { [WEBHOOKS]: 50 };
		venue.webhooks = many(50, (index) => webhook(index));
		await venue.publish();
		venue.webhooks = many(50, (index) => webhook(index + 1));
		expect((await venue.poll()).changes).toEqual([]);
		venue.webhooks.pop();
		expect((await venue.poll()).changes.sort()).toEqual(['0 removed', '50 removed']);
	});

	it('shows messages later that are older than the publication, and they are not reported', async () => {
		const venue = new Venue();
		venue.newest = { [FAILED]: 100 };
		const old = given(0, 300, NOON - 60 * MINUTE);
		venue.failed = old;
		await venue.publish();
		venue.failed = [...old.slice(0, 250), failed('new', venue.now)];
		expect((await venue.poll()).givenUp).toEqual(['new']);
	});

	it('hides nothing that comes afterwards, also if the venue’s clock is behind', async () => {
		const venue = new Venue();
		venue.newest = { [FAILED]: 100 };
		venue.failed = given(0, 100, NOON - 600 * MINUTE);
		venue.aheadMs = -60 * MINUTE;
		await venue.publish();
		venue.failed.push(failed('new', NOON - 60 * MINUTE + 1));
		expect((await venue.poll()).givenUp).toEqual(['new']);
	});

	it('shows how long it is at least', async () => {
		const venue = new Venue({ events: ['growth'] });
		venue.newest = { [FAILED]: 100 };
		await venue.publish();
		venue.failed = given(0, 300);
		expect((await venue.poll()).growth).toEqual({ before: 0, now: 100 });
		expect((await venue.poll()).growth).toBeUndefined();
		venue.newest = { [FAILED]: 50 };
		expect((await venue.poll()).growth).toBeUndefined();
		venue.newest = { [FAILED]: 100 };
		expect((await venue.poll()).growth).toBeUndefined();
		venue.failed = given(0, 80);
		await venue.poll();
		venue.failed = given(0, 120);
		expect((await venue.poll()).growth).toEqual({ before: 80, now: 100 });
	});
});

describe('what the venue does not return', () => {
	it('stays as it was, and everything else is found', async () => {
		const venue = new Venue({ events: ['final', 'switchedOff'] });
		venue.webhooks = [webhook(1)];
		await venue.publish();
		venue.failed = [failed('new', venue.now)];
		venue.webhooks = [];
		venue.refused = [FAILED];
		expect(await venue.poll()).toMatchObject({ givenUp: [], changes: ['1 removed'] });
		venue.refused = [];
		expect(await venue.poll()).toMatchObject({ givenUp: ['new'], changes: [] });
	});

	it.each([
		['final', FAILED],
		['switchedOff', WEBHOOKS],
		['booking', BOOKINGS],
	] as const)('at publishing is remembered as missing until it comes (%s)', async (event, path) => {
		const venue = new Venue({ events: [event] });
		venue.refused = [path];
		await venue.publish();
		await venue.poll();
		expect(venue.memory.notBegunSince).toBe(NOON);
		venue.refused = [];
		await venue.poll();
		expect(venue.memory.notBegunSince).toBeUndefined();
	});

	it('at publishing is news once it comes, unless it is older than that', async () => {
		const venue = new Venue({ events: ['final', 'booking'] });
		venue.refused = [FAILED, BOOKINGS];
		const beganAt = NOON - MARGIN;
		venue.failed = [failed('before', beganAt), failed('since', beganAt + 1)];
		venue.bookings = [
			{ uniqueId: 'before', at: beganAt - 1 },
			{ uniqueId: 'since', at: beganAt },
		];
		await venue.publish();
		await venue.poll();
		venue.refused = [];
		expect(await venue.poll()).toMatchObject({ givenUp: ['since'], found: ['since'] });
	});

	/** The venue writes New York's time without a zone. */
	const inNewYork = (id: string, at: number) => {
		const createdDate = iso(at - 5 * 60 * MINUTE).replace('Z', '');
		return { ...failed(id, at), history: [{ status: 'Attempt1Failed', createdDate }] };
	};

	it.each<[string, Partial<Venue>, Partial<RecoverySettings>]>([
		['it did not come', { refused: [FAILED] }, {}],
		['it was incomplete', { partial: [FAILED] }, {}],
		['a date was chosen', {}, { startWith: NOON - MINUTE }],
	])('at publishing is news, also in local time without a zone: %s', async (_, state, settings) => {
		const venue = Object.assign(new Venue(settings), state);
		await venue.publish();
		venue.failed = [inNewYork('since', NOON + 1)];
		Object.assign(venue, { refused: [], partial: [] });
		expect((await venue.poll()).givenUp).toEqual(['since']);
		expect((await venue.poll()).givenUp).toEqual([]);
	});

	it('at publishing is news, also if the user then publishes with a later date', async () => {
		const venue = new Venue({ events: ['final', 'booking'] });
		venue.refused = [FAILED, BOOKINGS];
		await venue.publish();
		venue.failed = [failed('since', NOON + 1)];
		venue.bookings = [{ uniqueId: 'since', at: NOON + 1 }];
		venue.now += 60 * MINUTE;
		const later = { startWith: NOON + 30 * MINUTE };
		await venue.publish(later);
		venue.memory.backfillSince = later.startWith;
		venue.refused = [];
		expect(await venue.poll(later)).toMatchObject({ givenUp: ['since'], found: ['since'] });
	});
});

describe('a poll with a limit of items', () => {
	const full = (events: RecoverySettings['events'], maxItems: number) => {
		const venue = new Venue({ events, maxItems });
		return async () => {
			await venue.publish();
			venue.failed = [1, 2, 3, 4].map((id) => failed(`${id}`, NOON + id));
			venue.bookings = [{ uniqueId: 'booking', at: NOON + 1 }];
			const polls: Array<[number, number]> = [];
			for (let poll = 0; poll < 4; poll++) {
				const { givenUp, found } = await venue.poll();
				polls.push([givenUp.length, found.length]);
			}
			return polls;
		};
	};

	it('leaves the rest to the next poll, and reports messages before bookings', async () => {
		const polls = await full(['final', 'booking'], 2)();
		expect(polls.slice(0, 3)).toEqual([
			[2, 0],
			[2, 0],
			[0, 1],
		]);
	});

	it('counts the growth of the list as an item', async () => {
		expect(await full(['final', 'growth'], 3)()).toEqual([
			[2, 0],
			[2, 0],
			[0, 0],
			[0, 0],
		]);
	});

	it('always reports at least one message', async () => {
		const polls = await full(['final', 'growth'], 1)();
		expect(polls.map(([messages]) => messages)).toEqual([1, 1, 1, 1]);
	});

	it('checks the permission for bookings at publishing, even with a limit of 0', async () => {
		const venue = new Venue({ events: ['booking'], maxItems: 0 });
		await venue.publish();
		expect(venue.paths()).toEqual([BOOKINGS]);
		await venue.poll();
		expect(venue.paths()).toEqual([]);
	});
});

describe('the venue of a memory', () => {
	const of = (baseUrl: string, credential?: { id: string | null; name: string }) =>
		venueOf({
			baseUrl,
			node: { credentials: credential && { venuePlatformApi: credential } },
		} as unknown as Connection);

	it('is its address and the credential, whatever name the credential has', () => {
		const [one, two] = ['https://one.example', 'https://two.example'];
		expect(of(one, { id: '7', name: 'One' })).toBe(of(one, { id: '7', name: 'Renamed' }));
		expect(of(one, { id: '7', name: 'One' })).not.toBe(of(one, { id: '8', name: 'One' }));
		expect(of(one, { id: '7', name: 'One' })).not.toBe(of(two, { id: '7', name: 'One' }));
	});

	it('is identified by the name of the credential if n8n does not give its ID', () => {
		const url = 'https://one.example';
		expect(of(url, { id: null, name: 'One' })).not.toBe(of(url, { id: null, name: 'Two' }));
		expect(of(url)).toBe(of(url));
	});
});
