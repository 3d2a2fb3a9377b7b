import { GRACE_MS } from '../../../../nodes/VenuePlatformTrigger/registration/moves';

const holding = new WeakSet<typeof setTimeout>();

let held: Array<() => void> = [];

/**
 * Holds the timers of this length, and of no other, until the test lets them go off. What still
 * tries after a test has ended waits as long, so it ends there.
 */
export class Grace {
	constructor() {
		const before = globalThis.setTimeout;
		if (holding.has(before)) return;
		const hold = (...[work, ms, ...rest]: Parameters<typeof setTimeout>) => {
			if (ms !== GRACE_MS) return before(work, ms, ...rest);
			held.push(work);
			return undefined;
		};
		globalThis.setTimeout = Object.assign(hold, before) as typeof setTimeout;
		holding.add(globalThis.setTimeout);
	}

	/** Whatever waits for the end of its grace goes on. */
	end(): void {
		for (const work of held.splice(0)) work();
	}

	forget(): void {
		held = [];
	}
}
