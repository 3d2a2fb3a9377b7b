import { matchesEndpoint } from './endpointPattern';

/** What goes wrong with a call instead of, or after, its proper answer. */
export type Fault =
	| { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
	| { kind: 'redirect'; to: string; status?: 301 | 302 | 303 | 307 | 308 }
	| { kind: 'delay'; ms: number }
	| { kind: 'hang' }
	| { kind: 'resetBeforeRead' }
	| { kind: 'resetAfterRead' }
	| { kind: 'truncatedBody' }
	| { kind: 'truncatedJson' }
	| { kind: 'wrongContentType'; contentType?: string }
	| { kind: 'emptyBody' };

interface PlannedFault {
	endpoint: string;
	fault: Fault;
	skip: number;
	left: number;
}

export class Faults {
	#planned: PlannedFault[] = [];

	/**
	 * From now on (after the first `after` calls) the endpoint has this fault, `times` times or until
	 * cleared. Several faults for one endpoint happen one after the other.
	 */
	on(endpoint: string, fault: Fault, { times = Infinity, after = 0 } = {}): void {
		this.#planned.push({ endpoint, fault, skip: after, left: times });
	}

	clear(endpoint?: string): void {
		this.#planned = endpoint
			? this.#planned.filter((planned) => planned.endpoint !== endpoint)
			: [];
	}

	/** Takes the fault of this call, if it has one. */
	take(method: string, path: string): Fault | undefined {
		if (this.#planned.length === 0) return undefined;
		const planned = this.#planned.find(
			({ endpoint, left }) => left > 0 && matchesEndpoint(endpoint, method, path),
		);
		if (!planned) return undefined;
		if (planned.skip > 0) {
			planned.skip -= 1;
			return undefined;
		}
		planned.left -= 1;
		return planned.fault;
	}
}
