import type { INodeType } from 'n8n-workflow';
import type { DueTimer } from '../../core/timerQueue';
import { dateThatTells } from '../../core/virtualTime';
import { loadTrigger } from '../shipped';
import type { World } from '../world';
import type { Stored } from './database';
import type { Delivery } from './delivery';
import { Slots } from './slots';

/** A process of n8n from its start to its end. Everything that it has in memory ends with it. */
export class Life {
	endedAt = Infinity;
	isLeaving = false;
	readonly deliveries = new Set<Delivery>();
	readonly slots: Slots;
	readonly trigger: INodeType;
	/** What a poller in this workflow writes back, as it was when the workflow was activated. */
	pollerCopy: Stored;
	private readonly timers = new Set<DueTimer>();

	constructor(
		readonly world: World,
		readonly process: number,
		readonly name: string,
	) {
		this.slots = new Slots(world.story.n8n.slots);
		this.pollerCopy = world.database.now;
		const trigger = loadTrigger({
			Date: dateThatTells(() => this.clock()),
			AbortSignal: this.abortSignal(),
			setTimeout: (ring, ms = 1) => this.after(ms, ring),
			clearTimeout: (timer) => this.cancel(timer as DueTimer),
			sleep: async (ms) => await this.sleep(ms),
		});
		this.trigger = world.mutant ? world.mutant(trigger) : trigger;
	}

	get isOver(): boolean {
		return this.endedAt < Infinity;
	}

	/** What the clock of this machine shows. */
	clock(): number {
		return this.world.time.now() + this.world.clockErrors[this.process];
	}

	after(ms: number, ring: () => void): DueTimer {
		const timer = this.world.time.after(ms, () => {
			this.timers.delete(timer);
			ring();
		});
		this.timers.add(timer);
		return timer;
	}

	/** Never ends where the process ends before. */
	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(ms, resolve));
	}

	get timersLeft(): number {
		return this.timers.size;
	}

	end(): void {
		this.endedAt = this.world.time.now();
		for (const timer of [...this.timers]) this.cancel(timer);
		for (const { line } of this.deliveries) line.cut();
	}

	private cancel(timer: DueTimer): void {
		this.world.time.cancel(timer);
		this.timers.delete(timer);
	}

	private abortSignal(): typeof AbortSignal {
		const timeout = (ms: number) => {
			const controller = new AbortController();
			this.after(ms, () => controller.abort());
			return controller.signal;
		};
		return Object.assign(Object.create(AbortSignal) as typeof AbortSignal, { timeout });
	}
}
