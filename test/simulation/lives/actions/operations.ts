import type { Action } from '../story/plan';
import type { World } from '../world';
import type { N8nProcess } from '../n8n/process';
import type { Deed } from './happen';

const GRACE_MS = 30_000;
const LONGEST_AWAY_MS = 10 * 60_000;

/** Ends one process, and starts it again some time later. */
async function restart(
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
	await time.sleep(awayMs);
	start(world, index);
	return true;
}

export function start(world: World, index: number): void {
	if (world.processes[index] || world.restores.isUnderWay) return;
	const process = world.begin(index);
	world.processes[index] = process;
	world.say(`n8n starts: ${process.name}`);
	if (index === 0) world.background(process.publication.start());
}

/** n8n waits for what is under way, but not forever, and accepts deliveries until it ends. */
async function leave({ time }: World, process: N8nProcess): Promise<void> {
	process.isLeaving = true;
	const latest = time.now() + GRACE_MS;
	while (process.deliveries.size > 0 && !process.isOver && time.now() < latest) {
		await time.sleep(100);
	}
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
		const { database, users, knowledge, time, restores, say } = world;
		// After two restores, it is unclear what n8n should know.
		if (world.counts['a backup is made']) return false;
		world.seen('a backup is made');
		const backupAt = time.now();
		const copy = { tables: database.copy(), editor: users.copy(), contents: knowledge.copy() };
		await time.sleep(forMs);
		if (world.isCalm) return false;
		restores.isUnderWay = true;
		for (const [index, process] of world.processes.entries()) {
			if (!process) continue;
			process.end();
			world.processes[index] = undefined;
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
