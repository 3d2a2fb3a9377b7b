import type { Notebook } from './notebook';

export const SAMPLES = { trigger: 'SampleTrigger', poller: 'CountingPoller' } as const;

export type Sample = keyof typeof SAMPLES;

export type Parameters = Record<string, string | number>;

/** An address that both believe to be reachable at. */
export const PUBLIC_ORIGIN = 'https://n8n.venue.test';

export interface Delivery {
	body: unknown;
	headers?: Record<string, string>;
}

export interface Answer {
	status: number;
	body: string;
}

/** A workflow of one sample trigger. */
export interface Published {
	republish(parameters: Parameters): Promise<void>;
	unpublish(): Promise<void>;
	listen(): Promise<void>;
	deliver(delivery: Delivery, endpoint?: 'webhook' | 'webhook-test'): Promise<Answer>;
	/** One turn of the schedule. */
	poll(): Promise<void>;
	/** What the node has stored, as it lies in the database now. */
	remembered(): Promise<unknown>;
	/** Mode and outcome of each, oldest first, once there are as many and all have ended. */
	executions(count: number): Promise<string[]>;
}

/** An n8n in which the samples can be watched. */
export interface ObservedN8n {
	notebook: Notebook;
	publish(sample: Sample, parameters?: Parameters): Promise<Published>;
	restart(): Promise<void>;
}
