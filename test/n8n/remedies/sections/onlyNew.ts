import { end, recovery } from '../../fixtures/nodes';
import { removeDuplicates } from '../../fixtures/removeDuplicates';
import type { RemedyLab } from '../remedyLab';

/** The steps of docs/self-hosting.md for an n8n that the internet cannot reach. */
export function describeOnlyNew(labOf: () => RemedyLab) {
	describe('Without an address', () => {
		it('only new bookings start what follows Remove Duplicates', async () => {
			const at = labOf();
			const venue = await at.invite();
			venue.bookings.seed(3);
			const [older] = venue.bookings.all();
			const options = { startWith: 'date', startDate: '2020-01-01T00:00:00Z' };
			const watch = recovery(await at.credential(), { events: ['booking'], options });
			const nodes = [watch, removeDuplicates('={{ $json.booking.uniqueId }}')];
			const { workflows } = at.lab;
			const first = await workflows.create('Only new', nodes);
			expect(await at.triggers.publicationError(first)).toBe('');
			expect(await at.items(first, 'Remove Duplicates', 3)).toHaveLength(3);

			const read = await workflows.read(first);
			const next = await workflows.update(read, read.name, [...nodes, end]);
			expect(await at.triggers.publicationError(next)).toBe('');
			await venue.bookings.change(older.uniqueId, { status: 'Changed' });
			const { uniqueId } = (await venue.bookings.create()).booking;
			expect(await at.items(next, watch.name, 5)).toHaveLength(5);
			const begun = (await at.items(next, end.name, 1)).map(({ booking }) => booking);
			expect(begun).toEqual([expect.objectContaining({ uniqueId })]);
			await workflows.unpublish(next);
		});
	});
}
