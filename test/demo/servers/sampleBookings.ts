/** The bookings of the day when the venue opens for the first time. */
export const sampleBookings = [
	['Amara Okafor', 'Laser Tag', 8],
	['Liam Murphy', 'Bowling', 4],
	['Sofia Rossi', 'Escape Room', 5],
	['Noah Schneider', 'Mini Golf', 2],
	['Yuki Tanaka', 'Escape Room', 6],
].map(([name, product, guests]) => ({
	customer: { name, email: 'guest@example.test' },
	product,
	guests,
}));
