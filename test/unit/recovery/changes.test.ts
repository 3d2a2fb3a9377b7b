import { BookingPolls } from './support/bookingPolls';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BESIDE = { isContinuous: false };
const PART = [{ reason: 'part of bookings' }];

describe('a workflow that reports each change', () => {
	it('begins when it is published, and asks from the safety margin before', async () => {
		const polls = new BookingPolls();
		polls.change(-9, -1);
		await polls.publish();
		expect(polls.asked).toEqual([-5]);
		expect(polls.range()).toEqual([0, 0, -5]);
		expect(polls.memory).toMatchObject({ isContinuous: true, isWhole: true });
	});

	it('finds each change once, and asks from the margin before the last poll', async () => {
		const polls = new BookingPolls();
		polls.change(-1);
		await polls.publish();
		polls.change(1, 8);
		expect(await polls.reports(1)).toEqual([[1, 8]]);
		expect(polls.asked).toEqual([-5]);
		expect(polls.range()).toEqual([0, 10, 5]);
		polls.change(9);
		expect(await polls.reports(2)).toEqual([[9], []]);
		expect(polls.asked).toEqual([15]);
		expect(polls.range()).toEqual([0, 30, 25]);
	});

	it('tries out the right to the bookings when it is published again, and goes on', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		const { memory } = polls;
		polls.change(1);
		polls.minute = 20;
		polls.owe(-60);
		await polls.publish();
		expect(polls.asked).toEqual([20]);
		expect(polls.memory).toEqual(memory);
		expect(polls.owedMinute()).toBe(-60);
		polls.owed = undefined;
		expect(await polls.reports(1)).toEqual([[1]]);
	});

	it('begins anew with what is owed where only failed messages counted before', async () => {
		const polls = new BookingPolls();
		polls.change(-60, -30);
		await polls.publish(BESIDE);
		polls.owe(-40);
		expect(await polls.reports(1)).toEqual([[-30]]);
		expect(polls.asked).toEqual([-40]);
		expect(polls.range()).toEqual([-40, 10, 5]);
		expect(polls.memory).toMatchObject({ isContinuous: true });
	});

	it('reports what changed shortly before it was published where a message was given up', async () => {
		const polls = new BookingPolls();
		polls.change(-60, -1);
		await polls.publish();
		polls.change(1);
		polls.owe(-70);
		expect(await polls.reports(2)).toEqual([[-60, -1, 1], []]);
		expect(polls.range()).toEqual([-70, 20, 15]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('asks for nothing more where what is owed is in the range that it reports', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1);
		expect(await polls.reports(1)).toEqual([[1]]);
		polls.owe(0);
		expect(await polls.reports(1)).toEqual([[]]);
		expect(polls.asked).toEqual([5]);
		expect(polls.owedMinute()).toBeUndefined();
	});
});

describe('a workflow that reports bookings beside failed messages', () => {
	it('asks for nothing where no message was given up', async () => {
		const polls = new BookingPolls();
		await polls.publish(BESIDE);
		expect(polls.asked).toEqual([0]);
		expect(polls.memory).toBeUndefined();
		polls.change(1);
		expect(await polls.reports(1, BESIDE)).toEqual([[]]);
		expect(polls.asked).toEqual([]);
	});

	it('reports what changed since then, once', async () => {
		const polls = new BookingPolls();
		polls.change(-50, -30);
		await polls.publish(BESIDE);
		polls.owe(-40);
		expect(await polls.reports(1, BESIDE)).toEqual([[-30]]);
		expect(polls.owedMinute()).toBeUndefined();
		polls.change(11);
		polls.owe(0);
		expect(await polls.reports(1, BESIDE)).toEqual([[11]]);
		expect(polls.asked).toEqual([5]);
		polls.owe(-60);
		expect(await polls.reports(1, BESIDE)).toEqual([[-50]]);
		expect(polls.asked).toEqual([-60]);
		expect(polls.range()[0]).toBe(-60);
	});

	it('leaves out what changed between two outages', async () => {
		const polls = new BookingPolls();
		polls.change(-30);
		await polls.publish(BESIDE);
		polls.owe(-40);
		await polls.reports(1, BESIDE);
		polls.change(30, 60);
		polls.minute = 60;
		polls.owe(50);
		expect(await polls.reports(1, BESIDE)).toEqual([[60]]);
		expect(polls.asked).toEqual([50]);
		expect(polls.range()).toEqual([50, 70, 65]);
		polls.owe(-40);
		expect(await polls.reports(1, BESIDE)).toEqual([[30]]);
	});

	it('reports each change from then on where the user wants that', async () => {
		const polls = new BookingPolls();
		polls.change(-30);
		await polls.publish(BESIDE);
		polls.owe(-40);
		await polls.reports(1, BESIDE);
		polls.change(12);
		polls.minute = 15;
		await polls.publish();
		expect(polls.range()).toEqual([15, 15, 10]);
		polls.change(16);
		expect(await polls.reports(1)).toEqual([[16]]);
	});
});

describe('a part of the list', () => {
	it('is reported, and the rest when it comes', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2, 3, 4);
		polls.owe(0);
		polls.most = 3;
		polls.minute = 10;
		const looked = await polls.poll();
		expect(looked).toMatchObject({ found: [1, 2, 3], left: 'asBefore', notices: PART });
		expect(polls.range()).toEqual([0, 0, -5]);
		expect(polls.owedMinute()).toBe(0);
		expect(await polls.reports(1)).toEqual([[]]);
		polls.most = Infinity;
		expect(await polls.reports(1)).toEqual([[4]]);
		expect(polls.range()).toEqual([0, 30, 25]);
	});

	it('is reported as far as there may be items', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2, 3, 4);
		polls.most = 3;
		expect(await polls.reports(2, { atMost: 2 })).toEqual([[1, 2], [3]]);
	});
});

