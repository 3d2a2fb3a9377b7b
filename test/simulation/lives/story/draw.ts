import type { Random } from '../../core/random';
import type { Traits } from '../venue/venue';
import { type Spell, type SpellKind, SPELLS } from '../venue/weather';
import {
	type Action,
	type Kind,
	LEADERS,
	OPERATIONS,
	type Plan,
	type PlannedNode,
	USERS,
	VENUES,
} from './plan';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FEWEST_ACTIONS = 10;
const MOST_ACTIONS = 24;
const MOST_POLLS = 40;
const RECOVERY_EVENTS = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

type Has = (name: string, probability: number) => boolean;

/** Each seed switches on a few kinds, because all of them together would hide one another. */
export function drawPlan(dice: Random, start: number, without: ReadonlySet<string>): Plan {
	const parts: string[] = [];
	const has: Has = (name, probability) => {
		if (!dice.of(`has ${name}`).chance(probability)) return false;
		parts.push(name);
		return !without.has(name);
	};
	const isLeft = (name: string) => {
		parts.push(name);
		return !without.has(name);
	};
	const setup = dice.of('setup');
	const hasRecovery = has('recovery triggers', 0.75);
	const n8n = drawN8n(dice, hasRecovery, has);
	const venues = Array.from({ length: has('several venues', 0.6) ? setup.int(2, 3) : 1 }, () => ({
		isLive: false,
		listTakesMs: 0,
		history: 'complete' as Traits['history'],
		modifiedFrom: {} as Traits['modifiedFrom'],
		addresses: 'asSent' as Traits['addresses'],
		enabledAs: 'boolean' as Traits['enabledAs'],
	}));
	if (has('a venue like the live service', 0.4)) venues[0].isLive = true;
	if (has('a slow list', 0.15)) venues[0].listTakesMs = setup.scaled(5 * SECOND, 3 * MINUTE);
	if (has('a short history', 0.15)) venues[0].history = 'last';
	if (has('a coarse date', 0.3)) {
		const to = setup.pick(['second', 'minute', 'hour', 'day', 'nothing'] as const);
		venues[0].modifiedFrom = { to, isExclusive: to === 'second' && setup.chance(0.5) };
	}
	if (has('a date in local time', 0.1)) venues[0].modifiedFrom.zone = 'local';
	const spelling = dice.of('spelling');
	if (has('addresses in another spelling', 0.15)) {
		venues[0].addresses = spelling.pick(['withSlash', 'encoded', 'withPort', 'withUpperCaseHost']);
	}
	if (has('an odd “enabled”', 0.15)) venues[0].enabledAs = spelling.pick(['number', 'text']);
	const sharedKey = has('one key in all credentials', 0.4) ? 'the-key-of-all-venues' : '';
	const records = venues.map((_, venue) => ({ venue, apiKey: sharedKey }));
	const { hasSeveralMains } = n8n;
	const { actions, last } = drawActions(dice, start, { hasRecovery, hasSeveralMains, has, isLeft });
	const endsAt = last + HOUR;
	const sending = {
		timeoutMs: setup.scaled(SECOND, 100 * SECOND),
		firstPauseMs: setup.scaled(SECOND, HOUR),
		copiesAfter: [
			...(has('copies at once', 0.25) ? [[0, 30] as [number, number]] : []),
			...(has('copies within seconds', 0.25) ? [[100, 20 * SECOND] as [number, number]] : []),
		],
	};
	const pollEveryMs = Math.max(
		setup.pick([1, 5, 15, 15, 60]) * MINUTE,
		Math.ceil((endsAt - start) / MOST_POLLS / MINUTE) * MINUTE,
	);
	const spells = [
		...drawSpells(dice, start, endsAt, { venues: venues.length, has }),
		...(has('two lists fail in turn', 0.06) ? listsInTurn(dice, start, endsAt, pollEveryMs) : []),
	].filter(({ name }) => isLeft(name));
	return {
		n8n,
		weather: drawWeather(dice, has),
		sending,
		hasStaging: has('staging beside production', 0.1),
		isFull: !hasRecovery && has('full memory', 0.05),
		venues,
		spells,
		records,
		workflows: drawWorkflows(dice, {
			...{ start, hasRecovery, hasSeveralMains, records: records.length, has, isLeft },
			isLarge: actions.some(({ kind }) => kind === 'large outage'),
			isLong: actions.some(({ kind }) => kind === LONG_OUTAGE),
		}),
		pollEveryMs,
		requestsPerMinute: has('a low limit', 0.3) ? setup.int(60, 120) : 600,
		actions,
		endsAt,
		parts,
	};
}

