import { asTime } from '../../../../nodes/venueApi/messages/waits';

const at = new Date('2026-11-25T23:30:00.001Z');

describe('the time that a message names', () => {
	it.each([
		['UTC', '2026-11-25 23:30:01 UTC'],
		['America/New_York', '2026-11-25 18:30:01 (America/New_York)'],
		['Europe/Berlin', '2026-11-26 00:30:01 (Europe/Berlin)'],
		['Nowhere/At_All', '2026-11-25 23:30:01 UTC'],
	])('is in the time zone of the workflow, in whole seconds, not too early: %s', (zone, said) => {
		expect(asTime(at, zone)).toBe(said);
	});
});
