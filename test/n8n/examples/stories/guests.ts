import { ada, DAY, importFor, type Booked, type Story } from './story';

const grace = { name: 'Grace Hopper', email: 'grace@example.test' };

const rebookingOffer: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	const booked = { uniqueId: 'BKG-000101', customer: ada, product: 'Laser Tag' };
	const withoutAddress = { uniqueId: 'BKG-000102', customer: { name: 'Alan Turing' } };
	await venue.bookings.create({ ...booked, visitDate: '2026-06-01' });
	await venue.bookings.create({ ...withoutAddress, product: 'Bowling', visitDate: '2026-06-02' });
	await lab.publish(imported);
	await venue.bookings.cancel(booked.uniqueId);
	await lab.items(imported, 1);
	await venue.bookings.cancel(withoutAddress.uniqueId);
	return await lab.items(imported, 2);
};

const signedWaivers: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const data = { uniqueId: 'WVR-1', bookingId: 'BKG-000201', customer: ada };
	const [message] = await venue.emit({ type: 'SignedWaiver', eventType: 'Created', data });
	await venue.messages.resend(message.id);
	return await lab.items(imported, 2);
};

/** After the one before it: Ada has signed. */
const missingWaivers: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	const on = (days: number) => new Date(lab.n8n.clock.now() + days * DAY).toISOString();
	const booked: Booked[] = [
		{ uniqueId: 'BKG-000201', customer: ada, visitDate: on(1) },
		{ uniqueId: 'BKG-000202', customer: grace, visitDate: on(1) },
		{ uniqueId: 'BKG-000203', customer: grace, visitDate: on(2) },
		{ uniqueId: 'BKG-000204', customer: grace, visitDate: on(1), status: 'Cancelled' },
		{ uniqueId: 'BKG-000205', customer: { name: 'Alan Turing' }, visitDate: on(1) },
	];
	for (const booking of booked) await venue.bookings.create(booking);
	await lab.run(imported, 'Every Morning');
	return await lab.items(imported, 1);
};

const reviewRequest: Story = async (lab, example) => {
	const { imported, venue } = await importFor(lab, example);
	await lab.run(imported, 'Set Up Once');
	await lab.publish(imported);
	const bookingId = 'BKG-000301';
	await venue.bookings.create({ uniqueId: bookingId, customer: ada });
	const yesterday = new Date(lab.n8n.clock.now() - DAY).toISOString();
	const redeem = async () =>
		await venue.emit({
			type: 'Redemption',
			eventType: 'Created',
			eventDate: yesterday,
			data: { bookingId },
		});
	await Promise.all(Array.from({ length: 4 }, redeem));
	await lab.items(imported, 5);
	await lab.run(imported, 'Every Day at Eleven');
	await redeem();
	await lab.items(imported, 7);
	await lab.run(imported, 'Every Day at Eleven');
	return await lab.items(imported, 8);
};

export const guests: Record<string, Story> = {
	'guests/rebooking-offer': rebookingOffer,
	'guests/signed-waivers': signedWaivers,
	'guests/missing-waivers': missingWaivers,
	'guests/review-request': reviewRequest,
};
