import { connect, PATIENCE_MS } from '../../../nodes/venueApi/connection';
import { updateWebhook } from '../../../nodes/venueApi/resources/webhooks';
import {
	BOOKINGS,
	FAILED,
	failed,
	iso,
	MINUTE,
	NOON,
	webhook,
	WEBHOOKS,
} from './support/listedVenue';
import { N8n } from './support/n8n';

const HOUR = 60 * MINUTE;
const BOTH = { events: ['final', 'switchedOff'], refetchBookings: false };

beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

describe('the poll with which n8n publishes a workflow', () => {
	it('emits nothing, and the next poll emits what is new since then', async () => {
		const n8n = new N8n();
		n8n.failed = [failed('old', NOON)];
		const context = n8n.context('activate');
		expect(await n8n.poll(context)).toBeNull();
		n8n.failed.push(failed('new', n8n.now));
		expect(await n8n.poll(context)).toEqual(['new']);
		expect(await n8n.poll(context)).toBeNull();
	});

	it('fails with the reason if a user has to do something first', async () => {
		const n8n = new N8n();
		n8n.parameters = BOTH;
		n8n.refused = [WEBHOOKS];
		expect(await n8n.poll(n8n.context('activate'))).toMatch(/Webhook_Get/);
		n8n.refused = [];
		expect(await n8n.poll(n8n.context('activate'))).toBeNull();
	});

	it('asks for no other list then, which may take longer than n8n waits', async () => {
		const n8n = new N8n();
		n8n.parameters = { events: ['final', 'switchedOff', 'booking'] };
		n8n.refused = [WEBHOOKS];
		await n8n.poll(n8n.context('activate'));
		expect(n8n.paths()).toEqual([FAILED, WEBHOOKS]);
	});

	it('fails without a request if the node is not set up', async () => {
		const n8n = new N8n();
		n8n.parameters = { events: [] };
		expect(await n8n.poll(n8n.context('activate'))).toContain('“Trigger On” is empty');
		expect(n8n.paths()).toEqual([]);
	});

	it('does not fail during an outage, and reports later what came since', async () => {
		const n8n = new N8n();
		n8n.closed = [FAILED];
		const context = n8n.context('activate');
		expect(await n8n.poll(context)).toBeNull();
		expect(n8n.warned).toEqual([]);
		n8n.closed = [];
		n8n.now += HOUR;
		n8n.failed = [failed('since', NOON + 2 * MINUTE)];
		expect(await n8n.poll(context)).toEqual(['since']);
	});

	it('logs that a list was incomplete', async () => {
		const n8n = new N8n();
		n8n.partial = [FAILED];
		expect(await n8n.poll(n8n.context('activate'))).toBeNull();
		expect(n8n.warned).toHaveLength(1);
		expect(n8n.warned[0]).toContain('not all failed messages');
	});

	it('is recognized at most 20 times in a row if n8n makes a new context for each poll', async () => {
		const n8n = new N8n();
		await n8n.published();
		n8n.failed = [failed('new', n8n.now)];
		for (let poll = 1; poll < 20; poll++) {
			expect(await n8n.poll(n8n.context('activate'))).toBeNull();
		}
		expect(await n8n.poll(n8n.context('activate'))).toEqual(['new']);
		n8n.failed.push(failed('newer', n8n.now));
		expect(await n8n.poll(n8n.context('activate'))).toEqual(['newer']);
	});

	it('is counted from zero again after a usual poll, or if it has failed', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		const publish = async () => await n8n.poll(n8n.context('activate'));
		for (let poll = 1; poll < 20; poll++) await publish();
		expect(await n8n.poll(context)).toBeNull();
		n8n.failed = [failed('new', n8n.now)];
		for (let poll = 0; poll < 19; poll++) expect(await publish()).toBeNull();
		n8n.refused = [FAILED];
		expect(await publish()).toMatch(/Webhook_GetFailedMessages/);
		n8n.refused = [];
		for (let poll = 0; poll < 20; poll++) expect(await publish()).toBeNull();
		expect(await publish()).toEqual(['new']);
	});
});

