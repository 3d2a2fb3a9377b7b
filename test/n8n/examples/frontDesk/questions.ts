import type { DateTime } from 'luxon';

import type { ToolCall } from '../../fixtures/scriptedModel';

/** A question of the front desk and what it must lead to, at the time that n8n tells the model. */
interface Question {
	ask: string;
	/** Questions of the same chat follow each other. Any other question has its own chat. */
	chat?: string;
	calls: (now: DateTime) => ToolCall[];
	/** The requests to the venue. */
	requests: (now: DateTime) => string[];
	/** The final answer in the chat. */
	told: string[];
}

export const RICH_BOOKING = 'BKG-000742';
export const ENCODED_BOOKING = 'BKG/000010 ü?';

const FAILED = 'GET /webhooks/messages/failed';
const NO_SUCH = 'There is no such booking for this venue';

const lookUp = (...ids: string[]) => ({
	calls: () => ids.map((id) => ({ name: 'Look_Up_a_Booking', arguments: { bookingId: id } })),
	requests: () => ids.map((id) => `GET /bookings/${encodeURIComponent(id)}`),
});

const changedSince = (time: (now: DateTime) => DateTime) => ({
	calls: (now: DateTime) => listChanged(time(now).toISO()),
	requests: (now: DateTime) => [changedFrom(time(now).toUTC().toISO())],
});

/** As the question has it, and as the venue must receive it. */
const changedSinceText = (text: string, atVenue: string) => ({
	calls: () => listChanged(text),
	requests: () => [changedFrom(atVenue)],
});

const listChanged = (since: string | null) => [
	{ name: 'List_Changed_Bookings', arguments: { since } },
];
const changedFrom = (time: string | null) => `GET /bookings?modifiedFromDate=${time}`;

const undelivered = {
	calls: () => [{ name: 'List_Undelivered_Messages', arguments: {} }],
	requests: () => [FAILED],
};

const nothing = () => [];

export const questions: Question[] = [
	{ ask: 'Who is booking BKG-000701?', ...lookUp('BKG-000701'), told: ['ada@example.test'] },
	{
		ask: 'How many guests come with booking BKG-000702?',
		...lookUp('BKG-000702'),
		told: ['"guests":7'],
	},
	{
		ask: 'Was BKG-000703 cancelled?',
		...lookUp('BKG-000703'),
		told: ['"status":"Cancelled"'],
	},
	{
		ask: `What has the guest of ${RICH_BOOKING} still to pay?`,
		chat: 'the birthday',
		...lookUp(RICH_BOOKING),
		told: ['"balanceDue":40'],
	},
	{
		ask: 'And when does that booking begin?',
		chat: 'the birthday',
		...lookUp(RICH_BOOKING),
		told: ['"startTime":"2026-11-28T14:00:00Z"'],
	},
	{
		ask: 'Which is the larger group, BKG-000701 or BKG-000702?',
		...lookUp('BKG-000701', 'BKG-000702'),
		told: ['"guests":4', '"guests":7'],
	},
	{ ask: 'Is there a booking BKG-999999?', ...lookUp('BKG-999999'), told: [NO_SUCH] },
	...['../webhooks', '..'].map((way) => ({
		ask: `Who is booking “${way}”?`,
		calls: lookUp(way).calls,
		// A proxy that decodes it could take it for a way up.
		requests: nothing,
		told: ['“Booking” is not an ID'],
	})),
	{
		ask: 'Who is booking “BKG-000701?include=payments#”?',
		...lookUp('BKG-000701?include=payments#'),
		told: [NO_SUCH],
	},
	{
		ask: `Who is booking “${ENCODED_BOOKING}”?`,
		...lookUp(ENCODED_BOOKING),
		told: ['alan@example.test'],
	},
	{
		ask: 'Please cancel booking BKG-000701.',
		...lookUp('BKG-000701'),
		told: ['"status":"Confirmed"'],
	},
	{
		ask: 'Which new bookings were made today?',
		...changedSince((now) => now.startOf('day')),
		told: ['BKG-000701', RICH_BOOKING],
	},
	{
		ask: 'Any cancellations of bookings since yesterday?',
		...changedSince((now) => now.minus({ days: 1 }).startOf('day')),
		told: ['BKG-000703'],
	},
	{
		ask: 'Which bookings were changed in the last hour?',
		...changedSince((now) => now.minus({ hours: 1 })),
		told: ['BKG-000702'],
	},
	{
		ask: 'List the bookings that changed since 2026-05-08T09:00:00+02:00.',
		...changedSinceText('2026-05-08T09:00:00+02:00', '2026-05-08T07:00:00.000Z'),
		told: ['BKG-000701'],
	},
	{
		ask: 'List the bookings that changed since 2026-07-01.',
		// A day in the venue's time zone, which is New York's.
		...changedSinceText('2026-07-01', '2026-07-01T04:00:00.000Z'),
		told: ['BKG-000701'],
	},
	{
		ask: 'Who comes on 2026-11-28?',
		calls: () => [{ name: 'List_Visits', arguments: { from: '2026-11-28', to: '2026-11-28' } }],
		requests: () => ['GET /bookings'],
		told: [RICH_BOOKING],
	},
	{
		ask: 'Which bookings have changed since Easter?',
		calls: () => listChanged('Easter'),
		requests: nothing,
		told: ['“Modified From Date” is not a date and time'],
	},
	{
		ask: 'Send us the messages again that could not be delivered.',
		...undelivered,
		told: ['"topic":"Ticket"', '"givenUp":true'],
	},
	{
		ask: 'From how many guests on do groups call the office?',
		calls: nothing,
		requests: nothing,
		told: ['Groups of more than 20 call the office.'],
	},
];
