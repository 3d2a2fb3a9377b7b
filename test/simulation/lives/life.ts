import { SCOPES } from '../../venue/endpoints/endpoints';
import type { Outcome, Simulation } from '../core/simulation';
import { enter } from '../core/globalTime';
import { Random } from '../core/random';
import { Stuck } from '../core/virtualTime';
import { change, giveUp } from './actions/venueActions';
import { happen } from './actions/happen';
import { start } from './actions/operations';
import { fullMemory } from './n8n/fullMemory';
import { installN8n } from './n8n/installation';
import { connectWire } from './n8n/wire';
import { windows } from './rules/windows';
import { type Kind, LEADERS, OPERATIONS, type Plan, USERS, VENUES } from './story/plan';
import { drawPlan } from './story/draw';
import { SPELLS } from './venue/weather';
import { type Mutant, World } from './world';

const FEWEST_ACTIONS = 8;
const MINUTE = 60_000;
/** In the end, of what several days have brought. */
const MOST_BATCHES = 100;
/** Even after a Retry-After of a day. */
const NOTICED_WITHIN_MS = 16 * MINUTE;
/** What the venue has refused is not tried again for up to an hour. */
const HELD_FOR_MS = 62 * MINUTE;
const HOLDING: Kind[] = ['disable credentials', 'new Client ID', 'new Client Secret'];
const START = Date.UTC(2026, 10, 21, 12);
const LATEST = START + 400 * 24 * 60 * MINUTE;

const SELDOM_SEEN: readonly Kind[] = [
	'large outage',
	'messages of a long outage',
	'unpublish for weeks',
	'a read never returns',
	'a copy of the machine',
	'a backup on another machine',
	'add an event',
	'remove an event',
	'send an event again',
];

/** Each campaign of forty lives or more must see these. */
const SOMETIMES = [
	...[...USERS, ...VENUES, ...OPERATIONS].filter((kind) => !SELDOM_SEEN.includes(kind)),
	'emitted',
	'copy dropped',
	'answer 401',
	'connection refused',
	'given up',
	'publishing fails',
];

/** Each campaign of a thousand lives must see these. */
const RARELY = [
	...SELDOM_SEEN,
	...LEADERS,
	...['a publication', 'an unpublication', 'a poll'].map(
		(what) => `another leader in the middle of ${what}`,
	),
	...SPELLS.map((kind) => `weather: ${kind}`),
	'dropped, genuine',
	'dropped, unsubscribed',
	'answer 503',
	'answer 500',
	'kill with deliveries under way',
	'restart with deliveries under way',
	'sender hung up',
	'answer lost',
	'n8n has not accepted it',
	'full memory',
	'poll failed',
	'a poll that never ends',
	'begins anew after weeks',
	'staging beside production',
	'switched off by a copy of n8n',
	'twice after a restore',
];

/** Each campaign of twenty thousand lives must see these. */
const SELDOM = ['poll discarded', ...windows.map(({ name }) => `window: ${name}`)];

/** Workflows, users, venues and operators, in a model of n8n, for days. */
export function lives(mutant?: Mutant): Simulation {
	return {
		name: 'lives',
		sometimes: SOMETIMES,
		rarely: RARELY,
		seldom: SELDOM,
		run: async (seed, without) => await live(seed, without, mutant),
	};
}

async function live(seed: number, without: ReadonlySet<string>, mutant?: Mutant): Promise<Outcome> {
	const dice = new Random(seed);
	const plan = drawPlan(dice, START, without);
	const logged = installN8n();
	const world = new World(dice, plan, START, mutant);
	logged.to((level, text) => world.all.forEach(({ log }) => log(level, text)));
	const processes = () => world.all.flatMap(({ everyProcess }) => everyProcess);
	connectWire((name) => processes().find((process) => process.name === name));
	const random = dice.of('Math.random');
	// Stacks are half the cost of an error, and an abort creates one.
	Error.stackTraceLimit = 1;
	const leave = enter(world.time, () => random.fraction());
	try {
		const staging = plan.hasStaging ? stagingBeside(world) : undefined;
		const lives = [play(world), ...(staging ? [playStaging(staging)] : [])];
		await world.time.until(Promise.all(lives), LATEST);
		for (const one of world.all) if (!one.isCopy) judge(one);
		if (without.size === 0) judgeLength(world);
	} catch (error) {
		if (!(error instanceof Stuck)) throw error;
		world.broken('everything comes to its end', error.message);
	} finally {
		leave();
	}
	const { violations, counts } = world;
	return { violations, parts: plan.parts, seen: counts, story: () => world.told() };
}