describe('how long the calls of a poll may take', () => {
	const timeoutOf = async (n8n: N8n, context: ReturnType<N8n['context']>) => {
		n8n.asked = [];
		await n8n.poll(context);
		return n8n.asked[0].timeout;
	};

	it('is short while n8n publishes or starts, and then a minute or as long as n8n allows', async () => {
		const n8n = new N8n();
		const context = n8n.context('activate', 5 * MINUTE);
		expect(await timeoutOf(n8n, context)).toBe(30_000);
		expect(await timeoutOf(n8n, context)).toBe(MINUTE);
		expect(await timeoutOf(n8n, n8n.context('init'))).toBe(30_000);
		expect(await timeoutOf(n8n, n8n.context('leadershipChange'))).toBe(30_000);
		expect(await timeoutOf(n8n, n8n.context('update'))).toBe(30_000);
		// Less than n8n gives to a first poll.
		expect(await timeoutOf(n8n, n8n.context('activate', 20_000))).toBe(20_000);
		expect(await timeoutOf(n8n, n8n.context('init', 5 * MINUTE - 1))).toBe(MINUTE);
	});
});

describe('the poll with which n8n starts a workflow', () => {
	it('emits what is new, and does not fail', async () => {
		const n8n = new N8n();
		n8n.parameters = BOTH;
		await n8n.published();
		n8n.refused = [WEBHOOKS];
		const context = n8n.context('init');
		expect(await n8n.poll(context)).toBeNull();
		n8n.failed = [failed('new', n8n.now)];
		expect(await n8n.poll(n8n.context('leadershipChange'))).toEqual(['new']);
		expect(await n8n.poll(context)).toMatch(/Webhook_Get/);
	});
});

describe('a usual poll', () => {
	it('emits what it has, and the next one reports what it did not get', async () => {
		const n8n = new N8n();
		n8n.parameters = BOTH;
		const context = await n8n.published();
		n8n.refused = [WEBHOOKS];
		n8n.failed = [failed('new', n8n.now)];
		expect(await n8n.poll(context)).toEqual(['new']);
		expect(await n8n.poll(context)).toMatch(/Webhook_Get/);
		expect(await n8n.poll(context)).toBeNull();
		n8n.refused = [];
		expect(await n8n.poll(context)).toBeNull();
		n8n.refused = [WEBHOOKS];
		expect(await n8n.poll(context)).toMatch(/Webhook_Get/);
	});

	it('reports an outage once, after two polls in a row', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.closed = [FAILED];
		expect(await n8n.poll(context)).toBeNull();
		expect(await n8n.poll(context)).toContain('n8n asks again at the next poll');
		expect(await n8n.poll(context)).toBeNull();
	});

	it('reports an incomplete list once', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.partial = [FAILED];
		expect(await n8n.poll(context)).toContain('not all failed messages');
		expect(n8n.warned).toEqual([]);
		n8n.failed = [failed('new', n8n.now)];
		expect(await n8n.poll(context)).toEqual(['new']);
		expect(await n8n.poll(context)).toBeNull();
	});

	it('requests nothing while another one is under way', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.failed = [failed('new', n8n.now)];
		let goOn = () => {};
		n8n.held = new Promise((resolve) => (goOn = resolve));
		const first = n8n.poll(context);
		expect(await n8n.poll(context)).toBeNull();
		goOn();
		expect(await first).toEqual(['new']);
		expect(n8n.paths()).toEqual([FAILED, WEBHOOKS]);
		expect(await n8n.poll(context)).toBeNull();
		expect(n8n.paths()).toEqual([FAILED, WEBHOOKS]);
	});

	it('waits a minute longer than an earlier one may take, and then goes on without it', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.failed = [failed('new', n8n.now)];
		n8n.held = new Promise(() => {});
		void n8n.poll(context);
		expect(await n8n.poll(context)).toBeNull();
		n8n.held = Promise.resolve();
		n8n.now += PATIENCE_MS.poll - MINUTE;
		expect(await n8n.poll(context)).toBeNull();
		expect(await n8n.poll(context)).toEqual(['new']);
	});

	it('emits nothing if the workflow was published again in the meantime, and loses nothing', async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.failed = [failed('new', n8n.now)];
		let goOn = () => {};
		n8n.held = new Promise((resolve) => (goOn = resolve));
		const first = n8n.poll(context);
		const again = n8n.context('update');
		const publishing = n8n.poll(again);
		goOn();
		expect(await first).toBeNull();
		expect(await publishing).toBeNull();
		expect(await n8n.poll(again)).toEqual(['new']);
	});
});

