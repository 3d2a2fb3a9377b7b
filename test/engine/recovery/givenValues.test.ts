import type { INodeParameters } from 'n8n-workflow';

import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

/** An expression may give text where the panel has a switch, a number or a list. */
describe('a value from an expression for the recovery trigger', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	it.each<[unknown, number]>([
		['={{ "True" }}', 1],
		['={{ 1 }}', 1],
		['={{ " TRUE " }}', 1],
		['={{ "False" }}', 0],
		['={{ 0 }}', 0],
	])('is read as intended for Recover Bookings: %p', async (refetchBookings, count) => {
		const trigger = await fixture.engine.activate(
			fixture.trigger({ refetchBookings } as INodeParameters),
		);
		fixture.later();
		fixture.venue.bookings.seed(1);
		fixture.giveUp(1);
		expect(ofEvent((await trigger.poll()).items, 'booking')).toHaveLength(count);
	});

	it('is read as intended for Include Venue “True” and several events with commas', async () => {
		fixture.giveUp(1);
		const options = { includeVenue: '={{ "True" }}', startWith: 'all' };
		const setup = fixture.trigger({ options, events: '={{ "growth, final" }}' });
		const { items } = await (await fixture.engine.activate(setup)).poll();
		expect(items).toMatchObject([{ json: { event: 'final', venue: 'Venue Platform API' } }]);
	});

	it.each<[string, INodeParameters]>([
		['Recover Bookings', { refetchBookings: '={{ "perhaps" }}' }],
		['Include Venue', { options: { includeVenue: '={{ "perhaps" }}' } }],
		['Safety Margin (Minutes)', { options: { safetyMarginMinutes: '={{ "  " }}' } }],
		['Safety Margin (Minutes)', { options: { safetyMarginMinutes: '={{ [] }}' } }],
		['Max Items per Run', { options: { maxItems: '={{ [5] }}' } }],
		['Minimum Attempt', { minimumAttempt: '={{ true }}' }],
		['Trigger On', { events: '={{ "final, Booking Changed" }}' }],
		['Trigger On', { events: ['final', 'bookings'] }],
		['Start With', { options: { startWith: '={{ "everything" }}' } }],
		['Start With', { options: { startWith: '={{ undefined }}' } }],
	])('is reported with the label %s if it is %j', async (label, parameters) => {
		const publishing = fixture.engine.activate(fixture.trigger(parameters));
		await expect(publishing).rejects.toThrow(`“${label}” `);
	});
});
