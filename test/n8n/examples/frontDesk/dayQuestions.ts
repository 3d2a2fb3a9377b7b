import type { Venue } from '../exampleLab';
import type { Day } from './day';

type Row = Record<string, unknown>;

interface Call {
	tool: string;
	given: Record<string, unknown>;
}

/** A question, the calls with which a model answered it, and the answer according to the venue. */
interface DayQuestion {
	ask: string;
	calls: (day: Day) => Call[];
	/** What a person reads in the last result, or in all of them. */
	answer: (rows: Row[], day: Day, all: Row[]) => unknown;
	truth: (venue: Venue['account'], day: Day) => unknown;
}

const REFUSED = 'There is no such booking for this venue. Check the ID.';

const find = (text: string): Call => ({ tool: 'Find_Bookings', given: { text } });
const visits = (from: string, to = from): Call => ({ tool: 'List_Visits', given: { from, to } });
const changed = (since: string, text?: string): Call => ({
	tool: 'List_Changed_Bookings',
	given: { since, ...(text && { text }) },
});
const lookUp = (bookingId: string): Call => ({ tool: 'Look_Up_a_Booking', given: { bookingId } });
const undelivered = (given = {}): Call => ({ tool: 'List_Undelivered_Messages', given });
const check: Call = { tool: 'Check_the_Webhooks', given: {} };

const idsOf = (rows: Row[]) => rows.map(({ uniqueId }) => String(uniqueId)).sort();
const field = (row: Row, name: string) => String(row[name]);
const at = (name: string, time: string) => (row: Row) => field(row, name).startsWith(time);
const statusOf = (rows: Row[]) =>
	Object.fromEntries(rows.map((row) => [field(row, 'uniqueId'), row.status]));
/** The spelling aside: an agent reads no parts of a second. */
const moment = (row: Row) => Date.parse(field(row, 'startTime'));
const nameOf = ({ customer }: Row) => (customer as { name: string }).name;
const isOn = ({ status }: Row) => status !== 'Cancelled';
const counted = (names: unknown[]) => {
	const counts: Record<string, number> = {};
	for (const name of names) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
	return counts;
};
const bookingsOf = ({ bookings }: Venue['account']): Row[] => bookings.all();
const newest = (rows: Row[], name: string) =>
	rows.reduce((last, row) => (field(row, name) > field(last, name) ? row : last)).uniqueId;
const topicsOfFailed = (venue: Venue['account'], isWanted: (row: Row) => boolean) =>
	counted(
		venue.messages
			.failed()
			.filter(({ status, eventDate }) => isWanted({ status, eventDate }))
			.map(({ type }) => type),
	);
/** One field, for questions about one booking. */
const fact = (bookingId: string, name: string) => ({
	calls: () => [lookUp(bookingId)],
	answer: ([row]: Row[]) => row[name],
	truth: ({ bookings }: Venue['account']) => bookings.find(bookingId)?.[name],
});