it('what n8n had not saved yet when it published the workflow comes again, and nothing is missing [reliability: in the moment after a poll]', async () => {
	const n8n = new N8n();
	const context = await n8n.published();
	const saved = structuredClone(n8n.data);
	n8n.failed = [failed('new', n8n.now)];
	expect(await n8n.poll(context)).toEqual(['new']);
	Object.assign(n8n.data, saved);
	const again = n8n.context('update');
	expect(await n8n.poll(again)).toBeNull();
	expect(await n8n.poll(again)).toEqual(['new']);
	expect(await n8n.poll(again)).toBeNull();
});

describe('a list that is incomplete in every poll', () => {
	it('is reported again if its event was removed and added in the meantime', async () => {
		const n8n = new N8n();
		n8n.parameters = BOTH;
		const context = await n8n.published();
		n8n.partial = [WEBHOOKS];
		expect(await n8n.poll(context)).toContain('not all webhooks');
		expect(await n8n.poll(context)).toBeNull();
		n8n.parameters = { events: ['final'], refetchBookings: false };
		const without = n8n.context('update');
		expect(await n8n.poll(without)).toBeNull();
		expect(await n8n.poll(without)).toBeNull();
		n8n.parameters = BOTH;
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(await n8n.poll(again)).toContain('not all webhooks');
		expect(await n8n.poll(again)).toBeNull();
	});
});

it('what this process switched off is no news, also if its mark is that of another Client ID', async () => {
	const n8n = new N8n();
	n8n.parameters = { events: ['switchedOff'] };
	await n8n.published();
	// n8n stores what a poll saw only with news, so it knows nothing of this one after a restart.
	const url = 'https://n8n.example/webhook/2/venue-platform';
	const saved = structuredClone(n8n.data);
	n8n.restart();
	Object.assign(n8n.data, saved);
	const context = n8n.context('init');
	const off = { url, enabled: false, authentication: { apiKey: 'another mark' }, webhooks: [] };
	await updateWebhook(await connect(context, 'poll'), '2', off);
	n8n.webhooks.push(webhook(2, off));
	expect(await n8n.poll(context)).toBeNull();
	expect(await n8n.poll(context)).toBeNull();
});

