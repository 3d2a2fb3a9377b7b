import { DateTime } from 'luxon';

import type { JsonObject } from '../../venue/json';
import { documentOf } from './exampleApps';
import type { ExampleLab } from './exampleLab';
import { bookingOf, campOf, type Does, GUEST, looked, opened } from './liveVenue';
import { ada, DAY } from './stories/story';

const inCalendar: Does = async (lab, example) => {
	const { emit } = await opened(lab, example);
	const [item] = bookingOf('BKG-1').items as JsonObject[];
	const booking = { ...campOf('BKG-1'), status: 'PendingPayment' };
	const moved = { ...booking, items: [{ ...item, sessionStartTime: '18:00', sessionEndTime: '' }] };
	const at = (minutes: number) => new Date(lab.n8n.clock.now() + minutes * 60_000).toISOString();
	const shown = () => {
		const [{ summary, start, end, transparency }] = lab.apps.calendar.events.values();
		const times = [start, end].map(({ dateTime }) => dateTime.slice(11, 16));
		return [summary, ...times, transparency].join(' ');
	};
	await emit({ type: 'Booking', eventType: 'Created', eventDate: at(0), data: booking });
	expect(shown()).toBe('Ada Lovelace: Laser Tag for 28 15:00 16:00 opaque');
	await emit({ type: 'Booking', eventType: 'Updated', eventDate: at(1), data: moved });
	expect(shown()).toBe('Ada Lovelace: Laser Tag for 14 18:00 19:00 opaque');
	await emit({ type: 'Booking', eventType: 'Cancelled', eventDate: at(2), data: moved });
	expect(shown()).toBe('Cancelled: Ada Lovelace: Laser Tag for 14 18:00 19:00 transparent');
	const late = [{ ...item, sessionStartTime: '22:30', sessionEndTime: '00:30' }];
	const night = { ...booking, items: late };
	await emit({ type: 'Booking', eventType: 'Updated', eventDate: at(3), data: night });
	expect(shown()).toBe('Ada Lovelace: Laser Tag for 14 22:30 00:30 opaque');
	expect(lab.apps.calendar.events.size).toBe(1);
};

const bigParty: Does = async (lab, example) => {
	const { emit } = await opened(lab, example);
	const [item] = bookingOf('BKG-1').items as JsonObject[];
	const on = (...days: string[]) =>
		days.map((bookingDate) => ({ ...item, bookingDate, quantity: 6 }));
	const camp = on('2026-06-01', '2026-06-02', '2026-06-03');
	const party = on('2026-06-01', '2026-06-01');
	for (const items of [camp, party]) {
		const data = { ...bookingOf('BKG-1'), items };
		await emit({ type: 'Booking', eventType: 'Created', data });
	}
	expect(lab.apps.gmail.mails.map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
		expect.stringMatching(/^A party of 12: .* guests: 2026-06-01 15:00 \(BKG-1\)/),
	]);
};

const tellsCamp = (
	eventType: 'Created' | 'Cancelled',
	told: (lab: ExampleLab) => string[],
): Does => {
	return async (lab, example) => {
		const { emit } = await opened(lab, example);
		await emit({ type: 'Booking', eventType, data: campOf('BKG-1') });
		expect(told(lab)).toEqual([
			expect.stringContaining('Laser Tag for 28, 2026-06-01 15:00, 2026-06-02 15:00'),
		]);
	};
};

const todaysGuests: Does = async (lab, example) => {
	const { venue, run } = await opened(lab, example);
	const now = DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' });
	const item = (days: number, productId: number, quantity: number) => ({
		...{ productId, quantity, sessionStartTime: '15:00' },
		bookingDate: String(now.plus({ days }).toISODate()),
	});
	venue.bookings.put({
		...{ uniqueId: 'LIVE-1', reference: '1', customer: ada, modifiedDate: String(now.toISO()) },
		items: [item(-1, 302, 8), item(0, 301, 2), item(0, 301, 3), item(1, 302, 8)],
	});
	expect(await run('Every Morning')).toBe('success');
	expect(lab.apps.gmail.mails.map(({ text }) => text.split('\n')[0])).toEqual([
		'15:00 Ada Lovelace: Laser Tag for 5 (LIVE-1)',
	]);
};

