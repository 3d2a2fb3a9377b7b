import { Random } from '../core/random';
import { enter } from '../core/globalTime';
import type { Differences } from '../core/freshModules';
import type { Outcome, Simulation, Violation } from '../core/simulation';
import { Stuck, VirtualTime } from '../core/virtualTime';
import { connectNetwork, startN8n } from './n8n/n8n';
import { Probes } from './probes';
import { RULES } from './rules';
import { RARELY, SOMETIMES, tally } from './rules/sometimes';
import { tellStory } from './rules/tellStory';
import { drawStory } from './story/drawStory';
import type { Operation } from './story/operation';
import type { EditPlan, Story } from './story/story';
import { World } from './world';

const LONGEST_MS = 5 * 24 * 3_600_000;

/** The shipped client in all weather. `differences`: the fixes that it lacks. */
export function storms(differences?: Differences): Simulation {
	return {
		name: 'storm',
		sometimes: SOMETIMES,
		rarely: RARELY,
		run: async (seed, without) => await storm(seed, without, differences),
	};
}

async function storm(
	seed: number,
	without: ReadonlySet<string>,
	differences?: Differences,
): Promise<Outcome> {
	startN8n();
	const random = new Random(seed);
	const story = drawStory(random, without);
	const time = new VirtualTime();
	const dice = random.of('dice of the processes');
	const leave = enter(time, () => dice.fraction());
	try {
		const world = new World(time, story, random, differences);
		const stop = connectNetwork(world.venue);
		const violations: Violation[] = [];
		try {
			await time.until(happen(world, random), world.startedAt + LONGEST_MS);
		} catch (reason) {
			if (!(reason instanceof Stuck)) throw reason;
			violations.push({ rule: 'ends', what: `${reason.message}: ${unended(world.operations)}` });
		}
		stop();
		violations.push(...RULES.flatMap((rule) => rule(world)));
		return {
			violations,
			parts: story.parts,
			seen: tally(world),
			story: () => tellStory(world),
		};
	} finally {
		leave();
	}
}

async function happen(world: World, random: Random): Promise<void> {
	const { story, time, startedAt, venue } = world;
	const probes = new Probes(world);
	venue.ledger.whenAnswered((exchange) => probes.afterPause(exchange));
	world.whenEnded((operation) => probes.afterMessage(operation));
	void probes.whenCalm();
	const weather = story.processes.flatMap(({ name, jumps }) =>
		jumps.map(async ({ at, byMs }) => {
			await time.sleepUntil(startedAt + at);
			world.process(name).clockOffset += byMs;
		}),
	);
	await Promise.all([
		...weather,
		...story.edits.map(async (edit) => await makeEdit(world, story, edit)),
		...revocations(world),
		...story.actors.map(
			async (actor) => await world.act(actor, random.of(`acts of ${actor.name}`)),
		),
	]);
	// A probe may plan another one.
	for (let at = 0; at < probes.running.length; at++) await probes.running[at];
	await untilTimersAreOver(world);
}

async function makeEdit(world: World, story: Story, edit: EditPlan): Promise<void> {
	const { time, startedAt, venue } = world;
	await time.sleepUntil(startedAt + edit.at);
	const { account } = world.credential(edit.credential);
	if (edit.toAccount) return world.editCredential(edit.credential, edit.toAccount);
	const atVenue = story.accounts.find(({ clientId }) => clientId === account.clientId)!;
	atVenue.clientSecret = `${atVenue.clientSecret}-new`;
	venue.endpoints.changeSecret(account.clientId, atVenue.clientSecret);
	if (edit.delayMs > 0) await time.sleep(edit.delayMs);
	for (const credential of story.credentials) {
		if (credential.account.clientId === account.clientId) {
			world.editCredential(credential.id, atVenue);
		}
	}
}

/** Tokens that worked and then become invalid. */
function revocations({ weather, time, venue }: World): Array<Promise<void>> {
	return weather.spells
		.filter(({ kind }) => kind === 'tokensRevoked')
		.map(async ({ from, clientId }) => {
			await time.sleepUntil(from);
			const { tokens } = venue.endpoints;
			const all = new Set(tokens.issued.map((token) => token.clientId));
			for (const revoked of clientId ? [clientId] : all) tokens.revokeOf(revoked);
		});
}

/** Timers of ended calls may still run, so wait for the longest of them. */
async function untilTimersAreOver({ time }: World): Promise<void> {
	await time.sleep(2 * 60_000);
}

function unended(operations: Operation[]): string {
	const left = operations.filter(({ endedAt }) => endedAt === undefined);
	return left.map(({ name, kind, process }) => `${name} (${kind}, ${process})`).join(', ');
}
