import type { Random } from '../../core/random';
import type { Account } from '../venue/endpoints';
import { drawWeather, lengthOf } from './drawWeather';
import { type ActorPlan, KINDS, type EditPlan, type ProcessPlan, type Story } from './story';

const HOUR = 3_600_000;

/** A complete storm from a seed, without the parts that are left out. */
export function drawStory(random: Random, without: ReadonlySet<string>): Story {
	const lengthMs = lengthOf(random.of('length'));
	const { hosts, ...ground } = drawGround(random.of('ground'));
	const place = { ...ground, hosts, lengthMs };
	const spells = drawWeather(random, place).filter(({ name }) => !without.has(name));
	const processes = drawProcesses(random.of('processes'), lengthMs, without);
	const actors = drawActors(random, place, processes, without)
		.filter(({ name }) => !without.has(name))
		.map((actor) => ({
			...actor,
			atOnce: left(actor.atOnce, without, actor.name, 'at once'),
			times: left(actor.times, without, actor.name, 'times'),
		}));
	const edits = drawEdits(random.of('edits'), place).filter(({ name }) => !without.has(name));
	const jumps = processes.flatMap((process) => process.jumps.map(({ at }) => at));
	return {
		...ground,
		processes,
		actors,
		edits,
		spells,
		calmAt: Math.max(
			0,
			...spells.map(({ until }) => until),
			...edits.map(({ at, delayMs }) => at + delayMs),
			...jumps,
		),
		parts: [
			...spells.map(({ name }) => name),
			...actors.flatMap(({ name, atOnce, times }) => [
				name,
				...fewer(name, 'at once', atOnce),
				...fewer(name, 'times', times),
			]),
			...edits.map(({ name }) => name),
			...(jumps.length > 0 ? ['clock jumps'] : []),
			...(actors.some(({ cancelAfterMs }) => cancelAfterMs) ? ['cancellations'] : []),
		],
		...drawManners(random.of('manners'), processes.length),
	};
}

const HALVES = [1, 2, 3, 4];

/** What can be left out of an actor's calls: half of them, another quarter, and so on. */
function fewer(name: string, what: string, times: number): string[] {
	return HALVES.filter((half) => times >> half > 0).map((half) => `${name}, ${what}, half ${half}`);
}

function left(times: number, without: ReadonlySet<string>, name: string, what: string): number {
	const halves = HALVES.filter((half) => without.has(`${name}, ${what}, half ${half}`)).length;
	return Math.max(1, times >> halves);
}

function drawGround(random: Random) {
	const hosts = ['one.example.com', 'two.example.com'].slice(0, random.pick([1, 1, 2]));
	const count = random.pick([1, 1, 2, 2, 3, 4]);
	const accounts: Account[] = Array.from({ length: count + 1 }, (_, at) => ({
		host: random.pick(hosts),
		clientId: `venue-${at}`,
		clientSecret: `secret-of-${at}-${random.int(1e6, 9e6)}`,
	}));
	const credentials = accounts.slice(0, count).map((account, at) => ({
		id: `credential-${at}`,
		account: { ...account },
		requestsPerMinute: random.pick([600, 600, 600, 300, 100, 30]),
	}));
	return { hosts, accounts, credentials };
}

function drawProcesses(
	random: Random,
	lengthMs: number,
	without: ReadonlySet<string>,
): ProcessPlan[] {
	const count = random.pick([1, 1, 1, 2, 2, 4]);
	const isOneAddress = random.chance(0.7);
	const clocksJump = random.chance(0.15) && !without.has('clock jumps');
	return Array.from({ length: count }, (_, at) => {
		const jump = { at: random.int(0, lengthMs), byMs: random.pick([-HOUR, -HOUR, HOUR]) };
		return {
			name: `process ${at + 1}`,
			address: isOneAddress ? 'address' : `address ${at + 1}`,
			jumps: clocksJump && random.chance(0.6) ? [jump] : [],
		};
	});
}

