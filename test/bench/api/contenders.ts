import { bookingGet, httpRequest, type LookUpNode } from '../lookUps/nodes';

export interface Contender {
	name: string;
	node: LookUpNode;
}

export const ours: Contender = { name: 'Booking → Get', node: bookingGet };

/** As n8n's own node allows: so many items at a time, then a pause; and all the patience it has. */
export const batched = (batchSize: number, batchInterval: number): Contender => ({
	name: `HTTP Request, ${batchSize} items every ${batchInterval / 1000} s`,
	node: (...place) => ({
		...httpRequest({ batching: { batch: { batchSize, batchInterval } } })(...place),
		retryOnFail: true,
		maxTries: 5,
		waitBetweenTries: 5_000,
	}),
});
