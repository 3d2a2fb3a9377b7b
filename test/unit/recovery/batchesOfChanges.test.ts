import { BookingPolls } from './support/bookingPolls';
import { MINUTE, NOON } from './support/listedVenue';

const SECOND = 1_000;
const BESIDE = { isContinuous: false };
const PART = [{ reason: 'part of bookings' }];
const two = { atMost: 2 };

describe('more changes than a poll may report', () => {
	it('come in batches of that size, each change once', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(5, 3, 1, 2, 4);
		polls.minute = 10;
		const first = await polls.poll(two);
		const rest = await polls.reports(3, two);
		expect([first.found, ...rest].map(({ length }) => length)).toEqual([2, 2, 1, 0]);
		expect([first.found, ...rest].flat().sort()).toEqual([1, 2, 3, 4, 5]);
		expect(polls.range()).toEqual([0, 40, 35]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('do not include what changed shortly before publishing, unless it is owed for an earlier message', async () => {
		const polls = new BookingPolls();
		polls.change(-4, -1);
		await polls.publish();
		polls.change(1, 2, 3, 4, 5);
		expect((await polls.reports(4, two)).flat().sort()).toEqual([1, 2, 3, 4, 5]);
		polls.owe(-60);
		expect((await polls.reports(3, two)).flat()).toEqual([-4, -1]);
	});

	it('come in batches, too, if they were made at the same time, or a moment ago', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2, 2, 2, 3);
		polls.minute = 3;
		const found = [(await polls.poll(two)).found, ...(await polls.reports(3, two))];
		expect(found.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
		expect(found.flat().sort()).toEqual([1, 2, 2, 2, 3]);
	});

	it('do not make a later change wait if what was left of them has changed again', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2, 3);
		polls.minute = 10;
		expect((await polls.poll(two)).found).toHaveLength(2);
		polls.remove(3);
		polls.change(15);
		expect(await polls.reports(2, two)).toEqual([[15], []]);
		expect(polls.range()).toEqual([0, 30, 25]);
	});

	it('hide no later change if what was left of them is gone, and a message was given up from before', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2, 3);
		polls.minute = 10;
		expect((await polls.poll(two)).found).toHaveLength(2);
		polls.remove(3);
		polls.owe(-30);
		expect(await polls.reports(1, two)).toEqual([[]]);
		polls.change(28);
		expect(await polls.reports(1, two)).toEqual([[28]]);
	});

	it.each([
		['the clock of the venue is known to be', { hasDates: false }],
		['the venue says that its clock is', { ahead: 60 }],
	])('come once each if %s ahead', async (_, venue) => {
		const polls = new BookingPolls();
		if ('hasDates' in venue) polls.ahead = 60;
		await polls.publish();
		Object.assign(polls, venue);
		polls.change(65, 63, 61, 62, 64);
		expect((await polls.reports(4, two)).flat().sort()).toEqual([61, 62, 63, 64, 65]);
	});

	it('stay owed if the user does not want every change', async () => {
		const polls = new BookingPolls();
		await polls.publish(BESIDE);
		polls.change(-18, -16, -14, -12, -10);
		polls.owe(-20);
		const given = { ...BESIDE, ...two };
		const found = await polls.reports(2, given);
		expect(polls.owedMinute()).toBe(-20);
		found.push(...(await polls.reports(3, given)));
		expect(found.flat().sort()).toEqual([-10, -12, -14, -16, -18]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('stay owed if the user no longer wants every change between two batches', async () => {
		const polls = new BookingPolls();
		polls.change(-18, -16, -14, -12, -10);
		polls.owe(-20);
		const found = await polls.reports(1, two);
		await polls.publish(BESIDE);
		found.push(...(await polls.reports(4, { ...BESIDE, ...two })));
		expect(found.flat().sort()).toEqual([-10, -12, -14, -16, -18]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('come once each if some were reported while the venue’s clock was behind, and the others are owed', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(20, 21, 22, 23, 24);
		Object.assign(polls, { minute: 30, ahead: -1 });
		const found = await polls.reports(1, two);
		await polls.publish(BESIDE);
		Object.assign(polls, { minute: 60, ahead: 0 });
		polls.owe(15);
		found.push(...(await polls.reports(4, { ...BESIDE, ...two })));
		expect(found.flat().sort()).toEqual([20, 21, 22, 23, 24]);
	});

	it('come in batches, too, if they are from before the reported range', async () => {
		for (const isContinuous of [true, false]) {
			const polls = new BookingPolls();
			polls.change(-50, -40, -30, -20, -10);
			await polls.publish();
			polls.change(1);
			polls.owe(-60);
			const found = await polls.reports(5, { isContinuous, ...two });
			expect(found.map(({ length }) => length)).toEqual([2, 2, 2, 0, 0]);
			expect(found.flat().sort()).toEqual([-10, -20, -30, -40, -50, 1]);
			expect(polls.range()[0]).toBe(-60);
			expect(polls.owedMinute()).toBeUndefined();
		}
	});

	it('are found if the venue’s clock is set back while something is owed from before them', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.minute = 100;
		await polls.reports(1);
		polls.ahead = -60;
		expect(await polls.reports(1)).toEqual([[]]);
		polls.owe(-10);
		expect(await polls.reports(1)).toEqual([[]]);
		polls.change(73);
		expect(await polls.reports(2)).toEqual([[73], []]);
	});

	it('come at once if the list is too slow to be requested again', async () => {
		const slow = async (given: object, takesMs = 30 * SECOND, leftMs = 29 * SECOND) => {
			const polls = new BookingPolls();
			await polls.publish();
			polls.change(1, 2, 3);
			polls.minute = 10;
			Object.assign(polls, { takesMs, leftMs });
			return { polls, looked: await polls.poll({ ...two, ...given }) };
		};
		const { polls, looked } = await slow({});
		expect(looked.found).toEqual([1, 2, 3]);
		expect(polls.asked).toHaveLength(1);
		expect((await slow({}, 30 * SECOND, 30 * SECOND)).looked.found).toHaveLength(2);
		// The next poll has more time than the first one after n8n starts.
		const atStart = await slow({ why: 'starting' });
		expect(atStart.looked.found).toEqual([]);
		expect(await atStart.polls.reports(1)).toEqual([[1, 2, 3]]);
	});
});

it('more changes than a poll may report have not begun if n8n starts with too little time for them', async () => {
	const polls = new BookingPolls();
	Object.assign(polls, { reachesBack: Infinity, takesMs: 40_000, leftMs: 30_000, minute: 10 });
	polls.change(-80, -70, -60, 1);
	polls.owe(0);
	expect((await polls.poll({ ...two, why: 'starting' })).found).toEqual([]);
	expect(polls.memory).toBeUndefined();
	expect(polls.owedMinute()).toBe(0);
	polls.takesMs = 0;
	expect(await polls.reports(2, two)).toEqual([[1], []]);
});

describe('more changes than a poll may report, of bookings that do not show when they changed', () => {
	const undated = async () => {
		const polls = new BookingPolls();
		polls.showsChange = false;
		await polls.publish();
		polls.change(1, 2, 3, 4, 5);
		polls.minute = 20;
		return polls;
	};

	it('come once each, before later changes', async () => {
		const polls = await undated();
		const first = await polls.poll(two);
		expect(first.found).toHaveLength(2);
		expect(polls.memory?.backlog).toBeDefined();
		polls.change(21);
		const [second, third, fourth] = await polls.reports(3, two);
		expect([...first.found, ...second, ...third].sort()).toEqual([1, 2, 3, 4, 5]);
		expect(third).toHaveLength(1);
		expect(polls.memory?.backlog).toBeUndefined();
		expect(fourth).toEqual([21]);
		expect(await polls.reports(1, two)).toEqual([[]]);
	});

	it('are not repeated for an earlier message', async () => {
		const polls = await undated();
		await polls.poll(two);
		await polls.reports(2, two);
		expect(polls.memory?.backlog).toBeUndefined();
		polls.owe(-60);
		expect((await polls.reports(3, two)).flat()).toEqual([]);
	});

	it('do not include what changed shortly before publishing', async () => {
		const polls = new BookingPolls();
		polls.showsChange = false;
		polls.change(-1);
		await polls.publish();
		polls.change(1, 2, 3, 4, 5);
		polls.minute = 3;
		const first = await polls.poll(two);
		const rest = (await polls.reports(6, two)).flat();
		expect([...first.found, ...rest].sort()).toEqual([1, 2, 3, 4, 5]);
	});

	it('are followed by what is owed from before them', async () => {
		const polls = new BookingPolls();
		polls.showsChange = false;
		polls.change(-30);
		await polls.publish();
		polls.change(1, 2, 3);
		polls.minute = 20;
		const first = await polls.poll(two);
		polls.owe(-60);
		const second = await polls.reports(1, two);
		expect([...first.found, ...second.flat()].sort()).toEqual([1, 2, 3]);
		expect(polls.owedMinute()).toBe(-60);
		expect(await polls.reports(2, two)).toEqual([[-30], []]);
	});

	it('do not hide that earlier changes are owed if the list of a batch is cut off', async () => {
		const polls = new BookingPolls();
		polls.change(-30);
		await polls.publish();
		polls.change(1, 2, 3, 4, 5);
		polls.minute = 20;
		await polls.poll(two);
		polls.owe(-60);
		polls.most = 4;
		polls.minute = 30;
		const { notices } = await polls.poll(two);
		expect(notices?.map(({ reason }) => reason)).toContain(
			`may be missing since ${NOON - 60 * MINUTE}`,
		);
	});

	it('leave later changes owed if the user does not want every change', async () => {
		const polls = new BookingPolls();
		polls.showsChange = false;
		await polls.publish(BESIDE);
		polls.change(-18, -16, -14);
		polls.owe(-20);
		const given = { ...BESIDE, ...two };
		const found = await polls.reports(2, given);
		expect(found.flat().sort()).toEqual([-14, -16, -18]);
		expect(polls.owedMinute()).toBe(-20);
		polls.change(21);
		expect(await polls.reports(1, given)).toEqual([[21]]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('come once each if the venue’s clock is set back in between, and not every change is wanted', async () => {
		const polls = new BookingPolls();
		await polls.publish(BESIDE);
		polls.change(-18, -16, -14);
		polls.owe(-20);
		const given = { ...BESIDE, ...two };
		await polls.reports(2, given);
		polls.change(21, 22, 23, 24, 25, 26, 27);
		polls.minute = 30;
		polls.ahead = -2;
		const found = await polls.reports(6, given);
		expect(found.flat().sort()).toEqual([21, 22, 23, 24, 25, 26, 27]);
	});

	it('lose no later change if the venue’s clock is behind', async () => {
		const polls = new BookingPolls();
		Object.assign(polls, { showsChange: false, ahead: -60 });
		await polls.publish();
		polls.change(-59, -58, -57);
		const found = await polls.reports(3, two);
		polls.change(-29);
		found.push(...(await polls.reports(2, two)));
		expect(found.flat().sort()).toEqual([-29, -57, -58, -59]);
	});

	it('come once each if the venue returns only a part of them', async () => {
		const polls = await undated();
		const { found } = await polls.poll(two);
		polls.most = 4;
		const part = await polls.poll(two);
		expect(part).toMatchObject({ notices: PART });
		polls.most = Infinity;
		const rest = (await polls.reports(2, two)).flat();
		expect([...found, ...part.found, ...rest].sort()).toEqual([1, 2, 3, 4, 5]);
	});

	it('come once each, too, if the request reached back no further than the safety margin', async () => {
		const polls = await undated();
		polls.minute = 0;
		const { found } = await polls.poll(two);
		expect(found).toHaveLength(2);
		expect([found, ...(await polls.reports(3, two))].flat().sort()).toEqual([1, 2, 3, 4, 5]);
	});
});

describe('a mass change at a venue that also lists what changed hours earlier', () => {
	const MASS = 1_300;

	it.each([
		['in one poll', Infinity],
		['in batches', 200],
	])('comes once %s, and so does what changed after it', async (_, atMost) => {
		const polls = new BookingPolls();
		polls.reachesBack = 3 * 60;
		polls.change(-50, -40);
		await polls.publish();
		polls.change(...Array<number>(MASS).fill(1));
		const found = await polls.reports(2, { atMost });
		for (const minute of [25, 75, 125]) {
			polls.change(minute);
			found.push(...(await polls.reports(5, { atMost })));
		}
		// The long list has become short by then.
		found.push(...(await polls.reports(30, { atMost })));
		const times = (minute: number) => found.flat().filter((one) => one === minute).length;
		expect([-50, -40, 1, 25, 75, 125].map(times)).toEqual([0, 0, MASS, 1, 1, 1]);
	});

	it.each([0, 700, 1_500])(
		'comes once, too, if lists are too slow for a second one, after %s older ones',
		async (older) => {
			const polls = new BookingPolls();
			Object.assign(polls, { reachesBack: Infinity, takesMs: 40_000, leftMs: 30_000 });
			polls.change(...Array<number>(older).fill(-5_000));
			await polls.publish();
			polls.change(...Array<number>(MASS).fill(1));
			const found = await polls.reports(3, { atMost: 500 });
			for (const minute of [35, 65]) {
				polls.change(minute);
				found.push(...(await polls.reports(3, { atMost: 500 })));
			}
			const times = (minute: number) => found.flat().filter((one) => one === minute).length;
			expect([-5_000, 1, 35, 65].map(times)).toEqual([0, MASS, 1, 1]);
		},
	);

	it('comes once, too, if a few bookings are no longer on the list after the last batch', async () => {
		const polls = new BookingPolls();
		polls.reachesBack = 3 * 60;
		await polls.publish();
		polls.change(...Array<number>(200).fill(1), ...Array<number>(MASS - 200).fill(2));
		const found = await polls.reports(7, { atMost: 200 });
		expect(found.flat()).toHaveLength(MASS);
		expect(polls.memory?.backlog).toBeUndefined();
		polls.remove(200);
		expect((await polls.reports(2)).flat()).toEqual([]);
	});

	it('leaves room for each change after it, also while the venue’s clock is in doubt', async () => {
		const polls = new BookingPolls();
		polls.reachesBack = 3 * 60;
		polls.change(...Array<number>(MASS).fill(-50));
		await polls.publish();
		polls.change(1, 1, 2);
		polls.minute = 2;
		const first = await polls.poll(two);
		expect(first).toMatchObject({ found: [1, 1] });
		expect(first.notices).toBeUndefined();
		expect(await polls.reports(2, two)).toEqual([[2], []]);
		polls.change(23);
		polls.aheadMinutes = [-20, -30, 0];
		expect(await polls.reports(3, two)).toEqual([[23], [], []]);
	});

	it('leaves room for what is owed from after it', async () => {
		const polls = new BookingPolls();
		polls.reachesBack = 3 * 60;
		polls.change(...Array<number>(MASS).fill(-50));
		await polls.publish(BESIDE);
		polls.change(-2, -1, -1);
		polls.owe(-3);
		const given = { ...BESIDE, ...two };
		expect((await polls.poll(given)).found).toEqual([-2, -1]);
		expect(await polls.reports(2, given)).toEqual([[-1], []]);
	});
});

it('batches of what is owed leave out what changed before, at a venue that lists that as well', async () => {
	const polls = new BookingPolls();
	polls.reachesBack = 3 * 60;
	await polls.publish(BESIDE);
	polls.change(-80, -70, -60, -18, -16, -14, -12, -10);
	polls.owe(-20);
	const found = await polls.reports(5, { ...BESIDE, ...two });
	expect(found.flat().sort()).toEqual([-10, -12, -14, -16, -18]);
	expect(polls.owedMinute()).toBeUndefined();
});

it('a change after more than the memory has room for is found, also if bookings show until when they may be changed', async () => {
	const polls = new BookingPolls();
	polls.changeableDays = 30;
	await polls.publish();
	polls.change(...Array.from({ length: 1_300 }, (_, index) => index / 200));
	expect((await polls.reports(1)).flat()).toHaveLength(1_300);
	polls.change(15);
	expect(await polls.reports(1)).toEqual([[15]]);
});

describe('what is owed from before a range of more changes than the memory has room for', () => {
	const reported = async () => {
		const polls = new BookingPolls();
		polls.change(-50);
		await polls.publish();
		polls.change(...Array<number>(1_300).fill(1));
		expect((await polls.reports(1)).flat()).toHaveLength(1_300);
		await polls.reports(1);
		polls.change(21);
		polls.owe(-60);
		polls.minute += 10;
		return polls;
	};

	it('comes once and at once, and nothing of the range comes again [reliability: earlier failed message come]', async () => {
		const polls = await reported();
		expect((await polls.poll({ atMost: 1 })).found).toEqual([-50, 21]);
		expect(polls.owedMinute()).toBeUndefined();
		expect(polls.range()[0]).toBe(-60);
		expect(await polls.reports(1)).toEqual([[]]);
	});

	it.each([
		['the list shows it', 'is cut off', 1_301, [-50, 21]],
		['far as it is new', 'does not even show all that was reported', 1_000, [21]],
	])(
		'comes as %s if the list %s: the user is told once that others may be missing',
		async (_what, _list, most, found) => {
			const polls = await reported();
			polls.most = most;
			const looked = await polls.poll();
			const reason = `may be missing since ${NOON - 60 * MINUTE}`;
			expect(looked).toMatchObject({ found, notices: [{ kind: 'loss', reason }] });
			expect(polls.owedMinute()).toBeUndefined();
			expect(await polls.poll()).toMatchObject({ found: [], notices: [] });
		},
	);
});
