/** What the process of a recovery trigger is told to do. */
export interface Order {
	/** Publishes the trigger's workflow, lets it poll, or lets it emit everything that is left. */
	kind: 'publish' | 'poll' | 'drain';
	venue: { baseUrl: string; clientId: string; clientSecret: string };
}

export interface PollFigures {
	items: number;
	/** Until the workflow that the poll started has ended. */
	seconds: number;
	cpuSeconds: number;
	/** The longest time in which the process did nothing else, such as answering deliveries. */
	longestPauseMs: number;
	/** In use afterwards, after a garbage collection. */
	heapMb: number;
	/** What n8n stores with the workflow. */
	storedBytes: number;
}

export type Report = { kind: 'ready' } | { kind: 'done'; figures: PollFigures };