function drawN8n(dice: Random, hasRecovery: boolean, has: Has): Plan['n8n'] {
	const setup = dice.of('n8n');
	const hasSeveralMains = has('several main processes', 0.2);
	const processors = !hasRecovery && has('several processors', 0.4) ? setup.int(2, 3) : 1;
	const processes = hasSeveralMains ? dice.of('main processes').int(2, 3) : processors;
	const isLimited = processes === 1 && has('few slots', 0.2);
	return {
		isBefore28: has('n8n before 2.8', 0.25),
		processes,
		hasSeveralMains,
		// Two writes of one process land almost in the order in which they were sent. A trigger that
		// accepts deliveries has to survive more.
		hasOneWriter: hasRecovery || (processes === 1 && setup.chance(0.5)),
		slots: isLimited ? setup.int(1, 2) : Infinity,
		longestExecutionMs: setup.scaled(20, isLimited ? 20 * SECOND : 5 * SECOND),
		executionsWrite: !hasRecovery && has('executions write static data', 0.1),
		balance: has('balance by address', 0.4) ? 'by address' : 'random',
	};
}

interface WorkflowSetup {
	start: number;
	hasRecovery: boolean;
	hasSeveralMains: boolean;
	records: number;
	has: Has;
	isLeft: (name: string) => boolean;
	/** Thousands of bookings change at once. */
	isLarge: boolean;
	/** The failed list has thousands of messages. */
	isLong: boolean;
}

function drawWorkflows(
	dice: Random,
	{ start, hasRecovery, hasSeveralMains, records, has, isLeft, isLarge, isLong }: WorkflowSetup,
): PlannedNode[][] {
	const own = dice.of('workflows');
	const count = has('several workflows', 0.3) && !isLong ? own.int(2, 3) : 1;
	const hasWebhooks = !hasRecovery || has('webhook triggers', 0.6);
	const isCrowded = has('many nodes', 0.3) && !isLong;
	const skipOutdated = has('skip outdated', 0.3);
	const hasBatches = has('small batches', 0.4) && !isLong;
	const isWhole = has('whole bookings', 0.15) && !isLarge && !isLong;
	const hasBackfill = has('everything since a date', 0.2);
	return Array.from({ length: count }, (_, index) => {
		// With several processes, docs/self-hosting.md asks for separate workflows.
		const areWebhooks = dice.of(`workflow ${index}`).chance(0.4);
		const size = isCrowded ? own.int(3, 8) : own.int(1, isLong ? 2 : 3);
		const nodes = Array.from({ length: size }, (__, node): [string, PlannedNode] => {
			const draw = dice.of(`workflow ${index} node ${node}`);
			const isWebhook =
				!hasRecovery || (hasWebhooks && (hasSeveralMains ? areWebhooks : draw.chance(0.4)));
			const kind = isWebhook ? 'webhook' : 'recovery';
			const some = draw.shuffled(RECOVERY_EVENTS).slice(0, draw.int(1, 5));
			if (isLong && !some.includes('attempt')) some.push('attempt');
			const planned: PlannedNode = {
				kind,
				record: draw.int(0, records - 1),
				events: kind === 'webhook' ? ['Booking.Created', 'Booking.Updated'] : some,
				options:
					kind === 'webhook' && skipOutdated
						? { skipOutdated: true, entityIdPath: 'data.uniqueId' }
						: kind === 'recovery' && hasBatches
							? { maxItems: draw.pick(isLarge ? [200, 500] : [2, 3, 5, 10]) }
							: {},
				refetchBookings: draw.chance(0.6),
			};
			if (kind === 'recovery' && isWhole) planned.options.wholeBookings = 'always';
			if (kind === 'recovery' && hasBackfill && draw.chance(0.5)) {
				const startDate = new Date(start - draw.scaled(MINUTE, 3 * DAY)).toISOString();
				Object.assign(planned.options, { startWith: 'date', startDate });
			}
			return [`workflow ${index} node ${node}`, planned];
		});
		return nodes.filter(([name], node) => node === 0 || isLeft(name)).map(([, node]) => node);
	});
}

interface ActionSetup {
	hasRecovery: boolean;
	hasSeveralMains: boolean;
	has: Has;
	isLeft: (name: string) => boolean;
}

/** Bookings and messages change in most lives; each life has a few of the other kinds. */
const OFTEN: readonly Kind[] = ['change bookings', 'send events', 'give messages up'];
/** Some cost much time, or hide many other effects. Only a few lives can have a change of leader. */
const SELDOM: Partial<Record<Kind, number>> = {
	'large outage': 0.04,
	'messages of a long outage': 0.015,
	'unpublish for weeks': 0.03,
	'a read never returns': 0.15,
	'a copy of the machine': 0.12,
	'a backup on another machine': 0.08,
	'look up many bookings': 0.1,
	'restore the database': 0.1,
	'change Base URL': 0.1,
	'the leader changes': 0.5,
	'the leader changes while publishing': 0.5,
	'the leader changes while unpublishing': 0.5,
	'the leader changes during a poll': 0.5,
};
const LONG_OUTAGE = 'messages of a long outage';
/** What comes next comes after these. */
const LONG: readonly Kind[] = ['off for days', 'unpublish for weeks'];
const NOT_BESIDE_RECOVERY: readonly Kind[] = ['move a clock', 'another poller writes'];

