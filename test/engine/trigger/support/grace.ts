import { GRACE_MS } from '../../../../nodes/VenuePlatformTrigger/registration/grace';

/** Holds the timers of this length, and of no other, until the test lets them go off. */
export class Grace {
	private readonly before = globalThis.setTimeout;
	private held: Array<() => void> = [];

	constructor() {
		const hold = (...[work, ms, ...rest]: Parameters<typeof setTimeout>) => {
			if (ms !== GRACE_MS) return this.before(work, ms, ...rest);
			this.held.push(work);
			return undefined;
		};
		globalThis.setTimeout = Object.assign(hold, this.before) as typeof setTimeout;
	}

	/** Whatever waits for the end of its grace goes on. */
	end(): void {
		for (const work of this.held.splice(0)) work();
	}

	forget(): void {
		this.held = [];
		globalThis.setTimeout = this.before;
	}
}
