/** What reading a response costs, in milliseconds of the processor: a figure for each round. */
export interface Reading {
	operation: string;
	shape: string;
	/** How many responses of one execution or poll had the text. */
	responses: number;
	/** The whole execution or poll. */
	costs: number[];
	/** The same with a response of the same shape, of one kilobyte. */
	shortCosts: number[];
	/** `JSON.parse` of the same text. */
	parseCosts: number[];
}

export interface ReadingOrder {
	shapes: string[];
	rounds: number;
}