async function play(world: World): Promise<void> {
	const { time, plan, users } = world;
	users.begin();
	if (plan.isFull) {
		world.database.workflows.get('workflow 0')!.staticText = await fullMemory(START);
		world.seen('full memory');
	}
	await users.inTurn(async () => {
		for (const draft of users.drafts) await users.publish(draft);
	});
	for (const action of plan.actions) world.background(happen(world, action));
	await time.sleepUntil(plan.endsAt);
	await calmDown(world);
	await time.sleep(MINUTE + 2 * plan.pollEveryMs);
	for (const venue of world.venues) {
		change(world, venue, 'the last booking', false);
		giveUp(world, venue, 1, `in the end at ${venue.name}`, world.dice.of(venue.name));
	}
	await time.sleep(1);
	for (const one of world.all) one.lastDueAt = time.now();
	await world.sending.finish();
	await time.sleep(2 * plan.pollEveryMs + 10 * MINUTE);
	const areComing = () => world.all.some(({ polls }) => polls.areComing());
	// Between two polls, too: at a slow venue, one is under way half of the time.
	for (let polls = 0; polls < MOST_BATCHES && areComing(); polls += 1 / 4) {
		world.seen('a batch in the end');
		await time.sleep(plan.pollEveryMs / 4);
	}
}

/** Production's workflows, exported and imported, with other credentials of the same venues. */
function stagingBeside(first: World): World {
	const { dice, plan, start: startedAt, mutant } = first;
	const publicUrl = 'https://staging.example.com';
	const draw = dice.of('staging');
	const beside = { first, name: 'staging', publicUrl };
	return new World(
		draw,
		{ ...plan, actions: stagingActions(draw, plan) },
		startedAt,
		mutant,
		beside,
	);
}

const AT_STAGING: readonly Kind[] = [
	...([
		'publish a change',
		'unpublish and publish',
		'unpublish for a while',
		'rename a node',
	] as const),
	...(['remove a node', 'duplicate a node', 'new Client Secret', 'stop', 'kill'] as const),
];

function stagingActions(dice: Random, { actions }: Plan): Plan['actions'] {
	return actions
		.filter((_, index) => index % 3 === 0)
		.map(({ at, forMs, name }) => {
			const kind = dice.of(name).pick(AT_STAGING);
			return {
				name: `${name}, staging: ${kind}`,
				kind,
				at: at + MINUTE,
				forMs: Math.min(forMs, 4 * 60 * MINUTE),
			};
		});
}

async function playStaging(world: World): Promise<void> {
	const { time, plan, users } = world;
	await time.sleep(MINUTE);
	world.seen('staging beside production');
	users.import(world.all[0].users, 'staging');
	await users.inTurn(async () => {
		for (const draft of users.drafts) await users.publish(draft);
	});
	for (const action of plan.actions) world.background(happen(world, action));
	await time.sleepUntil(plan.endsAt);
	await calmDown(world);
	await time.sleepUntil(Math.max(time.now(), plan.endsAt + 3 * HELD_FOR_MS));
	await world.sending.finish();
	// The last execution, as production's last polls.
	await time.sleep(MINUTE);
}

/** Everything works, and the users have published what they want, as docs/reliability.md says. */
async function calmDown(world: World): Promise<void> {
	const { time, users, venues } = world;
	world.isCalm = true;
	world.say('Everything calms down');
	for (const index of world.processes.keys()) start(world, index);
	for (const venue of venues) {
		for (const record of world.database.credentials.keys()) {
			const { clientId } = users.readRecord(record);
			if (!venue.clients.find(clientId)) continue;
			venue.clients.unblock(clientId);
			venue.clients.setScopes(clientId, SCOPES);
		}
	}
	// Staging has the same credentials as production.
	const wasHeld = world.all.some(({ counts }) => HOLDING.some((kind) => counts[kind]));
	await time.sleep(wasHeld ? HELD_FOR_MS : NOTICED_WITHIN_MS);
	await users.inTurn(async () => {
		for (const draft of users.drafts) {
			const isInNeed = world.stays.current.some(
				(stay) => stay.workflowId === draft.id && world.needsPublishing(stay),
			);
			if (isInNeed) await users.unpublish(draft);
			for (const { node, text } of await users.publish(draft)) {
				world.broken('publishing works where the venue is well', `“${node.name}”: ${text}`);
			}
		}
	});
}

/** A short life proves little. */
function judgeLength(world: World): void {
	const done = world.plan.actions.length - world.actionsLeftOut;
	if (done >= FEWEST_ACTIONS) return;
	world.broken(
		'something happens in a life',
		`${done} actions, and there should be ${FEWEST_ACTIONS}`,
	);
}

function judge(world: World): void {
	world.ledger.judge();
	world.addresses.judge();
	world.reports.judge();
	world.switches.judge();
	world.saidToUsers.judge();
	world.calls.judge();
	for (const process of world.processes) {
		if (!process) continue;
		for (const delivery of process.deliveries) {
			world.broken('nothing is left behind', `${delivery.name} is under way for ever`);
		}
	}
}
