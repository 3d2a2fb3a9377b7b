import { bookingGet, httpRequest, type LookUpNode } from '../lookUps/nodes';

export interface Contender {
	name: string;
	node: LookUpNode;
}

export const ours: Contender = { name: 'Booking → Get', node: bookingGet };

/** The most that n8n's own node offers: ten items at a time, then a pause, and five tries. */
export const batched: Contender = {
	name: 'HTTP Request and Batching',
	node: (...place) => ({
		...httpRequest({ batching: { batch: { batchSize: 10, batchInterval: 1_000 } } })(...place),
		retryOnFail: true,
		maxTries: 5,
		waitBetweenTries: 5_000,
	}),
};