function drawActors(
	random: Random,
	{ credentials, lengthMs }: { credentials: Story['credentials']; lengthMs: number },
	processes: ProcessPlan[],
	without: ReadonlySet<string>,
): ActorPlan[] {
	const swarm = random.of('swarm');
	const kinds = KINDS.filter(() => swarm.chance(0.5));
	const isLong = lengthMs > 30 * 60_000;
	const actors = Array.from({ length: swarm.pick([1, 1, 2, 2, 3, 5]) }, (_, at): ActorPlan => {
		const name = `actor ${at + 1}`;
		const dice = random.of(name);
		const own = dice.chance(0.5) ? kinds : [dice.pick(KINDS)];
		return {
			name,
			process: dice.pick(processes).name,
			credential: dice.pick(credentials).id,
			kinds: own.length > 0 ? own : ['booking' as const],
			from: dice.int(0, lengthMs >> 1),
			...drawRhythm(dice, isLong),
			...(swarm.chance(0.1) && !without.has('cancellations')
				? { cancelAfterMs: dice.scaled(50, 200_000) }
				: {}),
			dataSets: dice.int(1, 4),
		};
	});
	return [...actors, ...drawTypist(random.of('typist'), actors, lengthMs)];
}

/** A user searches a list, which n8n requests at each keystroke, while a workflow runs. */
function drawTypist(dice: Random, actors: ActorPlan[], lengthMs: number): ActorPlan[] {
	if (!dice.chance(0.15)) return [];
	const { process, credential } = dice.pick(actors);
	return [
		{
			name: 'typist',
			process,
			credential,
			kinds: ['openList'],
			from: dice.int(0, lengthMs >> 1),
			...{ atOnce: 1, times: dice.int(20, 200), everyMs: dice.scaled(200, 2_000) },
			dataSets: 1,
		},
	];
}

function drawRhythm(dice: Random, isLong: boolean) {
	const rhythms = [
		{ atOnce: dice.int(5, 40), times: 1, everyMs: 0 },
		{ atOnce: 1, times: dice.int(5, 20), everyMs: 0 },
		{ atOnce: 1, times: dice.int(5, 20), everyMs: dice.scaled(500, 60_000) },
		{ atOnce: dice.int(2, 8), times: dice.int(2, 4), everyMs: dice.scaled(500, 90_000) },
		{ atOnce: dice.int(5, 15), times: dice.int(1, 4), everyMs: 0 },
	];
	const sparse = {
		atOnce: dice.int(1, 2),
		times: dice.int(10, 50),
		everyMs: dice.scaled(60_000, 30 * 60_000),
	};
	return isLong && dice.chance(0.7) ? sparse : dice.pick(rhythms);
}

function drawEdits(
	random: Random,
	{
		credentials,
		accounts,
		lengthMs,
	}: Pick<Story, 'credentials' | 'accounts'> & { lengthMs: number },
): EditPlan[] {
	if (!random.chance(0.15)) return [];
	const credential = random.pick(credentials);
	return [
		{
			name: 'edit',
			at: random.int(0, lengthMs),
			credential: credential.id,
			toAccount: random.chance(0.5) ? accounts.at(-1) : undefined,
			delayMs: random.chance(0.5) ? 0 : random.scaled(1_000, 300_000),
		},
	];
}

function drawManners(random: Random, processes: number): Pick<Story, 'manners' | 'databaseMs'> {
	const shortestAnswerMs = random.pick([5, 20, 100, 300, 1_000]);
	return {
		databaseMs: random.pick([0, 1, 5, 40]),
		manners: {
			shortestAnswerMs,
			longestAnswerMs: shortestAnswerMs * random.pick([1, 2, 5]),
			lifetimeSeconds: random.pick([86_400, 86_400, 3_600]),
			emptyTokenStatus: random.pick([401, 401, 400]),
			// Several processes would invalidate each other's token, so nothing could be promised.
			onlyOneActiveToken: random.chance(0.2) && processes === 1,
			saysWhatIsLeft: random.chance(0.5),
			saysHours: random.chance(0.5),
			isLive: random.chance(0.4),
		},
	};
}
