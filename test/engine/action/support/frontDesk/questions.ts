import { DateTime } from 'luxon';

import type { Booked, Desk } from './desk';
import { LOOKED_UP, untilSaturday } from './desk';

export interface Call {
	tool: string;
	given: Record<string, unknown>;
}

export const CUT = /These are the first \d+ of \d+\. To see the others, ask for less/;
export const MAY_LACK_CANCELLED =
	/No cancelled booking is in this list: the venue may leave them out/;

type Row = Record<string, unknown>;
export type Fact = 'guest' | 'visit' | 'status' | 'party' | 'created' | 'changed' | 'due';

/** What a front desk asks, and what a right answer has to show. */
export interface Question {
	ask: string;
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

const isOn = ({ status }: Booked) => status !== 'Cancelled';
const onDay = (days: number) => (booked: Booked, desk: Desk) => booked.visit === desk.day(days);
const comes = (days: number) => (booked: Booked, desk: Desk) =>
	isOn(booked) && onDay(days)(booked, desk);
const since = (time: string | undefined, desk: Desk) =>
	DateTime.fromISO(time ?? '', { zone: desk.zone });
const isOfToday = (time: string, desk: Desk) => since(time, desk) >= desk.today;
const oneBooking = (shown: Fact[]) => ({
	wanted: ({ id }: Booked) => id === LOOKED_UP,
	shown,
});
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

/** For example `Ticket 9`, for each topic of messages, which several lists may show. */
function topicsOf(rows: Row[]): string[] {
	const told = rows.filter(({ topic }) => topic !== undefined);
	const each = new Map(told.map((row) => [`${row.topic} ${row.firstFailedAt}`, row.topic]));
	const topics = [...each.values()];
	return [...new Set(topics)]
		.map((topic) => `${topic} ${topics.filter((one) => one === topic).length}`)
		.sort();
}

export const questions: Question[] = [
	{
		ask: 'Who comes today?',
		wanted: comes(0),
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Who comes tomorrow?',
		wanted: comes(1),
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Who came yesterday?',
		wanted: comes(-1),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Who comes today at two?',
		wanted: (booked, desk) => comes(0)(booked, desk) && booked.time === '14:00',
		shown: ['guest', 'visit'],
	},
	{
		ask: 'Who else comes this evening, from six on?',
		wanted: (booked, desk) => comes(0)(booked, desk) && booked.time >= '18',
		shown: ['guest', 'visit'],
	},
	{
		ask: 'Which groups of ten or more come on Saturday?',
		wanted: (booked, desk) => comes(untilSaturday(desk))(booked, desk) && booked.party >= 10,
		shown: ['guest', 'party', 'status'],
	},
	{
		ask: 'How many guests come tomorrow in all?',
		wanted: comes(1),
		shown: ['party', 'status'],
	},
	{
		ask: 'Who is the first to come tomorrow?',
		wanted: (booked, desk) => {
			const all = desk.bookings.filter((one) => comes(1)(one, desk));
			return comes(1)(booked, desk) && all.every(({ time }) => time >= booked.time);
		},
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Does anyone come tomorrow after eight in the evening?',
		wanted: (booked, desk) => comes(1)(booked, desk) && booked.time >= '20',
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'Which bookings are there for the day after tomorrow?',
		wanted: comes(2),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Which visits of tomorrow were cancelled?',
		wanted: (booked, desk) => onDay(1)(booked, desk) && !isOn(booked),
		shown: ['guest', 'status'],
		unknown: { 'the live service': MAY_LACK_CANCELLED },
	},
	{
		ask: 'Which bookings of tomorrow are still pending?',
		wanted: (booked, desk) => onDay(1)(booked, desk) && booked.status === 'Pending',
		shown: ['guest', 'status'],
	},
	{
		ask: 'Has Ms Kowalska-Cson booked?',
		wanted: (booked) => isOn(booked) && booked.lastName === 'Kowalska-Cson',
		shown: ['guest', 'visit', 'status'],
	},
	{
		ask: 'When does the Müßig-Ason party come?',
		wanted: (booked) => isOn(booked) && booked.lastName === 'Müßig-Ason',
		shown: ['guest', 'visit'],
	},
	{
		ask: 'How many people come with the O’Brien-Dsons?',
		wanted: (booked) => isOn(booked) && booked.lastName === 'O’Brien-Dson',
		shown: ['party', 'status'],
	},
	{
		ask: 'Is anyone booked under the address of this mail?',
		wanted: (booked, desk) => booked.id === guestOf(desk, 61).id,
		shown: ['guest', 'visit'],
	},
	{
		ask: 'The guest shows a reference. Which booking is it?',
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
		answer: (rows) => /\[\{[^[\]]*:(true|false)/.exec(JSON.stringify(rows))?.[1],
		truth: ({ bookings }) => String(bookings.find(({ id }) => id === LOOKED_UP)?.more.isRedeemed),
		untold: { fact: USED, valueOf: ({ more }) => more.isRedeemed },
	},
	{
		ask: 'Is there a booking BKG-999999?',
		answer: (rows) =>
			rows.some(({ refusal }) => /There is no such booking for this venue/.test(String(refusal))),
		truth: () => true,
	},
	{
		ask: 'What changed since ten o’clock?',
		wanted: ({ more }, desk) => since(more.modified, desk) >= desk.today.set({ hour: 10 }),
		shown: ['guest', 'status', 'changed'],
	},
	{
		ask: 'Which bookings were cancelled today?',
		wanted: (booked, desk) => !isOn(booked) && isOfToday(booked.more.modified, desk),
		shown: ['guest', 'status'],
	},
	{
		ask: 'Which bookings came in today?',
		wanted: (booked, desk) => isOn(booked) && isOfToday(booked.more.created, desk),
		shown: ['guest', 'created'],
		untold: CAME_IN,
	},
	{
		ask: 'What was the last booking that came in?',
		wanted: ({ id }, { bookings }) => id === bookings.at(-1)?.id,
		shown: ['guest', 'created'],
		untold: CAME_IN,
	},
	{
		ask: 'What did not reach us today?',
		answer: (rows, desk) =>
			topicsOf(rows.filter(({ firstFailedAt }) => isOfToday(String(firstFailedAt), desk))),
		truth: () => ['SignedWaiver 4', 'Ticket 9'],
	},
	{
		ask: 'Which messages are lost for good?',
		answer: (rows) => topicsOf(rows.filter(({ givenUp }) => givenUp)),
		truth: () => ['Booking 6', 'Ticket 9'],
	},
	{
		ask: 'Is the webhook alive, and why do deliveries fail?',
		answer: (rows) =>
			rows.filter(({ state }) => state).map(({ state, lastDetail }) => [state, lastDetail ?? null]),
		truth: () => [['failing', 'Bad Gateway']],
	},
];
