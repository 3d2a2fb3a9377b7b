import axios from 'axios';

import type { StoredWorkflow } from '../lab/rest/workflows';
import { onDemand } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { bookings, HOUR, type PackageFixture } from '../fixtures/packageFixture';

const PATH = 'bookings-on-demand';

export function describeConcurrentExecutions(
	fixture: PackageFixture,
	{ executors }: { executors: number },
) {
	describe('in 30 executions at once', () => {
		let workflow: StoredWorkflow;

		beforeEach(async () => {
			const credential = await fixture.saveCredential();
			const { lab } = fixture;
			workflow = await lab.workflows.create('Bookings', [onDemand(PATH), bookings(credential)]);
			await lab.workflows.publish(workflow);
			await lab.untilRouted(PATH);
		});

		afterEach(async () => {
			await fixture.lab.workflows.unpublish(workflow);
			await fixture.lab.untilRouted(PATH, false);
		});

		it(`a cold start requests at most ${executors} of the venue's tokens`, async () => {
			holdTokens();
			const answers = all();
			await until(areAllRunning);
			await handOutTokens();

			expect(await answers).toEqual(bookingsThirtyTimes());
			expect(await workersThatTookPart()).toEqual(fixture.lab.workers);
			expectTokenRequests();
		});

		it(`a token that the venue no longer accepts is replaced by at most ${executors}`, async () => {
			const { lab, venue } = fixture;
			await all();
			lab.clock.advance(HOUR);
			venue.tokens.revokeAll();
			venue.forgetRequests();
			holdTokens();
			const answers = all();
			// Executions that start after the first one got a 401 wait without a call.
			await until(async () => venue.count('GET /bookings') > 0 && (await areAllRunning()));
			await handOutTokens();

			expect(await answers).toEqual(bookingsThirtyTimes());
			expectTokenRequests();
		});

		it('neither saved executions nor logs contain the secret or a token', async () => {
			const { lab, venue } = fixture;
			await all();
			const executions = await lab.executions.list(workflow);
			const kept = await Promise.all(executions.map(({ id }) => lab.executions.read(id)));
			expect(kept).toHaveLength(30);
			const everything = `${kept.map(({ saved }) => saved).join()}${await lab.log()}`;

			for (const { accessToken } of venue.tokens.issued) {
				expect(everything).not.toContain(accessToken);
			}
			expect(everything).not.toContain(venue.credentials.clientSecret);
		});

		const areAllRunning = async () => {
			const executions = await fixture.lab.executions.list(workflow);
			return executions.filter(({ status }) => status === 'running').length === 30;
		};

		/** All executions need a token before there is one. */
		const holdTokens = () => fixture.venue.faults.on('POST /token', { kind: 'delay', ms: HOUR });

		const handOutTokens = async () => {
			fixture.venue.faults.clear();
			await fixture.venue.clock.advance(HOUR);
		};

		const expectTokenRequests = () => {
			const requests = fixture.venue.count('POST /token');
			expect(requests).toBeGreaterThanOrEqual(1);
			expect(requests).toBeLessThanOrEqual(executors);
		};

		const workersThatTookPart = async () => {
			const { workers } = fixture.lab;
			const logs = await Promise.all(workers.map((worker) => worker.log()));
			return workers.filter((_, index) => logs[index].includes('Worker started execution'));
		};

		const all = async () =>
			await Promise.all(
				Array.from({ length: 30 }, async () => {
					const url = `${fixture.lab.webhookUrl}/webhook/${PATH}`;
					const { data } = await axios.post<unknown>(url, {}, { proxy: false });
					return data;
				}),
			);

		const bookingsThirtyTimes = () => Array(30).fill(fixture.venue.bookings.all());
	});
}