describe('a node that now asks another venue', () => {
	const moved = async (given: object) => {
		const n8n = new N8n();
		Object.assign(n8n.parameters, given);
		const context = await n8n.published();
		n8n.failed = [failed('one', n8n.now - MINUTE)];
		n8n.closed = [BOOKINGS];
		expect(await n8n.poll(context)).toEqual(['one']);
		n8n.credential = { ...n8n.credential, baseUrl: 'https://another.example' };
		n8n.closed = [];
		return { n8n, context };
	};

	it('counts what is listed there as old, and reports what is new', async () => {
		const { n8n } = await moved({});
		n8n.failed = [failed('listed there', n8n.now)];
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(n8n.warned.join()).toContain('another venue');
		n8n.failed.push(failed('new there', n8n.now));
		expect(await n8n.poll(again)).toEqual(['new there']);
		// Nothing was left behind, so there is nothing else to report.
		expect(await n8n.poll(again)).toBeNull();
	});

	it('reports once that something of the old venue is no longer reported', async () => {
		const { n8n, context } = await moved({ refetchBookings: true });
		expect(await n8n.poll(context)).toContain('another venue');
		expect(await n8n.poll(context)).toBeNull();
		expect(await n8n.poll(context)).toBeNull();
	});

	it('has seen what the venue shows there, although it only says that it moved', async () => {
		const { n8n, context } = await moved({ ...BOTH, refetchBookings: true });
		n8n.failed = [];
		expect(await n8n.poll(context)).toContain('another venue');
		n8n.failed = [failed('new there', n8n.now)];
		expect(await n8n.poll(context)).toEqual(['new there']);
	});

	it('reports that at a later poll, too, if it is published first', async () => {
		const { n8n } = await moved({ refetchBookings: true });
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(n8n.warned.join()).toContain('another venue');
		expect(await n8n.poll(again)).toContain('another venue');
		expect(await n8n.poll(again)).toBeNull();
	});

	it('reports that after n8n was restarted, too, if no poll has said it', async () => {
		const { n8n } = await moved({ refetchBookings: true });
		expect(await n8n.poll(n8n.context('update'))).toBeNull();
		n8n.restart();
		const started = n8n.context('init');
		expect(await n8n.poll(started)).toBeNull();
		expect(await n8n.poll(started)).toContain('another venue');
		expect(await n8n.poll(started)).toBeNull();
	});

	it('reports what came since n8n started, although the venue did not answer then', async () => {
		const { n8n } = await moved(BOTH);
		n8n.restart();
		n8n.closed = [FAILED, WEBHOOKS];
		const started = n8n.context('init');
		expect(await n8n.poll(started)).toBeNull();
		n8n.closed = [];
		n8n.now += HOUR;
		n8n.failed = [failed('since', n8n.now - MINUTE)];
		expect(await n8n.poll(started)).toContain('another venue');
		expect(await n8n.poll(started)).toEqual(['since']);
		expect(await n8n.poll(started)).toBeNull();
	});
});

describe('the time since which a node reports', () => {
	const since = (time: number) => ({ startWith: 'date', startDate: iso(time) });
	const withBookings = async (options: object) => {
		const n8n = new N8n();
		n8n.parameters = { events: ['booking'], options };
		n8n.bookings = [
			{ uniqueId: 'long ago', at: NOON - 600 * MINUTE },
			{ uniqueId: 'before', at: NOON - 60 * MINUTE },
		];
		expect(await n8n.poll(n8n.context('activate'))).toBeNull();
		return n8n;
	};

	it('is the one that the user chose at the first publishing', async () => {
		const n8n = await withBookings(since(NOON - 60 * MINUTE));
		expect(await n8n.poll(n8n.context('init'))).toEqual(['before']);
		// It counts once.
		n8n.parameters = { events: ['booking'], options: since(NOON - 600 * MINUTE) };
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(await n8n.poll(again)).toBeNull();
	});

	it('changes if the user publishes with another one before the first has taken effect', async () => {
		const n8n = await withBookings(since(NOON - 60 * MINUTE));
		n8n.parameters = { events: ['booking'], options: since(NOON - 600 * MINUTE) };
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(await n8n.poll(again)).toEqual(['long ago', 'before']);
	});

	it('is that of publishing if the user publishes without one before the first has taken effect', async () => {
		const n8n = await withBookings(since(NOON - 60 * MINUTE));
		n8n.parameters = { events: ['booking'], options: {} };
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(await n8n.poll(again)).toBeNull();
		n8n.bookings.push({ uniqueId: 'new', at: n8n.now });
		expect(await n8n.poll(again)).toEqual(['new']);
	});

	it('is that of publishing if Booking Changed was removed and is added again', async () => {
		const n8n = await withBookings({});
		n8n.parameters = { events: ['final'] };
		const without = n8n.context('update');
		expect(await n8n.poll(without)).toBeNull();
		n8n.bookings.push({ uniqueId: 'meanwhile', at: n8n.now });
		expect(await n8n.poll(without)).toBeNull();
		n8n.now += HOUR;
		n8n.parameters = { events: ['booking'] };
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		n8n.bookings.push({ uniqueId: 'new', at: n8n.now });
		expect(await n8n.poll(again)).toEqual(['new']);
	});

	it('does not change when n8n starts the workflow', async () => {
		const n8n = await withBookings(since(NOON - 60 * MINUTE));
		n8n.parameters = { events: ['booking'], options: {} };
		expect(await n8n.poll(n8n.context('init'))).toEqual(['before']);
	});

	it('stays that of a backfill that is under way, and publishing without one ends it', async () => {
		const backfill = async (then: object) => {
			const options = { ...since(NOON - 600 * MINUTE), maxItems: 1 };
			const n8n = await withBookings(options);
			const first = await n8n.poll(n8n.context('init'));
			n8n.parameters = { events: ['booking'], options: { maxItems: 1, ...then } };
			const again = n8n.context('update');
			expect(await n8n.poll(again)).toBeNull();
			return [first, await n8n.poll(again)].flat();
		};
		const both = await backfill(since(NOON - 30 * MINUTE));
		expect(both.sort()).toEqual(['before', 'long ago']);
		expect(await backfill({})).toEqual([expect.any(String), null]);
	});
});

