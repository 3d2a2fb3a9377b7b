import type { Notebook } from './notebook';

export const SAMPLES = { trigger: 'SampleTrigger', poller: 'CountingPoller' } as const;

export type Sample = keyof typeof SAMPLES;

export type Parameters = Record<string, string | number>;

/** The address at which both believe they can be reached. */
export const PUBLIC_ORIGIN = 'https://n8n.venue.test';

export interface Delivery {
	body: unknown;
	headers?: Record<string, string>;
}

interface Answer {
	status: number;
	body: string;
}

/** A workflow with one sample trigger. */
export interface Published {
	republish(parameters: Parameters): Promise<void>;
	unpublish(): Promise<void>;
	listen(): Promise<void>;
	deliver(delivery: Delivery, endpoint?: 'webhook' | 'webhook-test'): Promise<Answer>;
	poll(): Promise<void>;
	/** What the node has stored, as it is in the database now. */
	remembered(): Promise<unknown>;
	/** Mode and status of each, oldest first, as soon as there are this many and all have ended. */
	executions(count: number): Promise<string[]>;
}

/** An n8n whose samples can be observed. */
export interface ObservedN8n {
	notebook: Notebook;
	publish(sample: Sample, parameters?: Parameters): Promise<Published>;
	restart(): Promise<void>;
}
