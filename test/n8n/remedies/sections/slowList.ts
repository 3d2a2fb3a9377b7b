import { recovery } from '../../fixtures/nodes';
import { type RemedyLab, WORKS } from '../remedyLab';

const MINUTE = 60_000;
const LIST = 'GET /bookings';
/** More versions of bookings than the trigger has room to remember. */
const MANY = 1_500;
const ALL_SINCE = { filters: { modifiedFromDate: '2026-01-01T00:00:00Z' }, returnAll: true };
const MESSAGE =
	'The venue takes so long to list its bookings that those beside an earlier failed message could not be fetched.';

/** The list takes half of a poll’s time, by the clock that n8n and the venue share. */
export function describeSlowList(labOf: () => RemedyLab) {
	describe('The recovery trigger, at a venue with a slow list', () => {
		it(
			MESSAGE,
			async () => {
				const at = labOf();
				const venue = await at.invite();
				venue.bookings.seed(1, { secondsAgo: 3_600 });
				const [earlier] = venue.bookings.all();
				const credential = await at.credential();
				const node = recovery(credential, {
					events: ['final', 'booking'],
					options: { maxItems: 10_000 },
				});
				const { workflow, says } = await at.publish(node);
				expect(says).toBe('');
				const ids = async (count: number) =>
					(await at.items(workflow, 'Recovery', count)).flatMap(({ booking }) =>
						booking ? [(booking as { uniqueId: string }).uniqueId] : [],
					);

				venue.bookings.seed(MANY, { everySeconds: 0 });
				expect(await ids(MANY)).toHaveLength(MANY);

				venue.messages.addFailed({
					attempts: 7,
					eventDate: earlier.modifiedDate,
					firstAttemptAt: Date.parse(earlier.modifiedDate),
				});
				venue.faults.on(LIST, { kind: 'delay', ms: 2.5 * MINUTE });
				const { booking: later } = await venue.bookings.create();
				const failed = async () => (await at.failures(workflow, 1, 0)).length > 0;
				for (let polls = 0; polls < 5 && !(await failed()); polls++) {
					const before = venue.count(LIST);
					await at.waitFor(async () => venue.count(LIST) > before || (await failed()));
					at.lab.clock.advance(2.5 * MINUTE);
					await venue.clock.advance(0);
				}
				expect(await at.failures(workflow)).toEqual([expect.stringContaining(MESSAGE)]);
				const seen = await ids(MANY + 1);
				expect(seen).toContain(later.uniqueId);
				expect(seen).not.toContain(earlier.uniqueId);

				venue.faults.clear();
				const all = await at.call(['booking', 'getAll', ALL_SINCE], credential);
				expect(all).toEqual(WORKS);
				expect(all.items.map(({ uniqueId }) => uniqueId)).toContain(earlier.uniqueId);
				// The list is fast again.
				await at.waitFor(async () => (await ids(0)).includes(earlier.uniqueId));
				expect(await ids(0)).toContain(earlier.uniqueId);
				await at.lab.workflows.unpublish(workflow);
			},
			20 * MINUTE,
		);
	});
}
