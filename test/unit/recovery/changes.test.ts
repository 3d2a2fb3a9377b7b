import { BookingPolls } from './support/bookingPolls';

const MINUTE = 60_000;
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

	it('does not bring what changed shortly before publishing, however often it polls', async () => {
		const polls = new BookingPolls();
		polls.change(-4, -1);
		await polls.publish();
		for (polls.minute = 1; polls.minute < 8; polls.minute++) {
			expect((await polls.poll()).found).toEqual([]);
		}
		polls.owe(-9);
		expect((await polls.poll()).found).toEqual([-4, -1]);
	});

	it('asks once where as many have changed as may be reported', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2);
		expect(await polls.reports(1, { atMost: 2 })).toEqual([[1, 2]]);
		expect(polls.asked).toEqual([-5]);
	});

	it('takes no list for a part where it has asked for none, or for one to try its right', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		expect((await polls.poll({ isPublishing: true })).notices).toBeUndefined();
		expect((await new BookingPolls().poll(BESIDE)).notices).toBeUndefined();
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
