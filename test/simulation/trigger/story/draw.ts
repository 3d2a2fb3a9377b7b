import type { Random } from '../../core/random';
import { type Incident, Message, type Copy, type Story, type Weather } from './story';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each seed has a few kinds of weather only: together they would hide one another. */
export function drawStory(dice: Random, start: number, without: ReadonlySet<string>): Story {
	const parts: string[] = [];
	const has = (name: string, probability: number) => {
		if (!dice.of(`has ${name}`).chance(probability)) return false;
		parts.push(name);
		return !without.has(name);
	};
	const isLeft = (name: string) => {
		parts.push(name);
		return !without.has(name);
	};
	const setup = dice.of('setup');
	const processes = has('several processors', 0.4) ? setup.int(2, 3) : 1;
	const isLimited = processes === 1 && has('few slots', 0.3);
	const n8n: Story['n8n'] = {
		isBefore28: has('n8n before 2.8', 0.15),
		processes,
		hasOneWriter: processes === 1 && setup.chance(0.5),
		slots: isLimited ? setup.int(1, 2) : Infinity,
		longestExecutionMs: setup.scaled(20, isLimited ? 20 * SECOND : 5 * SECOND),
		executionsWrite: has('executions write static data', 0.1),
		balance: has('balance by address', 0.4) ? 'by address' : 'random',
	};
	const triggers = has('two triggers', 0.25) ? 2 : 1;
	const skipOutdated = has('skip outdated', 0.4);
	const drawn = drawMessages(dice, start, triggers, has);
	const messages = drawn
		.filter(({ name }) => isLeft(name))
		.map((message) => ({
			message,
			copies: message.copies.filter(({ name }, index) => index === 0 || isLeft(name)),
		}))
		.map(({ message: { name, id, trigger, entity, eventDate, kind }, copies }) => {
			return new Message(name, id, trigger, entity, eventDate, kind, copies);
		});
	const incidents = drawIncidents(dice, drawn, n8n.processes, triggers, has);
	return {
		n8n,
		skipOutdated,
		isFull: has('full memory', 0.02),
		triggers,
		messages,
		incidents: incidents.filter(({ name }) => isLeft(name)),
		weather: drawWeather(dice, has),
		venue: {
			timeoutMs: setup.scaled(SECOND, 100 * SECOND),
			firstPauseMs: setup.scaled(SECOND, HOUR),
		},
		parts,
	};
}

type Has = (name: string, probability: number) => boolean;

function drawMessages(dice: Random, start: number, triggers: number, has: Has): Message[] {
	const some = dice.of('messages');
	const count = some.int(1, 12);
	const span = some.scaled(SECOND, 2 * DAY);
	const moments = Array.from({ length: some.int(1, 4) }, () => start + some.int(0, span));
	const inBursts = some.chance(0.5);
	const pauses = [
		...(has('copies at once', 0.5) ? [[0, 30]] : []),
		...(has('copies within seconds', 0.5) ? [[100, 20 * SECOND]] : []),
		...(has('copies after hours', 0.4) ? [[MINUTE, 12 * HOUR]] : []),
		...(has('copies after days', 0.3) ? [[12 * HOUR, 3 * DAY]] : []),
		...(has('copies too late', 0.05) ? [[3 * DAY, 8 * DAY]] : []),
	];
	// The name is part of the draw.
	const hasUnauthenticated = has('strangers', 0.1);
	const entities = some.int(1, 4);
	const triggerOf = (index: number) => dice.of(`trigger ${index}`).int(0, triggers - 1);
	return Array.from({ length: count }, (_, index) => {
		const own = dice.of(`message ${index}`);
		const at = inBursts ? own.pick(moments) + own.int(0, 50) : start + own.int(0, span);
		const copyCount = pauses.length > 0 ? own.int(0, 3) : 0;
		const copies: Copy[] = [{ name: `m${index}.0`, at }];
		for (let copy = 1; copy <= copyCount; copy++) {
			const [from, to] = own.pick(pauses);
			copies.push({ name: `m${index}.${copy}`, at: at + own.int(from, to) });
		}
		const trigger = triggerOf(index);
		const isTwin = own.chance(0.5) && trigger === 1 && index > 0 && triggerOf(index - 1) === 0;
		const kinds = ['genuine', 'stranger', 'unsubscribed'] as const;
		const kind = hasUnauthenticated ? own.pick(kinds) : 'genuine';
		return new Message(
			`m${index}`,
			`id-${isTwin ? index - 1 : index}`,
			trigger,
			`entity-${own.int(1, entities)}`,
			at - own.int(0, 10 * MINUTE),
			kind,
			copies,
		);
	});
}

function drawIncidents(
	dice: Random,
	messages: Message[],
	processes: number,
	triggers: number,
	has: Has,
): Incident[] {
	const moments = messages.flatMap(({ copies }) => copies.map(({ at }) => at));
	const times = (what: string, probability: number, most: number) => {
		const own = dice.of(what);
		const count = has(what, probability) ? own.int(1, most) : 0;
		return Array.from({ length: count }, (_, index) => ({
			name: `${what} ${index}`,
			at: own.pick(moments) + (own.chance(0.7) ? own.int(1, 400) : own.scaled(1, 2 * DAY)),
			process: own.int(0, processes - 1),
			backAfter: own.scaled(2 * SECOND, 10 * MINUTE),
			trigger: own.int(0, triggers - 1),
			by: own.pick([-1, 1]) * own.scaled(SECOND, DAY),
		}));
	};
	return [
		...times('kill', 0.4, 3).map((one) => ({ ...one, what: 'kill' as const })),
		...times('restart', 0.3, 3).map((one) => ({ ...one, what: 'restart' as const })),
		...times('rename', 0.15, 2).map((one) => ({ ...one, what: 'rename' as const })),
		...times('poll', 0.15, 3).map((one) => ({ ...one, what: 'poll' as const })),
		...times('clock', 0.15, 2).map((one) => ({ ...one, what: 'clock' as const })),
	];
}

function drawWeather(dice: Random, has: Has): Weather {
	const own = dice.of('weather');
	const often = (name: string, probability: number) => {
		const rate = own.pick([0.05, 0.2, 0.5]);
		return has(name, probability) ? rate : 0;
	};
	return {
		slow: has('slow database', 0.2),
		hangUp: often('senders hang up', 0.2),
		answerLost: often('answers lost', 0.2),
		noCredential: often('credential unreadable', 0.1),
		notAccepted: often('not accepted', 0.2),
		notAcceptedLate: often('not accepted late', 0.1),
		lostWithProcess: 0.5,
	};
}