function drawActions(
	dice: Random,
	start: number,
	{ hasRecovery, hasSeveralMains, has, isLeft }: ActionSetup,
) {
	const ofSetup = hasSeveralMains ? LEADERS : [];
	const kinds = [...USERS, ...VENUES, ...OPERATIONS, ...ofSetup].filter((kind) => {
		if (hasRecovery && NOT_BESIDE_RECOVERY.includes(kind)) return false;
		if (!hasRecovery && kind === LONG_OUTAGE) return false;
		return has(kind, SELDOM[kind] ?? (OFTEN.includes(kind) ? 0.8 : 0.25));
	});
	const own = dice.of('actions');
	const count = own.int(FEWEST_ACTIONS, MOST_ACTIONS);
	const longestPause = own.scaled(10 * MINUTE, 8 * HOUR);
	const actions: Action[] = [];
	let at = start + 5 * MINUTE;
	for (let index = 0; index < count; index++) {
		const draw = dice.of(`action ${index}`);
		at += draw.chance(0.3) ? draw.int(1, SECOND) : draw.scaled(SECOND, longestPause);
		const drawn = draw.pick(kinds.length > 0 ? kinds : OFTEN);
		// It takes many polls to report it.
		const kind = index === 0 && kinds.includes(LONG_OUTAGE) ? LONG_OUTAGE : drawn;
		const forMs =
			kind === 'unpublish for weeks'
				? draw.scaled(8 * DAY, 20 * DAY)
				: kind === 'off for days'
					? draw.scaled(DAY / 2, 3 * DAY)
					: draw.scaled(2 * SECOND, 4 * HOUR);
		actions.push({ name: `${index} ${kind}`, kind, at, forMs });
		if (LONG.includes(kind)) at += forMs;
	}
	return { actions: actions.filter(({ name }) => isLeft(name)), last: at };
}

interface SpellSetup {
	venues: number;
	has: Has;
}

const SPELL_CHANCE = 0.12;
const LISTS = ['/webhooks', '/webhooks/messages/failed', '/bookings'] as const;
const PARTIAL: readonly SpellKind[] = [
	...(['down', 'gateway', 'maintenance', 'tooManyRequests', 'partialLists'] as const),
	...(['emptyBodies', 'nullBodies', 'loginPage', 'unknownForm'] as const),
];

function drawSpells(
	dice: Random,
	start: number,
	end: number,
	{ venues, has }: SpellSetup,
): Spell[] {
	return SPELLS.filter((kind) => has(`weather: ${kind}`, SPELL_CHANCE)).flatMap((kind) => {
		const own = dice.of(`spells ${kind}`);
		const ofPath = dice.of(`paths ${kind}`);
		return Array.from({ length: own.int(1, 3) }, (_, index): Spell => {
			const from = start + own.int(0, end - start);
			return {
				name: `${kind} ${index}`,
				kind,
				venue: own.int(0, venues - 1),
				from,
				until: Math.min(end, from + own.scaled(MINUTE, 8 * HOUR)),
				amount: amountOf(kind, own),
				...pathOf(kind, ofPath),
			};
		});
	});
}

/** A list comes again while another one fails, and then fails again, each time for long enough to be said. */
function listsInTurn(dice: Random, start: number, end: number, pollEveryMs: number): Spell[] {
	const own = dice.of('lists in turn');
	const [first, other] = own.shuffled(LISTS);
	const turn = Math.max(HOUR, 2 * pollEveryMs) + pollEveryMs;
	const from = start + own.int(0, Math.max(0, end - start - 6 * turn));
	const down = (index: number, path: string, begins: number, ends: number): Spell => ({
		...{ name: `list in turn ${index}`, kind: 'down', venue: 0, amount: 0, path },
		...{ from: from + begins * turn, until: Math.min(end, from + ends * turn) },
	});
	return [down(0, first, 0, 2), down(1, other, 1, 6), down(2, first, 4, 6)];
}

/** Some parts of a venue fail alone: one list, or one record. */
function pathOf(kind: SpellKind, own: Random): Pick<Spell, 'path'> {
	if (kind === 'oneRecord') return { path: `/bookings/b${own.int(1, 30)}` };
	return PARTIAL.includes(kind) && own.chance(0.4) ? { path: own.pick(LISTS) } : {};
}

function amountOf(kind: SpellKind, own: Random): number {
	switch (kind) {
		case 'oneLongRetryAfter':
			return own.scaled(300, 86_400);
		case 'maintenance':
		case 'tooManyRequests':
			return own.scaled(1, 120);
		case 'slowAnswers':
			return own.scaled(SECOND, 25 * SECOND);
		case 'partialLists':
			return own.int(1, 5);
		case 'wrongDate':
			return own.pick([-1, 1]) * own.scaled(MINUTE, DAY);
		default:
			return 0;
	}
}

function drawWeather(dice: Random, has: Has): Plan['weather'] {
	const own = dice.of('weather');
	const often = (name: string, probability: number) => {
		const rate = own.pick([0.05, 0.2, 0.5]);
		return has(name, probability) ? rate : 0;
	};
	return {
		slowDatabase: has('slow database', 0.1),
		hangUp: often('senders hang up', 0.15),
		answerLost: often('answers lost', 0.15),
		noCredential: often('credential unreadable', 0.08),
		notAccepted: often('not accepted', 0.25),
		notAcceptedLate: often('not accepted late', 0.08),
		lostWithProcess: 0.5,
	};
}
