import type { Surface } from '../weather/spells';

/** One call that arrived, or tried to, and what became of it. For those who judge. */
export interface Exchange {
	at: number;
	process: string;
	address: string;
	operation: string;
	/** The credential sends it by itself: for a token, or to see whether one is valid. */
	isOfCredential: boolean;
	host: string;
	clientId: string;
	surface: Surface;
	method: string;
	path: string;
	/** What the token request presented, or the call. */
	secret: string;
	/** What was sent. */
	dataSet: string;
	/** The status that was answered, or how the connection ended without one. */
	result?: number | string;
	answeredAt?: number;
	/** Until when the venue asked to stay away. */
	askedUntil?: number;
	/** The kind of weather that met it, or the limit of the venue that it ran into. */
	trouble?: string;
	/** The venue has done what was asked. */
	isDone?: boolean;
	/** When the last of the body had left; nothing while it is still coming, or stalled. */
	bodyEndedAt?: number;
	isClosedEarly?: boolean;
	/** When the connection was gone, whoever closed it. */
	closedAt?: number;
	/** The venue's own text, to be shown to the user. */
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