const waiverMissing: Does = async (lab, example) => {
	const { venue, run } = await opened(lab, example);
	const now = DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' });
	venue.bookings.put({
		...{ uniqueId: 'LIVE-1', reference: '1', customer: ada, modifiedDate: String(now.toISO()) },
		items: [0, 1].map((days) => ({
			bookingDate: String(now.plus({ days }).toISODate()),
			tickets: ['WVR-1', null].map((signedWaiverId) => ({ signedWaiverId })),
		})),
	});
	expect(await run('Every Morning')).toBe('success');
	expect(lab.apps.slack.messages.map(({ text }) => text.split('\n')[1])).toEqual([
		'Ada Lovelace: 1 of 2 (LIVE-1)',
	]);
};

const greeting: Does = async (lab, example) => {
	const { emit } = await opened(lab, example);
	const redemptions = [GUEST, GUEST, null].map((customerId) => ({ ticketId: '1', customerId }));
	for (let time = 0; time < 2; time++) {
		await emit({ type: 'Redemption', eventType: 'Created', data: { redemptions } });
	}
	expect(lab.apps.gmail.mails.map(({ to }) => to)).toEqual([ada.email]);
	expect(looked(lab)).toEqual([`/guests/${GUEST}`]);
};

const paidAndRefunded: Does = async (lab, example) => {
	const { emit } = await opened(lab, example);
	const payments = [59.8, -20].map((amount, index) => ({ bookingPaymentId: 7001 + index, amount }));
	for (const eventType of ['Created', 'Updated'] as const) {
		const data = { ...bookingOf('BKG-1'), payments };
		await emit({ type: 'Booking', eventType, data });
	}
	// A row without an amount would look like nothing paid.
	const grouped = [{ bookingPaymentId: 7003, amount: '1,250.00' }];
	const data = { ...bookingOf('BKG-1'), payments: grouped };
	await emit({ type: 'Booking', eventType: 'Updated', data });
	expect(lab.apps.sheets.rows(documentOf(example), 'Payments')).toMatchObject([
		{ paymentId: '7001', bookingId: 'BKG-1', paid: 59.8, refunded: 0 },
		{ paymentId: '7002', bookingId: 'BKG-1', paid: 0, refunded: 20 },
	]);
};

const dailyRevenue: Does = async (lab, example) => {
	const { venue, run } = await opened(lab, example);
	const recordDate = new Date(lab.n8n.clock.now() - DAY).toISOString();
	const entry = { recordDate, netRevenue: 0.1, fundsReceived: 0.2 };
	// More than a page.
	venue.reports.add('/reporting/revenue-entries', Array<JsonObject>(130).fill(entry));
	for (let time = 0; time < 2; time++) expect(await run('Every Morning')).toBe('success');
	expect(lab.apps.sheets.rows(documentOf(example), 'Revenue')).toMatchObject([
		{ day: recordDate.slice(0, 10), entries: 130, netRevenue: 13, fundsReceived: 26 },
	]);
};

/** The same for the starters. */
export const startersAtLiveVenue: Record<string, Does> = {
	'starters/big-party': bigParty,
	'starters/booking-to-teams': tellsCamp('Created', ({ apps }) =>
		apps.teams.messages.map(({ content }) => content),
	),
	'starters/bookings-in-google-calendar': inCalendar,
	'starters/cancelled-booking': tellsCamp('Cancelled', ({ apps }) =>
		apps.slack.messages.map(({ text }) => text),
	),
	'starters/daily-revenue': dailyRevenue,
	'starters/greeting-at-redemption': greeting,
	'starters/paid-and-refunded': paidAndRefunded,
	'starters/todays-guests': todaysGuests,
	'starters/waiver-missing': waiverMissing,
};
