import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Booked, Desk } from './desk';
import type { FrontDesk } from './frontDesk';
import type { Call, Fact, Question } from './questions';
import { CUT, MAY_LACK_CANCELLED, namedFor } from './questions';
import { DRAWN, LIVE } from './venue';

/** A call, and what the model read. */
export interface Read extends Call {
	answer: string;
}

/** What a right answer needs and these answers do not show. */
export function lacksOf(question: Question, read: Read[], desk: Desk, vocabulary: string) {
	const { wanted, shown = [], untold, answer, truth, unknown } = question;
	const texts = read.map((one) => one.answer);
	if (unknown && vocabulary in unknown) {
		return texts.some((text) => unknown[vocabulary].test(text)) ? [] : ['that it is not known'];
	}
	const rows = texts.flatMap(rowsIn);
	const named = new Set(untold && texts.flatMap((text) => namedFor(untold.fact, text)));
	const isUntold = untold !== undefined && vocabulary === DRAWN;
	expect(named.size).toBeLessThanOrEqual(isUntold ? 2 : 0);
	const lacks = isUntold && named.size === 0 ? ['the fields that may hold it'] : [];
	if (answer) {
		const [told, right] = [answer(rows, desk), truth?.(desk)].map((one) => JSON.stringify(one));
		return told === right ? lacks : [...lacks, `whether it is ${right}`];
	}

	const rowTexts = rows.map((row) => JSON.stringify(row));
	const rowsOf = ({ id }: Booked) => rowTexts.filter((row) => row.includes(`"${id}"`));
	const found = desk.bookings.filter((booked) => rowsOf(booked).length > 0);
	const all = desk.bookings.filter((booked) => wanted?.(booked, desk));
	expect(all.length).toBeGreaterThan(0);
	const missing = all.filter((booked) => !found.includes(booked));
	if (missing.length > 0) lacks.push(`${missing.length} of ${all.length} bookings`);
	const isNamed = (booked: Booked) =>
		rowsOf(booked).some((row) =>
			[...named].some((name) =>
				row.includes(
					`"${name.split('.').at(-1)}":${shortly(JSON.stringify(untold?.valueOf(booked)))}`,
				),
			),
		);
	if (named.size > 0 && !found.every(isNamed)) lacks.push(`${untold?.fact} under these names`);
	const isShown = (fact: Fact, booked: Booked) =>
		rowsOf(booked).some((row) => factOf(fact, booked, vocabulary).test(row));
	return [...lacks, ...shown.filter((fact) => !found.every((booked) => isShown(fact, booked)))];
}

/** What a list leaves out, although its answer does not say so. */
export function untoldIn({ tool, given, answer }: Read, { desk, isSearch }: FrontDesk): string[] {
	const asked = askedFor({ tool, given }, desk);
	const isThere = ({ id }: Booked) => answer.includes(`"${id}"`);
	const cut = CUT.exec(answer);
	if (cut) {
		const all = asked.filter(({ status }) => !isSearch || status !== 'Cancelled');
		const told = `${all.filter(isThere).length} of ${all.length}`;
		return cut[0].includes(`first ${told}.`) ? [] : [`that these are ${told}`];
	}
	const isTold = ({ status }: Booked) => status === 'Cancelled' && MAY_LACK_CANCELLED.test(answer);
	return asked.filter((booked) => !isThere(booked) && !isTold(booked)).map(({ id }) => id);
}

/** The bookings that a call of a list asks for. */
function askedFor({ tool, given }: Call, { bookings, zone }: Desk): Booked[] {
	const { day, from = day, to = day, since, text = '' } = given as Record<string, string>;
	const timeOf = (time: string) => DateTime.fromISO(time, { zone });
	const isBetween = (begin: DateTime, end?: DateTime) => {
		const [earliest, latest] = [begin.toMillis(), end?.toMillis() ?? Infinity];
		return (time: string) => Date.parse(time) >= earliest && Date.parse(time) <= latest;
	};
	const isOfList: Record<string, () => (booked: Booked) => boolean> = {
		'List Visits': () => {
			const end = to.includes('T') ? timeOf(to) : timeOf(to).endOf('day');
			const isAsked = isBetween(timeOf(from), end);
			return ({ more }) => isAsked(more.at);
		},
		'List Changed Bookings': () => {
			const isAsked = isBetween(timeOf(since));
			return ({ more }) => isAsked(more.modified);
		},
		'Find Bookings': () => () => true,
	};
	const isListed = isOfList[tool]?.();
	const hasText = ({ id, firstName, lastName, time, status, more }: Booked) =>
		[id, `${firstName} ${lastName}`, time, status, more.email, more.reference].some((word) =>
			word.toLowerCase().includes(text.toLowerCase()),
		);
	return bookings.filter((booked) => isListed?.(booked) && hasText(booked));
}

const rowsIn = (answer: string): IDataObject[] =>
	answer.startsWith('[')
		? (JSON.parse(answer) as IDataObject[]).filter(({ note }) => note === undefined)
		: [{ refusal: answer }];

/** A time as an agent gets it. */
const shortly = (time: string) => time.replace('.000', '');

/** How a row shows a fact. */
function factOf(fact: Fact, booked: Booked, vocabulary: string): RegExp {
	const { lastName, visit, time, status, party, more } = booked;
	const quoted = (text: string) => new RegExp(text.replace(/[.+]/g, '\\$&'));
	switch (fact) {
		case 'guest':
			return quoted(lastName);
		case 'visit':
			if (vocabulary === LIVE) return new RegExp(`${visit}.*${time}|${time}.*${visit}`);
			return quoted(vocabulary === 'other names' ? `${visit}T${time}` : shortly(more.at));
		case 'status':
			return quoted(`"${status}"`);
		case 'party':
			return new RegExp(`:"?${party}\\b`);
		case 'created':
			return quoted(more.created.slice(0, -'00.000Z'.length));
		case 'changed':
			// A search for changes finds only those since then, and does not show when they were.
			if (vocabulary === LIVE && status !== 'Cancelled') return /./;
			return quoted(more.modified.slice(0, -'00.000Z'.length));
		case 'due':
			return new RegExp(`:${more.due}\\b`);
	}
}
