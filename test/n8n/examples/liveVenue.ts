import { DateTime } from 'luxon';

import type { Json, JsonObject } from '../../venue/json';
import { documentOf } from './exampleApps';
import type { ExampleLab } from './exampleLab';
import { ada, DAY, importFor } from './stories/story';
import { live } from './vocabularies';

export type Does = (lab: ExampleLab, example: string) => Promise<void>;

const FIVE_MINUTES = 'Every Five Minutes';
export const GUEST = 5001;
const guest = { firstName: 'Ada', lastName: 'Lovelace', email: ada.email };
const url = 'https://venue.example.test/pay/1';
export const looked = (lab: ExampleLab) =>
	lab.live.requests
		.map(({ path }) => path)
		.filter((path) => /^\/(guests|products|bookings)\b/.test(path));

/** Imported for a venue like the live one, which knows one guest. */
export async function opened(lab: ExampleLab, example: string) {
	const { imported, venue } = await importFor(lab, example, undefined, lab.live);
	venue.records.put('guests', GUEST, guest);
	await lab.setUp(imported);
	const receives = imported.definition.nodes.some(({ type }) =>
		type.endsWith('.venuePlatformTrigger'),
	);
	if (receives) await lab.publish(imported);
	lab.live.forgetRequests();
	const { executions, workflows } = lab.n8n;
	return {
		venue,
		emit: async (event: Parameters<typeof venue.emit>[0]) => {
			await venue.emit(event);
			await lab.untilIdle(imported);
		},
		/** What came of a run of the schedule. */
		run: async (schedule: string) => {
			const { status, error } = await executions.ended(
				await workflows.run(imported.workflow, schedule),
			);
			return error?.message ?? status;
		},
	};
}

export const bookingOf = (uniqueId: string) => {
	const booking: Record<string, unknown> = { ...(live.booking.booking as object), uniqueId };
	return booking as JsonObject;
};

/** Adults and children are two items of a day, and their camp has two days. */
export const campOf = (id: string): JsonObject => {
	const [item] = bookingOf(id).items as JsonObject[];
	return { ...bookingOf(id), items: [item, item, { ...item, bookingDate: '2026-06-02' }] };
};

const twoOfOneGuest: Array<[string, Json]> = [
	['BKG-1', GUEST],
	['BKG-2', GUEST],
	['BKG-3', null],
];

const rebookingOffer: Does = async (lab, example) => {
	const { emit, run } = await opened(lab, example);
	for (const [id, customerId] of twoOfOneGuest) {
		const data = { ...bookingOf(id), customerId };
		await emit({ type: 'Booking', eventType: 'Cancelled', data });
	}
	for (const schedule of [FIVE_MINUTES, `${FIVE_MINUTES}, Too`, FIVE_MINUTES]) {
		expect(await run(schedule)).toBe('success');
	}
	const mail = { to: ada.email, subject: 'Another date for Laser Tag?' };
	expect(lab.apps.gmail.mails).toMatchObject([mail, mail]);
	expect(lab.apps.slack.messages.map(({ text }) => text)).toEqual([
		'3 bookings were cancelled:\nAda Lovelace: Laser Tag (BKG-1)\nAda Lovelace: Laser Tag (BKG-2)\n' +
			'Ada Lovelace: Laser Tag (BKG-3). There is no email address: please call',
	]);
	expect(looked(lab)).toEqual(['/products', `/guests/${GUEST}`]);
};

const newBookings: Does = async (lab, example) => {
	const { emit, run } = await opened(lab, example);
	for (const [id, customerId] of twoOfOneGuest) {
		const data = { ...campOf(id), customerId };
		await emit({ type: 'Booking', eventType: 'Created', data });
	}
	for (let time = 0; time < 2; time++) expect(await run(FIVE_MINUTES)).toBe('success');
	const row = { guestName: 'Ada Lovelace', product: 'Laser Tag', guests: 28 };
	expect(lab.apps.sheets.rows(documentOf(example), 'Bookings')).toMatchObject([
		{ ...row, bookingId: 'BKG-1', guestEmail: ada.email },
		{ ...row, bookingId: 'BKG-2', guestEmail: ada.email },
		{ ...row, bookingId: 'BKG-3' },
	]);
	expect(looked(lab)).toEqual(['/products', `/guests/${GUEST}`]);
};

const customersInHubspot: Does = async (lab, example) => {
	// The data tables also have the customers of the tests before this one.
	const email = 'grace@example.test';
	const { emit, run } = await opened(lab, example);
	const change = async (minute: number, phone: string) => {
		const eventDate = new Date(lab.n8n.clock.now() + minute * 60_000).toISOString();
		const data = { ...(live.customer as JsonObject), email, phone };
		await emit({ type: 'Customer', eventType: 'Updated', eventDate, data });
		expect(await run(FIVE_MINUTES)).toBe('success');
	};
	await change(2, 'new');
	// It arrives late.
	await change(1, 'old');
	expect(lab.apps.hubspot.contacts.get(email)).toMatchObject({ phone: 'new' });
};

