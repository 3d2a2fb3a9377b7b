import { Gate } from './gate';
import type { AskedPause, Patience, Pause } from './outage';
import { type Clock, steadyClock } from './steadyClock';

const LONGEST_WAIT_FOR_LIMIT_MS = 60_000;

export interface AcquireOptions extends Patience {
	/** A user or n8n is waiting: the call goes before the others and is not sent after its patience. */
	isUrgent: boolean;
	signal?: AbortSignal;
}

/** A call that was let through. It counts against the limits until one window after its response. */
export class Permit {
	constructor(
		readonly sentAt: number,
		private readonly lane: Lane,
	) {}

	/** Call this once for each permit, when the outcome of the call is known. */
	release(): void {
		const { limiter, gates } = this.lane;
		limiter.tell(gates, (gate, now) => gate.release(this.sentAt, now));
	}

	/** The venue has processed the call, so an outage is over. */
	processed(): void {
		const { limiter, gates } = this.lane;
		limiter.tell(gates, (gate, now) => gate.processed(this.sentAt, now));
	}

	/** There was no token for the call, so it never reached the venue. */
	notSent(): void {
		for (const { outage } of this.lane.gates) outage.notSent(this.sentAt);
	}

	/** The venue answered 429 although the call was within the limit. */
	throttled({ said, ...asked }: AskedPause): void {
		const { lane, sentAt } = this;
		lane.limiter.tell([lane.limiter.gate], (gate, now) => {
			lane.hears(said, now + asked.retryAfterMs);
			gate.throttled(sentAt, now, asked);
		});
	}

	/** The venue named a time to come back, for all calls that pass this gate. */
	pause(gate: Gate, asked: AskedPause): void {
		this.lane.limiter.tell([gate], ({ outage }, now) => outage.pause(this.sentAt, now, asked));
	}
}

export type Acquired =
	| { permit: Permit }
	| { pause: Pause }
	/** How many urgent calls of its lane were still waiting, this one included. */
	| { unsent: number }
	| { canceled: true };

/** A call that waits. */
interface Call extends AcquireOptions {
	end(result: Acquired): void;
}

/** The calls of one credential, at the gates of each limit that it has to keep. */
export class Lane {
	/** Those that a user waits for first, then in the order in which they came. */
	private readonly calls: Call[] = [];

	/** The turn in which it last let a call through. */
	lastTurn = 0;

	/** The venue's words for its last 429. Other lanes share the gate, and may be of another venue. */
	private heard: { said?: string; until: number } = { until: -Infinity };

	constructor(
		readonly limiter: RateLimiter,
		readonly gates: readonly Gate[],
	) {}

	async acquire(options: AcquireOptions): Promise<Acquired> {
		if (options.signal?.aborted) return { canceled: true };
		const pause = this.tooLongFor(options, this.limiter.clock.now());
		if (pause) return { pause };
		const acquired = this.add(options);
		void this.limiter.serve(this);
		return await acquired;
	}

	/** Since when the venue has been rejecting its calls. */
	get outageSince(): number | undefined {
		const now = this.limiter.clock.now();
		return this.gates.map(({ outage }) => outage.since(now)).find((since) => since !== undefined);
	}

	/** Resolves to what the call is ended with, or as soon as its execution is canceled. */
	async add(options: AcquireOptions): Promise<Acquired> {
		return await new Promise((resolve) => {
			const cancel = () => call.end({ canceled: true });
			const call: Call = {
				...options,
				end: (result) => {
					if (!this.calls.includes(call)) return;
					this.calls.splice(this.calls.indexOf(call), 1);
					options.signal?.removeEventListener('abort', cancel);
					resolve(result);
				},
			};
			options.signal?.addEventListener('abort', cancel, { once: true });
			const behind = this.calls.findIndex((other) => isServedBefore(call, other));
			this.calls.splice(behind < 0 ? this.calls.length : behind, 0, call);
		});
	}

	first(): Call | undefined {
		return this.calls[0];
	}

	all(): Call[] {
		return [...this.calls];
	}

	/** When the first of its calls is too late. */
	nextDeadline(): number {
		return Math.min(...this.calls.map((call) => deadlineOf(call) + 1));
	}

	hears(said: string | undefined, until: number): void {
		this.heard = { said, until };
	}

	opensAt(now: number, call: Call): number {
		return Math.max(...this.gates.map((gate) => gate.opensAt(now, call)));
	}

