import { isCancelled } from '../../../nodes/VenuePlatform/operations/booking/cancelled';

describe('whether a list shows cancelled bookings', () => {
	it.each([
		[{ status: 'Cancelled' }],
		[{ booking: { status: 'CANCELED' } }],
		[{ cancelledDate: '2026-11-21T10:00:00Z' }],
		[{ isCancelled: true }],
	])('%j is cancelled', (booking) => {
		expect(isCancelled(booking)).toBe(true);
	});

	it.each([
		[{ status: 'Paid', isCancelled: false }],
		[{ cancelled: 'no' }],
		[{ cancelled: 'false' }],
		[{ cancelledDate: null, cancelledBy: '' }],
		[{ terms: 'A booking can be cancelled until the day before the visit.' }],
	])('%j is not', (booking) => {
		expect(isCancelled(booking)).toBe(false);
	});
});
