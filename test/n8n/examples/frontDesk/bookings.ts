import { richBooking } from '../../../unit/action/support/richBooking';
import type { Venue } from '../exampleLab';
import { ada, type Booked } from '../stories/story';
import { ENCODED_BOOKING, RICH_BOOKING } from './questions';

export const LONG_BOOKING = 'BKG-000743';

const alan = { name: 'Alan Turing', email: 'alan@example.test' };

/** Fields that users ask about, full of characters that JSON has to escape. */
const notes = Object.fromEntries(
	Array.from({ length: 40 }, (_, index) => [`note${index}`, 'No “nuts”, "please"! '.repeat(40)]),
);

/** What the front desk asks about: today's bookings, and a message that was given up. */
export async function fillVenue({ bookings, messages }: Venue['account']): Promise<void> {
	await bookings.create({ uniqueId: 'BKG-000701', customer: ada, guests: 4 });
	await bookings.create({ uniqueId: 'BKG-000702', customer: alan, guests: 7 });
	await bookings.create({ uniqueId: 'BKG-000703', customer: alan });
	await bookings.cancel('BKG-000703');
	await bookings.create({ uniqueId: ENCODED_BOOKING, customer: alan });
	const modifiedDate = bookings.all()[0].modifiedDate;
	await bookings.create({ ...(richBooking as Booked), modifiedDate, uniqueId: RICH_BOOKING });
	await bookings.create({ ...notes, uniqueId: LONG_BOOKING, customer: ada });
	messages.addFailed({ type: 'Ticket', attempts: 8 });
}
