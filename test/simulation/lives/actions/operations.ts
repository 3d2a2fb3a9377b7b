import type { Action } from '../story/plan';
import { World } from '../world';
import type { N8nProcess } from '../n8n/process';
import type { Deed } from './happen';

const GRACE_MS = 30_000;
const LONGEST_AWAY_MS = 10 * 60_000;

/** Ends one process, and starts it again some time later. */
export async function restart(
	world: World,
	index: number,
	{ isKilled, awayMs }: { isKilled: boolean; awayMs: number },
): Promise<boolean> {
	const { time, processes, say, seen } = world;
	const process = processes[index];
	if (!process || process.isLeaving) return false;
	const what = isKilled ? 'kill' : 'restart';
	if (process.deliveries.size > 0) seen(`${what} with deliveries under way`);
	if (!isKilled) await leave(world, process);
	if (process.isOver) return false;
	say(`${what}: the end of ${process.name}`);
	process.end();
	processes[index] = undefined;
	world.leadership.ended(process);
	await time.sleep(awayMs);
	start(world, index);
	return true;
}

export function start(world: World, index: number): void {
	if (world.processes[index] || world.restores.isUnderWay) return;
	const process = world.begin(index);
	world.processes[index] = process;
	world.say(`n8n starts: ${process.name}`);
	world.leadership.started(process);
}

/** n8n waits for what is under way, but not forever, and accepts deliveries until it ends. */
async function leave({ time }: World, process: N8nProcess): Promise<void> {
	process.isLeaving = true;
	const latest = time.now() + GRACE_MS;
	while (process.deliveries.size > 0 && !process.isOver && time.now() < latest) {
		await time.sleep(100);
	}
}

interface MachineCopy {
	tables: ReturnType<World['database']['copy']>;
	drafts: World['users']['drafts'];
}

/** A second n8n runs from a copy for a while. In the end it is unpublished, or only switched off. */
async function runBeside(world: World, { name, forMs }: Action, copy: MachineCopy) {
	const { dice, plan, start: startedAt, mutant, time, publicUrl, all } = world;
	// After two of them, it is unclear which one did what.
	if (world.isCalm || world.restores.happened || all.some((other) => other.isCopy)) return false;
	const draw = dice.of(`copy ${name}`);
	const other = new World(draw, plan, startedAt, mutant, { first: world, name, publicUrl });
	other.database.restore(copy.tables);
	other.users.takeOver(copy);
	world.background(other.main!.publication.start('init'));
	const beforeTheEnd = plan.endsAt - time.now();
	await time.sleep(Math.min(draw.scaled(60_000, Math.max(120_000, forMs)), beforeTheEnd));
	if (draw.chance(0.7)) {
		for (const draft of other.users.drafts) await other.users.unpublish(draft);
		// The venue is told ten seconds later.
		await time.sleep(60_000);
	}
	for (const process of other.processes) process?.end();
	other.processes.fill(undefined);
	return true;
}

const indexOf = (world: World, { name }: Action) =>
	world.dice.of(`process ${name}`).int(0, world.processes.length - 1);

export const operations: Record<string, Deed> = {
	stop: async (world, action) =>
		await restart(world, indexOf(world, action), {
			isKilled: false,
			awayMs: Math.min(action.forMs, LONGEST_AWAY_MS),
		}),

	kill: async (world, action) =>
		await restart(world, indexOf(world, action), {
			isKilled: true,
			awayMs: Math.min(action.forMs, LONGEST_AWAY_MS),
		}),

	'off for days': async (world, { forMs }) => {
		const all = world.processes.map(async (_, index) => {
			return await restart(world, index, { isKilled: false, awayMs: forMs });
		});
		return (await Promise.all(all)).some(Boolean);
	},

	'update the package': async (world) => {
		const all = world.processes.map(async (_, index) => {
			return await restart(world, index, { isKilled: false, awayMs: 30_000 });
		});
		return (await Promise.all(all)).some(Boolean);
	},

	'restore the database': async (world, { forMs }) => {
		const { database, users, knowledge, time, plan, restores, say } = world;
		// After two restores, it is unclear what n8n should know.
		if (world.counts['a backup is made']) return false;
		world.seen('a backup is made');
		const backupAt = time.now();
		const copy = { tables: database.copy(), editor: users.copy(), contents: knowledge.copy() };
		await time.sleep(forMs);
		// When everything calms down, the users have the credentials of the day.
		if (time.now() + 60_000 >= plan.endsAt) return false;
		restores.isUnderWay = true;
		for (const [index, process] of world.processes.entries()) {
			if (!process) continue;
			process.end();
			world.processes[index] = undefined;
			world.leadership.ended(process);
		}
		await time.sleep(60_000);
		say(`the database of ${world.clockTime(backupAt)} is restored`);
		database.restore(copy.tables);
		users.restore(copy.editor);
		knowledge.restore(copy.contents);
		restores.restored(backupAt);
		restores.isUnderWay = false;
		for (const index of world.processes.keys()) start(world, index);
		// As docs/reliability.md says: the venues may have another version on record.
		await users.inTurn(async () => {
			users.enterSecretsAgain();
			for (const draft of users.drafts) {
				await users.unpublish(draft);
				await users.publish(draft);
			}
			restores.isUnsettled = false;
		});
		return true;
	},

	'move a clock': async (world, action) => {
		const draw = world.dice.of(`clock ${action.name}`);
		const index = indexOf(world, action);
		world.clockErrors[index] += draw.pick([-1, 1]) * draw.scaled(1_000, 24 * 60 * 60_000);
		world.say(`the clock of process ${index} is moved`);
		return await Promise.resolve(true);
	},

	/** It has the same address and the same credentials, and the internet leads to the first one. */
	'a copy of the machine': async (world, action) => {
		const { database, users } = world;
		const copy = { tables: database.copy(), drafts: users.copy().drafts };
		return await runBeside(world, action, copy);
	},

	/** The same, as it was some time ago. */
	'a backup on another machine': async (world, action) => {
		const { database, users, time } = world;
		const backup = { tables: database.copy(), drafts: users.copy().drafts };
		await time.sleep(action.forMs);
		return await runBeside(world, action, backup);
	},

	/** n8n's database never answers one poll that reads the credential. */
	'a read never returns': async ({ main }) => {
		if (main) main.hangs = true;
		return await Promise.resolve(main !== undefined);
	},

	/**
	 * Another author's trigger in the same workflow writes back what it read when it was activated.
	 */
	'another poller writes': async (world, { name, forMs }) => {
		const { database, knowledge, time } = world;
		const { id } = world.users.drafts[0];
		const text = database.workflows.get(id)!.staticText;
		const contents = knowledge.stored(id);
		await time.sleep(Math.min(forMs, LONGEST_AWAY_MS));
		const data = { ...(JSON.parse(text) as object | null), 'node:Poller': { last: name } };
		database.write(id, data, { writer: 'poller', contents });
		return true;
	},
};
