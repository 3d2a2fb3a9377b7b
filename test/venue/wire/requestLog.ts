import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../json';
import { matchesEndpoint } from '../endpoints/endpointPattern';
import type { Fault } from './faults';

export interface RecordedRequest {
	readonly method: string;
	readonly path: string;
	/** The last value of each name. */
	readonly query: Readonly<Record<string, string>>;
	/** All of the query, as it was sent. */
	readonly search: string;
	readonly headers: IncomingHttpHeaders;
	readonly ip: string;
	/** When the request arrived, by the venue's clock. */
	readonly at: number;
	/** Parsed if it was declared as JSON, otherwise the text. */
	body?: Json;
	/** Absent while the request is being served, or if the connection was cut. */
	status?: number;
	/** The venue that the token belongs to. */
	account?: string;
	/** The first of its faults. */
	fault?: Fault['kind'];
	/** All of its faults, if there were several. */
	faults?: Array<Fault['kind']>;
}

/** Every request that reached the service, in the order of arrival. */
export class RequestLog {
	#requests: RecordedRequest[] = [];

	get requests(): readonly RecordedRequest[] {
		return this.#requests;
	}

	open(request: RecordedRequest): RecordedRequest {
		this.#requests.push(request);
		return request;
	}

	to(endpoint: string): RecordedRequest[] {
		return this.#requests.filter(({ method, path }) => matchesEndpoint(endpoint, method, path));
	}

	forget(): void {
		this.#requests = [];
	}
}