describe('a workflow that is published again', () => {
	const DAY = 24 * HOUR;
	const reported = async () => {
		const n8n = new N8n();
		const context = await n8n.published();
		n8n.failed = [failed('reported', n8n.now)];
		expect(await n8n.poll(context)).toEqual(['reported']);
		return { n8n, context };
	};
	const publishedAfter = async (n8n: N8n, days: number) => {
		n8n.now += days * DAY - MINUTE;
		n8n.failed.push(failed('meanwhile', n8n.now - HOUR));
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		return again;
	};
	const beginsAnew = ({ warned }: N8n) => warned.join().includes('begins as Start With says');

	it.each([
		[7, false],
		[8, true],
	])('after %d days begins anew: %s', async (days, isAnew) => {
		const { n8n } = await reported();
		const again = await publishedAfter(n8n, days);
		expect(beginsAnew(n8n)).toBe(isAnew);
		expect(await n8n.poll(again)).toEqual(isAnew ? null : ['meanwhile']);
	});

	it('begins anew at the next try, too, if n8n stored nothing of the first', async () => {
		const { n8n } = await reported();
		const stored = structuredClone(n8n.data);
		await publishedAfter(n8n, 8);
		Object.assign(n8n.data, stored);
		const again = n8n.context('update');
		expect(await n8n.poll(again)).toBeNull();
		expect(await n8n.poll(again)).toBeNull();
	});

	it('goes on if it asked the venue all the time, and nothing was new', async () => {
		const { n8n, context } = await reported();
		const stored = structuredClone(n8n.data);
		for (let day = 0; day < 8; day++) {
			n8n.now += DAY;
			expect(await n8n.poll(context)).toBeNull();
		}
		// n8n stores nothing of polls without items.
		Object.assign(n8n.data, stored);
		expect(await n8n.poll(await publishedAfter(n8n, 1))).toEqual(['meanwhile']);
	});

	it('says so if n8n was restarted, because polls without items are not stored [troubleshooting: more than a week ago]', async () => {
		const { n8n } = await reported();
		const restarted = new N8n();
		Object.assign(restarted, { now: n8n.now, failed: n8n.failed });
		Object.assign(restarted.data, n8n.data);
		const again = await publishedAfter(restarted, 8);
		expect(beginsAnew(restarted)).toBe(true);
		expect(await restarted.poll(again)).toMatch(
			/last asked the venue on 2026-[-\d]+ [:\d]+ \(America\/New_York\), .*Failed Message → Recover with that time in Since/,
		);
		expect(await restarted.poll(again)).toBeNull();
	});
});
