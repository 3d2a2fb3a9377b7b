import type { Random } from '../../core/random';
import type { Action, Kind } from '../story/plan';
import type { World } from '../world';
import { restart } from './operations';
import type { Deed } from './happen';
import { changeSetting } from './userActions';

const SECOND = 1_000;
/** A publication, an unpublication and a poll take about as long. */
const IN_THE_MIDDLE_MS = 2 * SECOND;
const LONGEST_AWAY_MS = 10 * 60 * SECOND;
/** For this long after an unpublication, docs/self-hosting.md asks to wait. */
const SOON_MS = 25 * SECOND;

/** The leader is killed, or it steps down and ends what it has begun. Another process leads then. */
async function changeLeader(world: World, draw: Random, { forMs }: Action): Promise<boolean> {
	const { main, processes, leadership, polls, seen, say } = world;
	const others = processes.filter((other) => other && other !== main && !other.isLeaving);
	if (!main || main.isLeaving || others.length === 0) return false;
	const isPolling = polls.all.some(
		({ process, endedAt }) => process === main && endedAt === Infinity,
	);
	const changes = new Set(main.publication.underWay.values());
	const underWay = [...changes, ...(isPolling ? ['a poll'] : [])];
	for (const what of underWay) seen(`another leader in the middle of ${what}`);
	if (underWay.length > 0) say(`the leader changes in the middle of ${underWay.join(' and ')}`);
	if (draw.chance(0.5)) {
		leadership.stepDown(main);
		return true;
	}
	const awayMs = Math.min(forMs, LONGEST_AWAY_MS);
	return await restart(world, main.index, { isKilled: true, awayMs });
}

/** A user does something, and the leader changes a moment later. */
const whileUser =
	(deed: (world: World, draft: World['users']['drafts'][number]) => Promise<void>): Deed =>
	async (world, action) => {
		const draw = world.dice.of(`action ${action.name}`);
		const draft = draw.pick(world.users.drafts);
		const pause = draw.scaled(1, IN_THE_MIDDLE_MS);
		const later = draw.chance(0.5) ? draw.scaled(SECOND, SOON_MS) : action.forMs;
		let isChanged = Promise.resolve(false);
		await world.users.inTurn(async () => {
			world.say(`a user: ${action.name}, ${draft.id}`);
			isChanged = world.time.sleep(pause).then(async () => {
				return await changeLeader(world, draw, action);
			});
			await deed(world, draft);
		});
		await world.time.sleep(later);
		await world.users.inTurn(async () => void (await world.users.publish(draft)));
		return await isChanged;
	};

/** What happens to several main processes. */
export const leaderActions: Record<string, Deed> = {
	'the leader changes': async (world, action) =>
		await changeLeader(world, world.dice.of(`action ${action.name}`), action),

	'the leader changes while publishing': whileUser(async (world, draft) => {
		changeSetting(world, draft.nodes[0]);
		await world.users.publish(draft);
	}),

	'the leader changes while unpublishing': whileUser(async ({ users }, draft) => {
		await users.unpublish(draft);
	}),

	'the leader changes during a poll': async (world, action) => {
		const { time, plan, dice } = world;
		const draw = dice.of(`action ${action.name}`);
		await time.sleep(plan.pollEveryMs - (time.now() % plan.pollEveryMs));
		await time.sleep(draw.scaled(1, IN_THE_MIDDLE_MS));
		return await changeLeader(world, draw, action);
	},
} satisfies Partial<Record<Kind, Deed>>;
