import { randomFrom } from '../random';
import { matchesEndpoint } from '../endpoints/endpointPattern';

/** What goes wrong with a call, instead of or after its proper response. Times are the venue's. */
export type Fault =
	| { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
	| { kind: 'redirect'; to: string; status?: 301 | 302 | 303 | 307 | 308 }
	| { kind: 'delay'; ms: number }
	| { kind: 'hang' }
	| { kind: 'resetBeforeRead' }
	| { kind: 'resetAfterRead' }
	| { kind: 'truncatedBody'; isChunked?: boolean }
	| { kind: 'truncatedJson' }
	/** The body repeats the same text until the client hangs up. */
	| { kind: 'endless'; begins?: string; goesOn: string }
	/** The body repeats this many times, in a stream that may be compressed. */
	| {
			kind: 'long';
			begins?: string;
			repeats: string | ((index: number) => string);
			times: number;
			ends?: string;
			isCompressed?: boolean;
	  }
	/** The body stops after this many bytes (by default half of them), for a while or forever. */
	| { kind: 'stall'; afterBytes?: number; ms?: number }
	/** The body comes in pieces with pauses between them. */
	| { kind: 'trickle'; pieces: number; everyMs: number };

export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

interface FaultPlan {
	/** How often it happens at most. */
	times?: number;
	/** How many calls are spared first. */
	after?: number;
	/** The probability that a call is affected, drawn from the seed. */
	probability?: number;
	seed?: number;
	/** Affects only calls of these credentials. */
	clientId?: string;
}

interface PlannedFault extends FaultPlan {
	endpoint: string;
	faults: readonly Fault[];
	skip: number;
	left: number;
	isHit: () => boolean;
}

interface FaultedCall {
	method: string;
	path: string;
	clientId?: string;
}

export class Faults {
	#planned: PlannedFault[] = [];

	/**
	 * From now on, the endpoint has this fault, or all of these at once, until `times` or `clear`.
	 * Several plans for one endpoint happen one after the other.
	 */
	on(endpoint: string, fault: Fault | readonly Fault[], plan: FaultPlan = {}): void {
		const { times = Infinity, after = 0, probability = 1, seed = 1 } = plan;
		const random = randomFrom(seed);
		this.#planned.push({
			...plan,
			endpoint,
			faults: 'kind' in fault ? [fault] : fault,
			skip: after,
			left: times,
			isHit: () => random() < probability,
		});
	}

	clear(): void {
		this.#planned = [];
	}

	/** Takes the faults of this call, if it has any. */
	take(call: FaultedCall): readonly Fault[] {
		const due = this.#planned.find((planned) => concerns(planned, call));
		return due && strikes(due) ? due.faults : [];
	}
}

function concerns({ endpoint, left, clientId }: PlannedFault, call: FaultedCall): boolean {
	if (left <= 0 || (clientId !== undefined && clientId !== call.clientId)) return false;
	return matchesEndpoint(endpoint, call.method, call.path);
}

function strikes(planned: PlannedFault): boolean {
	if (planned.skip > 0) {
		planned.skip -= 1;
		return false;
	}
	if (!planned.isHit()) return false;
	planned.left -= 1;
	return true;
}

/** The first fault of this kind among those of a call. */
export function faultOf<Kind extends Fault['kind']>(
	faults: readonly Fault[],
	kind: Kind,
): FaultOf<Kind> | undefined {
	return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}
