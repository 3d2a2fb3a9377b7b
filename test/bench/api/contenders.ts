import { bookingGet, httpRequest, type LookUpNode } from '../lookUps/nodes';

export interface Contender {
	name: string;
	node: LookUpNode;
}

export const ours: Contender = { name: 'Booking → Get', node: bookingGet };

/**
 * The most that n8n's own node allows: a number of items at a time, then a pause, with as many
 * retries as possible.
 */
export const batched = (batchSize: number, batchInterval: number): Contender => ({
	name: `HTTP Request, ${batchSize} items every ${batchInterval / 1000} s`,
	node: (...place) => ({
		...httpRequest({ batching: { batch: { batchSize, batchInterval } } })(...place),
		retryOnFail: true,
		maxTries: 5,
		waitBetweenTries: 5_000,
	}),
});
