import { start } from '../fixtures/nodes';
import { bookings, HOUR, type PackageFixture } from '../fixtures/packageFixture';

export function describeBookings(fixture: PackageFixture) {
	describe('in a workflow', () => {
		it('fetches the bookings of the venue', async () => {
			const workflow = await fixture.lab.workflows.create('Bookings', [
				start,
				bookings(await fixture.saveCredential()),
			]);

			const { status, items } = await fixture.runOnce(workflow, 'Bookings');

			expect(status).toBe('success');
			expect(items).toEqual(fixture.venue.bookings.all());
		});

		it('fetches one token and uses it until it expires, then another', async () => {
			const { lab, venue } = fixture;
			const workflow = await lab.workflows.create('Bookings, day by day', [
				start,
				bookings(await fixture.saveCredential()),
			]);
			const run = async () => (await fixture.runOnce(workflow, 'Bookings')).status;

			const firstDay = [await run(), await run()];
			const tokensOfTheFirstDay = venue.count('POST /token');
			lab.clock.advance(25 * HOUR);
			venue.forgetRequests();
			const secondDay = await run();

			expect([...firstDay, secondDay]).toEqual(['success', 'success', 'success']);
			expect(tokensOfTheFirstDay).toBe(1);
			expect(venue.count('POST /token')).toBe(1);
		});
	});
}
