/** What reading a response costs, in milliseconds of the processor: a figure for each round. */
export interface Reading {
	operation: string;
	shape: string;
	/** The whole execution or poll. */
	costs: number[];
	/** The same with an empty list. */
	emptyCosts: number[];
	/** `JSON.parse` of the same text. */
	parseCosts: number[];
}

export interface ReadingOrder {
	shapes: string[];
	rounds: number;
}
