import { DateTime } from 'luxon';

import type { Booked, Desk } from './desk';
import { LOOKED_UP, untilSaturday } from './desk';

export interface Call {
	tool: string;
	given: Record<string, unknown>;
}

/** A call that depends on the answer before it, if there is one. */
type Next = (answer: string) => Call | undefined;

const CUT = /These are the first \d+ of \d+\. To see the others, ask for less/;
export const isCut = (answer: string) => CUT.test(answer);

type Row = Record<string, unknown>;
type Fact = 'guest' | 'visit' | 'status' | 'party' | 'created' | 'changed' | 'due';

/** How the tools are set up: as in the example, or for a venue whose list is a search. */
export interface ToolsOfDesk {
	/** The calls for the visits of a day, or of some hours of it. */
	visits(desk: Desk, days: number, from?: string, to?: string): Call[];
	/** The calls for the changes of today, or those with a text, the cancelled bookings among them. */
	changes(desk: Desk, since: string, text?: string): Array<Call | Next>;
}

/** A question, and the calls of docs/development/front-desk-questions.md. */
export interface Question {
	ask: string;
	calls: (desk: Desk, tools: ToolsOfDesk) => Array<Call | Next>;
	/** The bookings that a right answer is about, by what they show. */
	wanted?: (booked: Booked, desk: Desk) => boolean;
	shown?: Fact[];
	/** For questions about anything but bookings. */
	answer?: (rows: Row[], desk: Desk) => unknown;
	truth?: (desk: Desk) => unknown;
	/** What an answer says about the fields that hold it, if their names say nothing. */
	untold?: { fact: string; valueOf: (booked: Booked) => unknown };
	/** Where no call gives the answer, and what an answer tells the model. */
	unknown?: Record<string, RegExp>;
}

const STATUSES = ['Confirmed', 'Paid', 'Pending'];
const list = (given: Record<string, string>): Call => ({ tool: 'List Visits', given });

export const ofExample: ToolsOfDesk = {
	visits(desk, days, from, to) {
		const day = desk.day(days);
		if (from || days !== 0) {
			const [first, last] = [from ? `${day}T${from}` : day, to ? `${day}T${to}` : day];
			return [list({ from: first, to: last })];
		}
		// The first list says that it is cut, so the model asks for parts of the day.
		const parts = [`T13:59`, `T17:59`].map((end) => day + end);
		const [morning, afternoon] = parts;
		return [
			list({ from: day, to: day }),
			list({ from: day, to: morning }),
			list({ from: `${day}T14:00`, to: afternoon }),
			list({ from: `${day}T18:00`, to: day }),
		];
	},
	changes: (desk, since, text) => [changed(desk.at(since), text)],
};

export const ofSearch: ToolsOfDesk = {
	visits(desk, days) {
		const day = desk.day(days);
		if (days !== 0) return [list({ day })];
		// The same, by the statuses that the first list shows.
		return [list({ day }), ...STATUSES.map((text) => list({ day, text }))];
	},
	// The first list says that cancelled bookings may be missing, and each page whether there is another.
	changes: (desk, since, text) => [
		changed(desk.at(since), text),
		allChanges(desk, 1),
		...[2, 3].map((page) => (answer: string) => {
			return NOT_ALL.test(answer) ? allChanges(desk, page) : undefined;
		}),
	],
};

const NOT_ALL = /These are not all records/;
const allChanges = (desk: Desk, page: number): Call => ({
	tool: 'List All Changes',
	given: { day: desk.day(0), page },
});

const find = (text: string): Call => ({ tool: 'Find Bookings', given: { text } });
const lookUp = (bookingId: string): Call => ({ tool: 'Look Up a Booking', given: { bookingId } });
const changed = (since: string, text?: string): Call => ({
	tool: 'List Changed Bookings',
	given: { since, ...(text !== undefined && { text }) },
});
/** If the list is cut, the model asks for each status that it shows, as the tool says. */
const cameIn = (desk: Desk): Array<Call | Next> => {
	let isFirstCut = false;
	return [
		changed(desk.at('00:00')),
		...STATUSES.map((status) => (answer: string) => {
			isFirstCut ||= isCut(answer);
			return isFirstCut ? changed(desk.at('00:00'), status) : undefined;
		}),
	];
};
const undelivered = (given = {}): Call => ({ tool: 'List Undelivered Messages', given });
const check: Call = { tool: 'Check the Webhooks', given: {} };

