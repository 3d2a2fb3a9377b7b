import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue } from '../../../venue';
import type { ActiveTrigger } from '../../harness/triggers/activeTrigger';
import { GRACE_MS } from '../../../../nodes/VenuePlatformTrigger/registration/moves';
import { LOOK_AGAIN_AFTER_MS } from '../../../../nodes/VenuePlatformTrigger/registration/lateWrites';

const HELD = [GRACE_MS, LOOK_AGAIN_AFTER_MS[0]];

const holding = new WeakSet<typeof setTimeout>();

let held: Array<() => void> = [];

/**
 * Holds the timers of exactly these lengths until the test ends them. Retries after the end of a
 * test wait just as long, so they end there.
 */
export class Grace {
	constructor() {
		const before = globalThis.setTimeout;
		if (holding.has(before)) return;
		const hold = (...[work, ms, ...rest]: Parameters<typeof setTimeout>) => {
			if (!HELD.includes(ms ?? 0)) return before(work, ms, ...rest);
			held.push(work);
			return undefined;
		};
		globalThis.setTimeout = Object.assign(hold, before) as typeof setTimeout;
		holding.add(globalThis.setTimeout);
	}

	/** Runs everything that waits for the end of its grace. */
	end(): void {
		for (const work of held.splice(0)) work();
	}

	/** Waits until the venue has been told. */
	async unpublish(trigger: ActiveTrigger, { webhooks }: SimulatedVenue): Promise<void> {
		const countOn = () =>
			webhooks.all().filter(({ configuration }) => configuration.enabled).length;
		const before = countOn();
		await trigger.deactivate();
		this.end();
		while (countOn() === before) await sleep(20);
	}

	forget(): void {
		held = [];
	}
}