export const dayQuestions: DayQuestion[] = [
	{
		ask: 'Has Ms Lovelace booked?',
		calls: () => [find('Lovelace')],
		answer: idsOf,
		truth: (venue) => idsOf(bookingsOf(venue).filter((row) => /Lovelace/.test(nameOf(row)))),
	},
	{
		ask: 'What did not reach us today?',
		calls: () => [undelivered()],
		answer: (rows, { today }) =>
			counted(rows.filter(at('firstFailedAt', today)).map(({ topic }) => topic)),
		truth: (venue, { today }) => topicsOfFailed(venue, at('eventDate', today)),
	},
	{
		ask: 'Is the webhook alive?',
		calls: () => [check],
		answer: (rows) => rows.map(({ state }) => state),
		truth: () => ['disabled', 'failing', 'doubled', 'doubled', 'foreign', 'healthy'],
	},
	{
		ask: 'Which bookings were cancelled today?',
		calls: ({ today }) => [changed(`${today}T00:00:00Z`, 'Cancelled')],
		answer: idsOf,
		truth: (venue, { today }) =>
			idsOf(bookingsOf(venue).filter((row) => !isOn(row) && at('modifiedDate', today)(row))),
	},
	{ ask: 'How many people come with booking BKG-000200?', ...fact('BKG-000200', 'guests') },
	{
		ask: 'What changed since ten o’clock?',
		// The first list says that it is cut, so the model asks for less at a time.
		calls: ({ today }) =>
			[undefined, 'Cancelled', 'Confirmed', 'Pending'].map((status) =>
				changed(`${today}T10:00:00Z`, status),
			),
		answer: (_rows, _day, all) => statusOf(all),
		truth: (venue, { today }) =>
			statusOf(bookingsOf(venue).filter((row) => field(row, 'modifiedDate') >= `${today}T10:00`)),
	},
	{
		ask: 'Who comes today at two?',
		calls: ({ today }) => [visits(`${today}T14:00`, `${today}T14:59`)],
		answer: (rows) => rows.map(nameOf),
		truth: (venue, { today }) =>
			bookingsOf(venue)
				.filter(at('startTime', `${today}T14`))
				.map(nameOf),
	},
	{
		ask: 'Who comes tomorrow?',
		calls: ({ tomorrow }) => [visits(tomorrow)],
		answer: (rows) => rows.filter(isOn).map(nameOf),
		truth: (venue, { tomorrow }) =>
			bookingsOf(venue)
				.filter((row) => isOn(row) && at('startTime', tomorrow)(row))
				.map(nameOf),
	},
	{
		ask: 'What has the guest of BKG-000021 still to pay?',
		...fact('BKG-000021', 'balanceDue'),
	},
	{
		ask: 'Is anyone booked under ada.lovelace137@example.test?',
		calls: () => [find('ada.lovelace137@example.test')],
		answer: idsOf,
		truth: () => ['BKG-000137'],
	},
	{
		ask: 'When does the Turing party come?',
		calls: () => [find('Turing')],
		answer: (rows) => rows.map(moment),
		truth: (venue) =>
			bookingsOf(venue)
				.filter((row) => /Turing/.test(nameOf(row)))
				.map(moment),
	},
	{
		ask: 'What was the last booking that came in?',
		calls: ({ today }) => [changed(`${today}T12:00:00Z`)],
		answer: (rows) => newest(rows, 'createdDate'),
		truth: (venue) => newest(bookingsOf(venue), 'createdDate'),
	},
	{ ask: 'Is BKG-000418 still on?', ...fact('BKG-000418', 'status') },
	{
		ask: 'The guest shows HLP-3XQPZ. Which booking is it?',
		calls: () => [find('HLP-3XQPZ')],
		answer: idsOf,
		truth: (venue) => idsOf(bookingsOf(venue).filter(({ reference }) => reference === 'HLP-3XQPZ')),
	},
	{
		ask: 'Were the tickets of BKG-000200 used?',
		calls: () => [
			{
				tool: 'Look_Up_Details',
				given: { bookingId: 'BKG-000200', fields: 'tickets' },
			},
		],
		answer: ([{ tickets }]) => tickets,
		truth: ({ bookings }) => bookings.find('BKG-000200')?.tickets,
	},
	{
		ask: 'Which messages are lost for good?',
		calls: () => [undelivered({ onlyGivenUp: true })],
		answer: (rows) => counted(rows.map(({ topic }) => topic)),
		truth: (venue) => topicsOfFailed(venue, ({ status }) => status === 'Failed'),
	},
	{
		ask: 'Why do deliveries fail?',
		calls: () => [check],
		answer: (rows) => rows.find(({ state }) => state === 'failing')?.lastDetail,
		truth: (venue) => venue.messages.failed()[0].history.slice(-1)[0].detail,
	},
	{
		ask: 'Who else receives our events?',
		calls: () => [check],
		answer: (rows) => rows.filter(({ isOurs }) => isOurs === false).map(({ url }) => url),
		truth: (_, { webhooks }) => [webhooks.foreign.configuration.url],
	},
	{
		ask: 'Is there a booking BKG-999999?',
		calls: () => [lookUp('BKG-999999')],
		answer: ([{ refusal }]) => String(refusal).includes(REFUSED),
		truth: () => true,
	},
	{
		ask: 'Which groups of ten or more come on Saturday?',
		calls: ({ saturday }) => [visits(saturday)],
		answer: (rows, { saturday }) => idsOf(groupsOn(saturday, rows)),
		truth: (venue, { saturday }) => idsOf(groupsOn(saturday, bookingsOf(venue))),
	},
	{
		ask: 'Who comes today?',
		calls: ({ today }) => [visits(today)],
		answer: idsOf,
		truth: (venue, { today }) => idsOf(bookingsOf(venue).filter(at('startTime', today))),
	},
];

const groupsOn = (day: string, rows: Row[]) =>
	rows.filter((row) => at('startTime', day)(row) && Number(row.guests) >= 10);
