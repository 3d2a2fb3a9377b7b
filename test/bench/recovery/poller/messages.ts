/** What the process of a recovery trigger is told to do. */
export interface Order {
	/** Publish the workflow of the trigger, let it poll, or let it hand over all that it still owes. */
	kind: 'publish' | 'poll' | 'drain';
	venue: { baseUrl: string; clientId: string; clientSecret: string };
}

export interface PollFigures {
	items: number;
	/** Until what the poll has started has come to its end. */
	seconds: number;
	cpuSeconds: number;
	/** In which the process did nothing else, such as answering deliveries. */
	longestPauseMs: number;
	/** In use after it, once everything has been cleared away that nobody needs. */
	heapMb: number;
	/** What n8n stores with the workflow. */
	storedBytes: number;
}

export type Report = { kind: 'ready' } | { kind: 'done'; figures: PollFigures };