	/** A pause that this call cannot wait for. */
	tooLongFor(call: AcquireOptions, now: number): Pause | undefined {
		const { said, until } = this.heard;
		for (const gate of this.gates) {
			const pause = gate.outage.tooLongFor(call, now);
			if (pause) return now < until ? { ...pause, said: pause.said ?? said } : pause;
		}
		return undefined;
	}
}

function isServedBefore(one: Call, other: Call): boolean {
	return one.isUrgent === other.isUrgent ? one.queuedAt < other.queuedAt : one.isUrgent;
}

/**
 * A limit of the venue. Lanes share it in turns, so a slow credential does not slow down a busy one,
 * and a busy one does not starve a slow one. A call that a user waits for goes first.
 */
export class RateLimiter {
	readonly gate: Gate;
	readonly clock: Clock;
	private readonly lanes = new Set<Lane>();
	private turn = 0;
	private isServing = false;
	private sleep = new AbortController();

	constructor(
		/** Calls per minute that are allowed here. */
		limit: number,
		{ clock = steadyClock, shareAsBurst }: { clock?: Clock; shareAsBurst?: number } = {},
	) {
		this.clock = clock;
		this.gate = new Gate(limit, shareAsBurst);
	}

	/** For calls that have to pass these gates, too. */
	lane(...others: Gate[]): Lane {
		return new Lane(this, [...others, this.gate]);
	}

	/** For all calls that pass this gate, if the reason may have nothing to do with the limit. */
	postpone(gate: Gate, asked: AskedPause): void {
		this.tell([gate], ({ outage }, now) => outage.postpone(now, asked));
	}

	/** What a gate learns may let waiting calls through, or show that they cannot wait. */
	tell(gates: readonly Gate[], news: (gate: Gate, now: number) => void): void {
		const now = this.clock.now();
		for (const gate of gates) news(gate, now);
		this.wake();
	}

	/** Lets calls through until none is waiting, also of other lanes. */
	async serve(lane: Lane): Promise<void> {
		this.lanes.add(lane);
		if (this.isServing) return this.wake();
		this.isServing = true;
		for (;;) {
			this.turnAwayWhoCannotWait();
			const now = this.clock.now();
			const next = this.nextAt(now);
			if (next === undefined) break;
			// In whole milliseconds: on a clock without fractions, a timer with one may never fire.
			if (next.opensAt <= now) this.letThrough(next, now);
			else await this.untilWoken(Math.ceil(Math.min(next.opensAt, this.nextDeadline()) - now));
		}
		this.isServing = false;
	}

	/** The call that may go first; of several that may go now, the one whose turn it is. */
	private nextAt(now: number) {
		let next: NextCall | undefined;
		for (const lane of this.lanes) {
			const call = lane.first();
			if (call === undefined) this.lanes.delete(lane);
			else {
				const candidate = { lane, call, opensAt: Math.max(now, lane.opensAt(now, call)) };
				if (next === undefined || goesBefore(candidate, next)) next = candidate;
			}
		}
		return next;
	}

	private letThrough({ lane, call }: NextCall, sentAt: number): void {
		for (const gate of lane.gates) gate.sent(sentAt);
		lane.lastTurn = ++this.turn;
		call.end({ permit: new Permit(sentAt, lane) });
	}

	private turnAwayWhoCannotWait(): void {
		const now = this.clock.now();
		for (const lane of this.lanes) {
			const calls = lane.all();
			const unsent = calls.filter(({ isUrgent }) => isUrgent).length;
			for (const call of calls) {
				const pause = lane.tooLongFor(call, now);
				if (pause) call.end({ pause });
				else if (now > deadlineOf(call)) call.end({ unsent });
			}
		}
	}

	private nextDeadline(): number {
		return Math.min(...[...this.lanes].map((lane) => lane.nextDeadline()));
	}

	/** Ends the sleep until the next call may go, so the limiter looks again. */
	private wake(): void {
		this.sleep.abort();
	}

	private async untilWoken(waitMs: number): Promise<void> {
		this.sleep = new AbortController();
		await this.clock.wait(Math.min(waitMs, LONGEST_WAIT_FOR_LIMIT_MS), this.sleep.signal);
	}
}

interface NextCall {
	lane: Lane;
	call: Call;
	opensAt: number;
}

function goesBefore(one: NextCall, other: NextCall): boolean {
	if (one.opensAt !== other.opensAt) return one.opensAt < other.opensAt;
	const { isUrgent } = one.call;
	return isUrgent === other.call.isUrgent ? one.lane.lastTurn < other.lane.lastTurn : isUrgent;
}

function deadlineOf({ isUrgent, queuedAt, patienceMs }: Call): number {
	return isUrgent ? queuedAt + patienceMs : Infinity;
}
