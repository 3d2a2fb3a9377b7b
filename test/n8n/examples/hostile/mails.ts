import { DateTime } from 'luxon';

import type { ExampleLab } from '../exampleLab';
import { attacked, FIVE_MINUTES, type Attack } from './hostile';
import { addressOf, ADDRESSES, bookingOf, NAMES } from './words';

/** No mail calculates, but it may have several lines. */
const names = NAMES.map((name) => (name === '-2+3' ? 'Ada\n\n\nYour card was charged.' : name));
/** Every name with an address of its own, and addresses that name several people. */
const all = [
	...names.map((name, index) => bookingOf(index, name)),
	...ADDRESSES.map((email, index) => bookingOf(names.length + index, 'Eve', email)),
];

const now = ({ n8n: { clock } }: ExampleLab) => DateTime.fromMillis(clock.now(), { zone: 'utc' });

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.join('') ?? '';

/**
 * One mail for each name, to one recipient, with the letters of the name. A mail program makes a link of
 * an address, and the mail comes from the venue.
 */
function expectOneMailEach({ apps }: ExampleLab): void {
	const { mails } = apps.gmail;
	expect(mails.map(({ to }) => to).sort()).toEqual(
		names.map((_, index) => addressOf(index)).sort(),
	);
	for (const { to, text, subject } of mails) {
		const name = names.find((_, index) => addressOf(index) === to) ?? '';
		const [, greeted = ''] = /^Hello ([\p{L} '’-]{1,60}),$/u.exec(text.split('\n')[0].trim()) ?? [];
		expect(greeted).not.toBe('');
		expect(lettersOf(name) || 'guest').toMatch(new RegExp(`^${lettersOf(greeted)}`));
		expect(subject).not.toMatch(/[\r\n]/);
	}
}

const rebookingOffer: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	await send({ type: 'Booking', eventType: 'Cancelled' }, all);
	await run(FIVE_MINUTES, `${FIVE_MINUTES}, Too`);
	expectOneMailEach(lab);
	const [{ text }, ...more] = lab.apps.slack.messages;
	expect(more).toEqual([]);
	expect(text.match(/There is no email address: please call/g)).toHaveLength(ADDRESSES.length);
	expect(text).toContain('&lt;!channel&gt; hello');
};

const missingWaivers: Attack = async (lab, example) => {
	const { venue, run } = await attacked(lab, example);
	const visitDate = String(now(lab).plus({ days: 1 }).toISODate());
	for (const booking of all) {
		const uniqueId = `UNSIGNED-${booking.uniqueId}`;
		await venue.bookings.create({ ...booking, uniqueId, visitDate, guests: 1 });
	}
	await run('Every Hour from Ten to Six');
	expectOneMailEach(lab);
};

const reviewRequest: Attack = async (lab, example) => {
	const { venue, send, run } = await attacked(lab, example);
	for (const booking of all) await venue.bookings.create(booking);
	const eventDate = String(now(lab).minus({ days: 1 }).toISO());
	await send(
		{ type: 'Redemption', eventType: 'Created', eventDate },
		all.map(({ uniqueId }) => ({ bookingId: uniqueId })),
	);
	await run('Every Hour from Eleven to Six');
	expectOneMailEach(lab);
};

const paymentReminder: Attack = async (lab, example) => {
	const { send, run } = await attacked(lab, example);
	const eventDate = String(now(lab).minus({ days: 3 }).toISO());
	await send(
		{ type: 'PaymentLink', eventType: 'Created', eventDate },
		all.map(({ uniqueId, customer, notes }) => ({
			...{ uniqueId: `PAY-${uniqueId}`, bookingId: uniqueId, customer, notes, status: 'Open' },
			url: 'https://venue.example.test/pay/1',
		})),
	);
	await run('Every Hour from Ten to Six');
	expectOneMailEach(lab);
};

export const inMails: Record<string, Attack> = {
	'guests/rebooking-offer': rebookingOffer,
	'guests/missing-waivers': missingWaivers,
	'guests/review-request': reviewRequest,
	'guests/payment-reminder': paymentReminder,
};
