import type { PackageFixture } from '../../fixtures/packageFixture';
import { BookingWorkflow } from './bookingWorkflow';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LOOK_UPS = 200;

/**
 * The number of look-ups that a limit of 30 a minute allows in the same time, after a burst of 20.
 */
const SLOW_LOOK_UPS = 26;
const SLOW_LIMIT = 30;

export function describeNeighbors(fixture: PackageFixture) {
	it('a venue with many calls is as fast next to one with few as alone, and the other waits for its own limit', async () => {
		const { lab, venue } = fixture;
		const data = fixture.credentialData();
		const neighbor = { ...data, ...venue.addVenue('neighbor') };
		venue.accounts.neighbor.bookings.seed(1);
		const busy = await BookingWorkflow.publish(fixture, 'busy', await fixture.saveCredential());
		const slow = await BookingWorkflow.publish(
			fixture,
			'slow',
			await fixture.saveCredential({ ...neighbor, requestsPerMinute: SLOW_LIMIT }),
		);

		const lookUp = async (workflow: BookingWorkflow, count: number, account: string) => {
			const [{ uniqueId }] = venue.accounts[account].bookings.all();
			const { isSuccess } = await workflow.lookUp(Array<string>(count).fill(uniqueId));
			expect(isSuccess).toBe(true);
			return venue
				.requestsTo('GET /bookings/{uniqueId}')
				.filter((request) => request.account === account)
				.map(({ at }) => at);
		};
		const [first] = Object.keys(venue.accounts);
		const tookIn = (times: number[]) => times[times.length - 1] - times[0];

		const alone = tookIn(await lookUp(busy, LOOK_UPS, first));
		lab.clock.advance(3 * MINUTE);
		const sofar = venue.requests.length;
		venue.forgetRequests();
		const [together, waited] = await Promise.all([
			lookUp(busy, LOOK_UPS, first),
			lookUp(slow, SLOW_LOOK_UPS, 'neighbor'),
		]);

		const waits = waited.slice(1).map((at, index) => at - waited[index]);
		const share = alone / tookIn(together);
		process.stdout.write(
			`neighbors: ${share.toFixed(2)} of what it does alone, the other waits ${Math.max(...waits)} ms at most\n`,
		);
		expect(sofar).toBeGreaterThanOrEqual(LOOK_UPS);
		expect([together.length, waited.length]).toEqual([LOOK_UPS, SLOW_LOOK_UPS]);
		expect(share).toBeGreaterThanOrEqual(0.95);
		// After a burst of 20, its other nine calls are spread over the rest of the minute.
		expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE / (SLOW_LIMIT - 21) + 2 * SECOND);
		expect(venue.requests.filter(({ status }) => status === 429)).toEqual([]);
		await busy.unpublish();
		await slow.unpublish();
	});
}
