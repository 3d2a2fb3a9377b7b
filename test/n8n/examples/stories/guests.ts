import { DateTime } from 'luxon';

import { ada, importFor, type Booked, type Story } from './story';

const grace = { name: 'Grace Hopper', email: 'grace@example.test' };
const FIVE_MINUTES = 'Every Five Minutes';

const rebookingOffer: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	const booked = { uniqueId: 'BKG-000101', customer: ada, product: 'Laser Tag' };
	const withoutAddress = { uniqueId: 'BKG-000102', customer: { name: 'Alan Turing' } };
	await venue.bookings.create({ ...booked, visitDate: '2026-06-01' });
	await venue.bookings.create({ ...withoutAddress, product: 'Bowling', visitDate: '2026-06-02' });
	await lab.publish(imported);
	await venue.bookings.cancel(booked.uniqueId);
	await lab.items(imported, 2);
	await venue.bookings.cancel(withoutAddress.uniqueId);
	await lab.items(imported, 3);
	for (let run = 0; run < 2; run++) {
		await lab.run(imported, FIVE_MINUTES);
		await lab.run(imported, `${FIVE_MINUTES}, Too`);
	}
	return {
		...(await lab.items(imported, 7)),
		'Offer Another Date': lab.apps.gmail.mails.map((mail) => ({ ...mail })),
		'Tell Staff': lab.apps.slack.messages.map((message) => ({ ...message })),
	};
};

const signedWaivers: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const data = { uniqueId: 'WVR-1', bookingId: 'BKG-000201', customer: ada };
	const [message] = await venue.emit({ type: 'SignedWaiver', eventType: 'Created', data });
	await venue.messages.resend(message.id);
	await lab.items(imported, 2);
	await lab.run(imported, FIVE_MINUTES);
	await lab.run(imported, FIVE_MINUTES);
	const files = lab.apps.drive.files.map(({ name, content }) => ({ name, content }));
	return { ...(await lab.items(imported, 4)), 'File the Waiver': files };
};

/** Continues the previous story: Ada has signed, and she comes alone. */
const missingWaivers: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	const on = (days: number) => String(DateTime.utc().plus({ days }).toISODate());
	const booked: Booked[] = [
		{ uniqueId: 'BKG-000201', customer: ada, visitDate: on(1), guests: 1 },
		{ uniqueId: 'BKG-000202', customer: grace, visitDate: on(1), guests: 1 },
		{ uniqueId: 'BKG-000203', customer: grace, visitDate: on(2), guests: 1 },
		{ uniqueId: 'BKG-000204', customer: grace, visitDate: on(1), status: 'Cancelled' },
		{ uniqueId: 'BKG-000205', customer: { name: 'Alan Turing' }, visitDate: on(1) },
	];
	for (const booking of booked) await venue.bookings.create(booking);
	await lab.run(imported, 'Every Hour from Ten to Six');
	await lab.run(imported, 'Every Hour from Ten to Six');
	const items = await lab.items(imported, 3);
	return { ...items, 'Ask for the Waiver': lab.apps.gmail.mails.map((mail) => ({ ...mail })) };
};

const reviewRequest: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const bookingId = 'BKG-000301';
	await venue.bookings.create({ uniqueId: bookingId, customer: ada });
	const eventDate = String(DateTime.utc().minus({ days: 1 }).toISO());
	const redeem = async () =>
		await venue.emit({
			type: 'Redemption',
			eventType: 'Created',
			eventDate,
			data: { bookingId },
		});
	await Promise.all(Array.from({ length: 4 }, redeem));
	await lab.items(imported, 5);
	const ask = async () => await lab.run(imported, 'Every Hour from Eleven to Six');
	await ask();
	await redeem();
	await lab.items(imported, 7);
	await ask();
	const items = await lab.items(imported, 8);
	return { ...items, 'Ask for a Review': lab.apps.gmail.mails.map((mail) => ({ ...mail })) };
};

const paymentReminder: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.setUp(imported);
	await lab.publish(imported);
	const link = async (eventType: 'Created' | 'Updated', id: string, status: string, days: number) =>
		await venue.emit({
			type: 'PaymentLink',
			eventType,
			eventDate: String(DateTime.utc().minus({ days }).toISO()),
			data: {
				uniqueId: id,
				bookingId: id.replace('PAY', 'BKG'),
				customer: id === 'PAY-1' ? ada : grace,
				url: `https://venue.example.test/pay/${id}`,
				status,
			},
		});
	await link('Created', 'PAY-1', 'Open', 3);
	await link('Updated', 'PAY-2', 'Paid', 1);
	await link('Created', 'PAY-2', 'Open', 3);
	await lab.items(imported, 4);
	for (let run = 0; run < 2; run++) await lab.run(imported, 'Every Hour from Ten to Six');
	const items = await lab.items(imported, 6);
	return { ...items, 'Remind the Guest': lab.apps.gmail.mails.map((mail) => ({ ...mail })) };
};

export const guests: Record<string, Story> = {
	'guests/rebooking-offer': rebookingOffer,
	'guests/signed-waivers': signedWaivers,
	'guests/missing-waivers': missingWaivers,
	'guests/review-request': reviewRequest,
	'guests/payment-reminder': paymentReminder,
};