const signedWaivers: Does = async (lab, example) => {
	const { emit, run } = await opened(lab, example);
	await emit({ type: 'SignedWaiver', eventType: 'Created', data: live.waiver as Json });
	expect(await run(FIVE_MINUTES)).toBe('success');
	expect(lab.apps.drive.files.map(({ name }) => name)).toEqual([
		'Waiver WVR-1 Ada Lovelace.json',
		'Waiver WVR-2 Byron Lovelace.json',
	]);
};

const reviewRequest: Does = async (lab, example) => {
	const { venue, emit, run } = await opened(lab, example);
	const booked = [1, 4].map((number) => ({
		...{ uniqueId: `BKG-${number}`, reference: String(number), customer: ada },
	}));
	for (const booking of booked) venue.bookings.put({ ...booking, modifiedDate: 'unknown' });
	const eventDate = new Date(lab.n8n.clock.now() - DAY).toISOString();
	// The fourth was booked at the desk and has no guest.
	const redemptions = [1, 1, 4].map((number, index) => ({
		...{ ticketId: `${1_000_000 + number}-${index + 1}`, quantityRedeemed: 1 },
	}));
	await emit({ type: 'Redemption', eventType: 'Created', eventDate, data: { redemptions } });
	for (let time = 0; time < 2; time++) {
		expect(await run('Every Hour from Eleven to Six')).toBe('success');
	}
	expect(lab.apps.gmail.mails.map(({ to, text }) => `${to} ${text.slice(0, 18)}`)).toEqual([
		`${ada.email} Hello Ada Lovelace`,
	]);
	expect(looked(lab).sort()).toEqual([
		'/bookings/1000001',
		'/bookings/1000004',
		`/guests/${GUEST}`,
	]);
};

const paymentReminder: Does = async (lab, example) => {
	const { venue, emit, run } = await opened(lab, example);
	const eventDate = new Date(lab.n8n.clock.now() - 3 * DAY).toISOString();
	for (const status of ['Paid', 'PendingPayment', 'Cancelled', 'Canceled']) {
		venue.bookings.put({ uniqueId: status, status, modifiedDate: eventDate });
		const data = { id: `PAY-${status}`, bookingUniqueIdentifier: status, url, amount: 10 };
		await emit({
			...{ type: 'PaymentLink', eventType: 'Created', eventDate },
			data: { ...data, email: `${status}@example.test` },
		});
	}
	const schedule = 'Every Hour from Ten to Six';
	for (let time = 0; time < 2; time++) expect(await run(schedule)).toBe('success');
	expect(lab.apps.gmail.mails.map(({ to }) => to)).toEqual(['PendingPayment@example.test']);
	expect(looked(lab)).toHaveLength(4);

	venue.bookings.put({ uniqueId: 'Odd', status: 'Odd', modifiedDate: eventDate });
	const data = { id: 'PAY-ODD', bookingUniqueIdentifier: 'Odd', url, email: ada.email };
	await emit({ type: 'PaymentLink', eventType: 'Created', eventDate, data });
	expect(await run(schedule)).toMatch(/“Odd” is a status that this step does not know/);
	expect(lab.apps.gmail.mails).toHaveLength(1);
};

const missingWaivers: Does = async (lab, example) => {
	const { venue, run } = await opened(lab, example);
	const now = DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' });
	const put = (number: number, days: number, signed: Array<string | null>) =>
		venue.bookings.put({
			...{ uniqueId: `LIVE-${number}`, reference: String(number), customer: ada },
			modifiedDate: String(now.toISO()),
			// The party comes on the next day, too.
			items: [days, days + 1].map((day) => ({
				...{ productId: 301, quantity: signed.length },
				bookingDate: String(now.plus({ days: day }).toISODate()),
				tickets: signed.map((signedWaiverId, index) => ({
					...{ ticketId: `${number}-${day}-${index}`, signedWaiverId },
				})),
			})),
		});
	put(1, 1, ['WVR-1', null]);
	put(2, 1, ['WVR-1', 'WVR-2']);
	put(3, 2, [null]);
	put(4, 1, [null]);
	for (let time = 0; time < 2; time++) {
		expect(await run('Every Hour from Ten to Six')).toBe('success');
	}
	expect(lab.apps.gmail.mails.map(({ to, text }) => `${to} ${text}`)).toEqual([
		expect.stringMatching(`^${ada.email} .*[^]*For booking LIVE-1, 1 of 2 waivers are signed`),
	]);
	expect(looked(lab).filter((path) => path.startsWith('/guests'))).toEqual([`/guests/${GUEST}`]);
};

/** What each example does with the bookings, statuses and forms of a venue like the live one. */
export const atLiveVenue: Record<string, Does> = {
	'guests/rebooking-offer': rebookingOffer,
	'guests/signed-waivers': signedWaivers,
	'guests/missing-waivers': missingWaivers,
	'guests/review-request': reviewRequest,
	'guests/payment-reminder': paymentReminder,
	'office/customers-in-hubspot': customersInHubspot,
	'office/new-bookings': newBookings,
};