const isOn = ({ status }: Booked) => status !== 'Cancelled';
const onDay = (days: number) => (booked: Booked, desk: Desk) => booked.visit === desk.day(days);
const comes = (days: number) => (booked: Booked, desk: Desk) =>
	isOn(booked) && onDay(days)(booked, desk);
const since = (time: string | undefined, desk: Desk) =>
	DateTime.fromISO(time ?? '', { zone: desk.zone });
const isOfToday = (time: string, desk: Desk) => since(time, desk) >= desk.today;
const oneBooking = (shown: Fact[]) => ({
	calls: () => [lookUp(LOOKED_UP)],
	wanted: ({ id }: Booked) => id === LOOKED_UP,
	shown,
});
const saturday = (desk: Desk, tools: ToolsOfDesk) => tools.visits(desk, untilSaturday(desk));
const guestOf = (desk: Desk, index: number) => desk.bookings[index];
const CAME_IN = {
	fact: 'when the booking came in',
	valueOf: ({ more }: Booked) => more.created,
};
const USED = 'whether tickets were used';

/** The fields that an answer names for a fact. */
export function namedFor(fact: string, answer: string): string[] {
	const begin = `${fact} (`;
	const at = answer.indexOf(begin);
	if (at < 0) return [];
	const names = answer.slice(at + begin.length);
	return names.slice(0, names.indexOf(')')).split(' or ');
}

const NOT_LISTED = {
	'the live service': /No cancelled booking is in this list: the venue may leave them out/,
};
const counted = (names: unknown[]) =>
	names.reduce<Record<string, number>>(
		(counts, name) => ({ ...counts, [String(name)]: (counts[String(name)] ?? 0) + 1 }),
		{},
	);