describe('a venue whose clock is not ours', () => {
	it.each([
		['ahead', 60, [-5, -5], [0, 60, -5]],
		['behind', -60, [-5, -65], [-60, -60, -65]],
		['ahead by little', 5 / 60, [-5], [0, 5 / 60, -5]],
		['behind by little', -5 / 60, [-5], [-5 / 60, -5 / 60, -5]],
		['behind by a little more', -6 / 60, [-5, -5.1], [-0.1, -0.1, -5.1]],
	])('is asked by its own, where that is %s', async (_, ahead, asked, range) => {
		const polls = new BookingPolls();
		polls.aheadMinutes = [ahead, ahead];
		await polls.publish();
		expect(polls.asked).toEqual(asked);
		expect(polls.range()).toEqual(range);
	});

	it('is not taken at its word where two answers differ, the nearer one counts', async () => {
		for (const ahead of [
			[600, 0],
			[-600, 1 / 60],
			[1, -600],
		]) {
			const polls = new BookingPolls();
			polls.aheadMinutes = [...ahead];
			await polls.publish();
			const nearer = Math.abs(ahead[0]) < Math.abs(ahead[1]) ? ahead[0] : ahead[1];
			expect(polls.memory?.clock?.aheadMs).toBe(nearer * MINUTE);
		}
	});
});

describe('more changes than a poll may report, which show when they were made', () => {
	const two = { atMost: 2 };

	it('come in their order, some at each poll', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(5, 3, 1, 2, 4);
		polls.minute = 10;
		expect(await polls.poll(two)).toMatchObject({ found: [1, 2], left: 'nextBatch' });
		expect(polls.range()).toEqual([0, 2, -3]);
		expect(polls.owedMinute()).toBeUndefined();
		expect(await polls.reports(3, two)).toEqual([[3, 4], [5], []]);
		expect(polls.range()).toEqual([0, 40, 35]);
	});

	it('are owed from the last that was reported where not every change is wanted', async () => {
		const polls = new BookingPolls();
		await polls.publish(BESIDE);
		polls.change(-18, -16, -14, -12, -10);
		polls.owe(-20);
		const given = { ...BESIDE, ...two };
		expect(await polls.reports(1, given)).toEqual([[-18, -16]]);
		expect(polls.owedMinute()).toBe(-20);
		expect(await polls.reports(1, given)).toEqual([[-14, -12]]);
		expect(polls.owedMinute()).toBe(-17);
		expect(await polls.reports(2, given)).toEqual([[-10], []]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('from before the range come the newest first, so that it stays one range', async () => {
		for (const isContinuous of [true, false]) {
			const polls = new BookingPolls();
			polls.change(-50, -40, -30, -20, -10);
			await polls.publish();
			polls.change(1);
			polls.owe(-60);
			const given = { isContinuous, ...two };
			expect(await polls.reports(1, given)).toEqual([[-20, -10]]);
			expect(polls.range()[0]).toBe(-20);
			expect(polls.owedMinute()).toBe(-60);
			expect(await polls.reports(1, given)).toEqual([[-40, -30]]);
			expect((await polls.reports(2, given)).flat()).toEqual([-50, 1]);
			expect(polls.range()[0]).toBe(-60);
			expect(await polls.reports(1, given)).toEqual([[]]);
		}
	});

	it('come at once where the list takes so long that it cannot be asked for again', async () => {
		const slow = async (given: object, takesMs = 30 * SECOND, leftMs = 29 * SECOND) => {
			const polls = new BookingPolls();
			await polls.publish();
			polls.change(1, 2, 3);
			polls.minute = 10;
			Object.assign(polls, { takesMs, leftMs });
			return { polls, looked: await polls.poll({ ...two, ...given }) };
		};
		const { polls, looked } = await slow({});
		expect(looked).toMatchObject({ found: [1, 2, 3], left: 'nothing' });
		expect(polls.asked).toHaveLength(1);
		expect((await slow({}, 30 * SECOND, 30 * SECOND)).looked.found).toEqual([1, 2]);
		// The next poll has more time than the one at a start of n8n.
		const atStart = await slow({ isStarting: true });
		expect(atStart.looked).toMatchObject({ found: [], left: 'asBefore' });
		expect(await atStart.polls.reports(1)).toEqual([[1, 2, 3]]);
	});
});

describe('more changes than a poll may report, which do not show when they were made', () => {
	const two = { atMost: 2 };
	const undated = async () => {
		const polls = new BookingPolls();
		polls.showsChange = false;
		await polls.publish();
		polls.change(1, 2, 3, 4, 5);
		polls.minute = 20;
		return polls;
	};

	it('come each once, before what changes meanwhile', async () => {
		const polls = await undated();
		const first = await polls.poll(two);
		expect(first.left).toBe('nextBatch');
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

	it('wait where the venue gives a part of them', async () => {
		const polls = await undated();
		const { found } = await polls.poll(two);
		const { memory } = polls;
		polls.most = 4;
		expect(await polls.poll(two)).toMatchObject({ found: [], left: 'asBefore', notices: PART });
		expect(polls.memory).toEqual(memory);
		polls.most = Infinity;
		const rest = (await polls.reports(2, two)).flat();
		expect([...found, ...rest].sort()).toEqual([1, 2, 3, 4, 5]);
	});

	it('come at once where the venue was asked from no earlier than the safety margin', async () => {
		const polls = await undated();
		polls.minute = 0;
		expect((await polls.poll(two)).found).toEqual([1, 2, 3, 4, 5]);
	});
});
