import type { Surface } from '../weather/spells';

/** One call that arrived or tried to, and its outcome, for the rules. */
export interface Exchange {
	at: number;
	process: string;
	address: string;
	operation: string;
	/** Sent by the credential itself, for a token or to check one. */
	isOfCredential: boolean;
	host: string;
	clientId: string;
	surface: Surface;
	method: string;
	path: string;
	/** The secret of a token request, or the token of a call. */
	secret: string;
	/** The body that was sent. */
	dataSet: string;
	/** The status of the response, or how the connection ended without one. */
	result?: number | string;
	answeredAt?: number;
	/** Until when the venue asked to wait. */
	askedUntil?: number;
	/** The kind of weather that affected it, or the limit of the venue that it exceeded. */
	trouble?: string;
	/** The venue has processed the request. */
	isDone?: boolean;
	/** When the end of the body was sent. Undefined while it is being sent or has stalled. */
	bodyEndedAt?: number;
	isClosedEarly?: boolean;
	/** When the connection was closed, by either end. */
	closedAt?: number;
	/** The venue's own text, which the user should see. */
	said?: string;
}

export class Ledger {
	readonly exchanges: Exchange[] = [];
	private readonly listeners: Array<(exchange: Exchange) => void> = [];

	write(exchange: Exchange): Exchange {
		this.exchanges.push(exchange);
		return exchange;
	}

	whenAnswered(listener: (exchange: Exchange) => void): void {
		this.listeners.push(listener);
	}

	answered(exchange: Exchange): void {
		for (const listener of this.listeners) listener(exchange);
	}
}