export const questions: Question[] = [
	{
		ask: 'Who comes today?',
		calls: (desk, tools) => tools.visits(desk, 0),
		wanted: comes(0),
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Who comes tomorrow?',
		calls: (desk, tools) => tools.visits(desk, 1),
		wanted: comes(1),
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Who came yesterday?',
		calls: (desk, tools) => tools.visits(desk, -1),
		wanted: comes(-1),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Who comes today at two?',
		calls: (desk, tools) => tools.visits(desk, 0, '14:00', '14:59'),
		wanted: (booked, desk) => comes(0)(booked, desk) && booked.time.startsWith('14'),
		shown: ['guest', 'visit'],
	},
	{
		ask: 'Who else comes this evening, from six on?',
		calls: (desk, tools) => tools.visits(desk, 0, '18:00', '23:59'),
		wanted: (booked, desk) => comes(0)(booked, desk) && booked.time >= '18',
		shown: ['guest', 'visit'],
	},
	{
		ask: 'Which groups of ten or more come on Saturday?',
		calls: saturday,
		wanted: (booked, desk) => comes(untilSaturday(desk))(booked, desk) && booked.party >= 10,
		shown: ['guest', 'party', 'status'],
	},
	{
		ask: 'How many guests come tomorrow in all?',
		calls: (desk, tools) => tools.visits(desk, 1),
		wanted: comes(1),
		shown: ['party', 'status'],
	},
	{
		ask: 'Who is the first to come tomorrow?',
		calls: (desk, tools) => tools.visits(desk, 1),
		wanted: (booked, desk) => {
			const all = desk.bookings.filter((one) => comes(1)(one, desk));
			return comes(1)(booked, desk) && all.every(({ time }) => time >= booked.time);
		},
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Does anyone come tomorrow after eight in the evening?',
		calls: (desk, tools) => tools.visits(desk, 1, '20:00', '23:59'),
		wanted: (booked, desk) => comes(1)(booked, desk) && booked.time >= '20',
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Which bookings are there for the day after tomorrow?',
		calls: (desk, tools) => tools.visits(desk, 2),
		wanted: comes(2),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Which visits of tomorrow were cancelled?',
		calls: (desk, tools) => tools.visits(desk, 1),
		wanted: (booked, desk) => onDay(1)(booked, desk) && !isOn(booked),
		shown: ['guest', 'status'],
		unknown: NOT_LISTED,
	},
	{
		ask: 'Which bookings of tomorrow are still pending?',
		calls: (desk, tools) => tools.visits(desk, 1),
		wanted: (booked, desk) => onDay(1)(booked, desk) && booked.status === 'Pending',
		shown: ['guest', 'status'],
	},
	{
		ask: 'Has Ms Kowalska-Cson booked?',
		calls: () => [find('Kowalska-Cson')],
		wanted: (booked) => isOn(booked) && booked.lastName === 'Kowalska-Cson',
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'When does the Müßig-Ason party come?',
		calls: () => [find('Müßig-Ason')],
		wanted: (booked) => isOn(booked) && booked.lastName === 'Müßig-Ason',
		shown: ['guest', 'visit'],
	},
	{
		ask: 'How many people come with the O’Brien-Dsons?',
		calls: () => [find('O’Brien-Dson')],
		wanted: (booked) => isOn(booked) && booked.lastName === 'O’Brien-Dson',
		shown: ['party', 'status'],
	},
	{
		ask: 'Is anyone booked under the address of this mail?',
		calls: (desk) => [find(guestOf(desk, 61).more!.email)],
		wanted: (booked, desk) => booked.id === guestOf(desk, 61).id,
		shown: ['guest', 'visit'],
	},
	{
		ask: 'The guest shows a reference. Which booking is it?',
		calls: (desk) => [find(guestOf(desk, 68).more!.reference)],
		wanted: (booked, desk) => booked.id === guestOf(desk, 68).id,
		shown: ['guest', 'visit'],
	},
	{ ask: `How many people come with booking ${LOOKED_UP}?`, ...oneBooking(['party']) },
	{ ask: `Is ${LOOKED_UP} still on?`, ...oneBooking(['status']) },
	{ ask: `When does ${LOOKED_UP} come?`, ...oneBooking(['visit']) },
	{ ask: `Who booked ${LOOKED_UP}?`, ...oneBooking(['guest']) },
	{
		ask: `What has the guest of ${LOOKED_UP} still to pay?`,
		...oneBooking(['due']),
		untold: { fact: 'what is still to pay', valueOf: ({ more }) => more.due },
	},
	{
		ask: `Were the tickets of ${LOOKED_UP} used?`,
		// The first answer shows the name of the list with the tickets, or names the field.
		calls: () => [
			lookUp(LOOKED_UP),
			(answer) => ({
				tool: 'Look Up Details',
				given: {
					bookingId: LOOKED_UP,
					fields: namedFor(USED, answer).join() || 'tickets, passes, items.tickets',
				},
			}),
		],
		answer: (rows) => /:(true|false)/.exec(JSON.stringify(rows.at(-1)))?.[1],
		truth: ({ bookings }) => String(bookings.find(({ id }) => id === LOOKED_UP)?.more.isRedeemed),
		untold: { fact: USED, valueOf: ({ more }) => more.isRedeemed },
	},
	{
		ask: 'Is there a booking BKG-999999?',
		calls: () => [lookUp('BKG-999999')],
		answer: ([{ refusal }]) => /There is no such booking for this venue/.test(String(refusal)),
		truth: () => true,
	},
	{
		ask: 'What changed since ten o’clock?',
		calls: (desk, tools) => tools.changes(desk, '10:00'),
		wanted: ({ more }, desk) => since(more.modified, desk) >= desk.today.set({ hour: 10 }),
		shown: ['guest', 'status', 'changed'],
	},
	{
		ask: 'Which bookings were cancelled today?',
		calls: (desk, tools) => tools.changes(desk, '00:00', 'cancel'),
		wanted: (booked, desk) => !isOn(booked) && isOfToday(booked.more.modified, desk),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Which bookings came in today?',
		calls: cameIn,
		wanted: (booked, desk) => isOn(booked) && isOfToday(booked.more.created, desk),
		shown: ['guest', 'created'],
		untold: CAME_IN,
	},
	{
		ask: 'What was the last booking that came in?',
		calls: cameIn,
		wanted: ({ id }, { bookings }) => id === bookings.at(-1)?.id,
		shown: ['guest', 'created'],
		untold: CAME_IN,
	},
	{
		ask: 'What did not reach us today?',
		calls: () => [undelivered()],
		answer: (rows, desk) =>
			counted(
				rows
					.filter(({ firstFailedAt }) => isOfToday(String(firstFailedAt), desk))
					.map(({ topic }) => topic),
			),
		truth: () => ({ Ticket: 9, SignedWaiver: 4 }),
	},
	{
		ask: 'Which messages are lost for good?',
		calls: () => [undelivered({ onlyGivenUp: true })],
		answer: (rows) => counted(rows.map(({ topic }) => topic)),
		truth: () => ({ Ticket: 9, Booking: 6 }),
	},
	{
		ask: 'Is the webhook alive, and why do deliveries fail?',
		calls: () => [check],
		answer: (rows) => rows.map(({ state, lastDetail }) => [state, lastDetail ?? null]),
		truth: () => [['failing', 'Bad Gateway']],
	},
];
