import { BookingPolls } from './support/bookingPolls';
import { MINUTE } from './support/listedVenue';

const BESIDE = { isContinuous: false };

describe('a workflow that reports each change', () => {
	it('begins when it is published, and requests changes since the safety margin before', async () => {
		const polls = new BookingPolls();
		polls.change(-9, -1);
		await polls.publish();
		expect(polls.asked).toEqual([-5]);
		expect(polls.range()).toEqual([0, 0, -5]);
		expect(polls.memory).toMatchObject({ isContinuous: true, remembersAll: true });
	});

	it('begins with one list if there is no time for another one, also if the clock is behind', async () => {
		const polls = new BookingPolls();
		Object.assign(polls, { takesMs: 30_000, leftMs: 29_000, ahead: -2 });
		polls.change(-9);
		await polls.publish();
		expect(polls.asked).toEqual([-5]);
		expect(polls.memory).toMatchObject({ isContinuous: true });
		polls.change(-1, 1);
		expect(await polls.reports(2)).toEqual([[-1, 1], []]);
	});

	it('begins with one list if that is dated when it began, and reports nothing from before it', async () => {
		const polls = new BookingPolls();
		Object.assign(polls, { takesMs: 8_000, leftMs: 7_000, ahead: -8 / 60 });
		polls.change(-5.1);
		await polls.publish();
		expect(polls.asked).toEqual([-5]);
		expect(await polls.reports(2)).toEqual([[], []]);
	});

	it('finds each change once, and requests changes since the margin before the last poll', async () => {
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

	it('checks the permission for bookings when it is published again, and continues', async () => {
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

	it('does not report what changed shortly before publishing, however often it polls', async () => {
		const polls = new BookingPolls();
		polls.change(-4, -1);
		await polls.publish();
		for (polls.minute = 1; polls.minute < 8; polls.minute++) {
			expect((await polls.poll()).found).toEqual([]);
		}
		polls.owe(-9);
		expect((await polls.poll()).found).toEqual([-4, -1]);
	});

	it('makes one request if as many have changed as it may report', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		polls.change(1, 2);
		expect(await polls.reports(1, { atMost: 2 })).toEqual([[1, 2]]);
		expect(polls.asked).toEqual([-5]);
	});

	it('gives no notice about its list if it requested none, or one only to check the permission', async () => {
		const polls = new BookingPolls();
		await polls.publish();
		expect((await polls.poll({ why: 'publishing' })).notices).toBeUndefined();
		expect((await new BookingPolls().poll(BESIDE)).notices).toBeUndefined();
	});

	it('begins again with what is owed if it reported bookings only for failed messages before', async () => {
		const polls = new BookingPolls();
		polls.change(-60, -30);
		await polls.publish(BESIDE);
		polls.owe(-40);
		expect(await polls.reports(1)).toEqual([[-30]]);
		expect(polls.asked).toEqual([-40]);
		expect(polls.range()).toEqual([-40, 10, 5]);
		expect(polls.memory).toMatchObject({ isContinuous: true });
	});

	it('reports what changed shortly before it was published if a message was given up', async () => {
		const polls = new BookingPolls();
		polls.change(-60, -1);
		await polls.publish();
		polls.change(1);
		polls.owe(-70);
		expect(await polls.reports(2)).toEqual([[-60, -1, 1], []]);
		expect(polls.range()).toEqual([-70, 20, 15]);
		expect(polls.owedMinute()).toBeUndefined();
	});

	it('requests nothing more if what is owed is in the range that it reports', async () => {
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

describe('a workflow that reports bookings only for failed messages', () => {
	it('requests nothing if no message was given up', async () => {
		const polls = new BookingPolls();
		await polls.publish(BESIDE);
		expect(polls.asked).toEqual([0]);
		expect(polls.memory).toBeUndefined();
		polls.change(1);
		expect(await polls.reports(1, BESIDE)).toEqual([[]]);
		expect(polls.asked).toEqual([]);
	});

	it('reports once what changed since such a message', async () => {
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

	it('reports each change after the user has chosen that', async () => {
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

describe('a venue whose clock differs from ours', () => {
	it.each([
		['ahead', 60, [-5, -5], [0, 60, -5]],
		['behind', -60, [-5, -65], [0, -60, -65]],
		['ahead by a little', 5 / 60, [-5], [0, 5 / 60, -5]],
		['behind by a little', -5 / 60, [-5], [0, -5 / 60, -5]],
		['behind by a little more', -6 / 60, [-5, -5.1], [0, -0.1, -5.1]],
	])('is asked by its own clock if that is %s', async (_, ahead, asked, range) => {
		const polls = new BookingPolls();
		polls.aheadMinutes = [ahead, ahead];
		await polls.publish();
		expect(polls.asked).toEqual(asked);
		expect(polls.range()).toEqual(range);
	});

	it.each([
		// Nothing shows what changed between the time of its clock and that of the message.
		['still', -600, [-60, -30]],
		['no more', 0, [-30]],
	])(
		'shows what a message is about from before publishing, if its dates are %s too early',
		async (_, ahead, shown) => {
			const polls = new BookingPolls();
			polls.change(-60, -30);
			polls.ahead = -600;
			await polls.publish();
			expect(await polls.reports(1)).toEqual([[]]);
			polls.ahead = ahead;
			expect(await polls.reports(2)).toEqual([[], []]);
			polls.owe(-40);
			expect(await polls.reports(2)).toEqual([shown, []]);
		},
	);

	it('is not believed if two answers differ: the one nearer to our clock counts', async () => {
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
