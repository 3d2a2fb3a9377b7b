import { until } from '../../fixtures/until';
import { HOUR, type PackageFixture } from '../../fixtures/packageFixture';
import { BookingWorkflow } from './bookingWorkflow';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const EXECUTIONS = 20;
const LOOK_UP = 'GET /bookings/{uniqueId}';

export function describeOutages(fixture: PackageFixture) {
	describe('at a venue that is down for a while', () => {
		let workflow: BookingWorkflow;

		beforeEach(async () => {
			fixture.venue.bookings.seed(EXECUTIONS);
			workflow = await BookingWorkflow.publish(fixture, 'outage', await fixture.saveCredential());
			await workflow.lookUp([ids()[0]]);
			fixture.venue.forgetRequests();
		});

		afterEach(async () => await workflow.unpublish());

		const ids = () =>
			fixture.venue.bookings
				.all()
				.slice(0, EXECUTIONS)
				.map(({ uniqueId }) => uniqueId);

		const last = () => Math.max(...fixture.venue.requestsTo(LOOK_UP).map(({ at }) => at));

		it.each([503, 429])(
			`${EXECUTIONS} parallel executions that all get %i for 15 seconds succeed soon after`,
			async (status) => {
				const { venue } = fixture;
				const away = { status, headers: { 'retry-after': '5' }, body: 'Please come back later' };
				venue.setLatency(SECOND / 2);
				// All responses are delayed until all requests are under way, however long n8n takes to
				// start them.
				const held = [{ kind: 'delay', ms: HOUR } as const, { kind: 'answer', ...away } as const];
				venue.faults.on(LOOK_UP, held, { times: EXECUTIONS });
				venue.faults.on(LOOK_UP, { kind: 'answer', ...away });
				const executions = Promise.all(ids().map(async (id) => await workflow.lookUp([id])));
				await until(() => venue.count(LOOK_UP) === EXECUTIONS);
				await venue.clock.advance(HOUR);
				const end = venue.clock.now() + 15 * SECOND;
				await until(() => venue.clock.now() >= end);
				venue.faults.clear();

				expect(await executions).toEqual(
					ids().map((id) => ({
						isSuccess: true,
						bookings: [venue.bookings.all().find(({ uniqueId }) => uniqueId === id)],
					})),
				);
				expect(last()).toBeLessThanOrEqual(end + 15 * SECOND);
				// One call of each process tries at each time that the venue names, and the others once in
				// the end.
				const tries = (15 / 5 + 1) * Math.max(1, fixture.lab.workers.length);
				expect(venue.count(LOOK_UP)).toBeLessThanOrEqual(2 * EXECUTIONS + tries);
			},
		);

		it('for two hours: the first call after it succeeds within five minutes', async () => {
			const { lab, venue } = fixture;
			const end = venue.clock.now() + 2 * HOUR;
			// Longer than a call waits, so it ends at once with a message.
			const retryAfter = String((5 * MINUTE) / SECOND);
			venue.startMaintenance({ surfaces: ['rest', 'data'], retryAfter, forSeconds: 7_200 });
			const [id] = ids();
			while (venue.clock.now() < end) {
				expect((await workflow.lookUp([id])).isSuccess).toBe(false);
				lab.clock.advance(5 * MINUTE);
			}
			const asked = venue.count(LOOK_UP);
			let isBack = false;
			while (!isBack && venue.clock.now() <= end + 5 * MINUTE) {
				({ isSuccess: isBack } = await workflow.lookUp([id]));
				lab.clock.advance(10 * SECOND);
			}

			expect(isBack).toBe(true);
			expect(asked).toBeGreaterThan(12);
		});
	});
}
