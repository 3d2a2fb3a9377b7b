import type { Action, Kind } from '../story/plan';
import type { World } from '../world';
import { leaderActions } from './leaders';
import { operations } from './operations';
import { userActions } from './userActions';
import { venueActions } from './venueActions';

/** Does something, and returns whether there was anything to do. */
export type Deed = (world: World, action: Action) => Promise<boolean>;

/** There is always a booking to change. */
const INSTEAD: Kind = 'change bookings';

const deeds = { ...userActions, ...venueActions, ...operations, ...leaderActions } as Record<
	Kind,
	Deed
>;

export async function happen(world: World, action: Action): Promise<void> {
	await world.time.sleepUntil(action.at);
	const isDone = await deeds[action.kind](world, action);
	if (isDone) return world.seen(action.kind);
	if (world.isCalm) {
		world.actionsLeftOut++;
		return;
	}
	await deeds[INSTEAD](world, { ...action, name: `${action.name} instead`, kind: INSTEAD });
	world.seen(INSTEAD);
}
