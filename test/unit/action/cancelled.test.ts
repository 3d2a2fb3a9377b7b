import { isCancelled } from '../../../nodes/VenuePlatform/operations/booking/cancelled';

describe('whether a list shows cancelled bookings', () => {
	it.each([
		[{ status: 'Cancelled' }],
		[{ booking: { status: 'CANCELED' } }],
		[{ cancelledDate: '2026-11-21T10:00:00Z' }],
		[{ isCancelled: true }],
		[{ isCancelled: 'true' }],
		[{ cancelled: 1 }],
	])('%j is cancelled', (booking) => {
		expect(isCancelled(booking)).toBe(true);
	});

	it.each([
		[{ status: 'Paid', isCancelled: false }],
		[{ cancelled: 'no' }],
		[{ cancelled: 'false' }],
		[{ cancelledDate: null, cancelledBy: '' }],
		[{ cancelledDate: '0001-01-01T00:00:00' }],
		[{ terms: 'A booking can be cancelled until the day before the visit.' }],
	])('%j is not', (booking) => {
		expect(isCancelled(booking)).toBe(false);
	});
});
