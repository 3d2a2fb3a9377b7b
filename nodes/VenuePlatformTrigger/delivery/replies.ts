import {
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	sleep,
} from 'n8n-workflow';

import { HOUR_MS } from '../../venueApi/durations';
import type { DeliveryResponse } from './order';

/** The venue shows the reason in its list of failed messages and sends the message again. */
export function reject(
	context: IWebhookFunctions,
	status: number,
	reason: string,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).json({ message: reason });
	return { noWebhookResponse: true };
}

/** Tells the venue that all is well, but starts no workflow. */
export function drop(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}

/**
 * Starts the workflow, and remembers its message once n8n has it:
 *
 * 1. webhook() returns this object.
 * 2. n8n accepts the execution.
 * 3. n8n reads `webhookResponse`: its getter remembers the message.
 * 4. n8n saves static data, and the message in it.
 *
 * What webhook() records before step 1, n8n 2 saves for the first delivery of a workflow only:
 * before step 4, it builds a second workflow from the same static data, which clears the mark that
 * it was changed.
 */
export function emit(item: INodeExecutionData, acceptance?: Acceptance): IWebhookResponseData {
	return {
		workflowData: [[item]],
		get webhookResponse() {
			acceptance?.confirm();
			return { message: 'The workflow has started' };
		},
	};
}

const LOOK_AT_EXECUTION_AGAIN_MS = 250;

/**
 * n8n never answers the delivery of an execution that a user stopped while it waited for a free slot.
 * No queue is as long, and a venue still repeats the copies and the later events that had to wait.
 */
export const LONGEST_ACCEPTANCE_MS = 12 * HOUR_MS;

interface Consequences {
	accepted(): void;
	/** Called after `accepted`, if n8n did not take the message in the end. */
	takenBack(): void;
}

/** Follows a message until it is known whether n8n has accepted it. */
export class Acceptance {
	readonly settled: Promise<void>;
	private settle = () => {};
	private isAccepted = false;

	constructor(
		private readonly response: DeliveryResponse,
		private readonly consequences: Consequences,
	) {
		this.settled = new Promise((resolve) => {
			this.settle = resolve;
		});
		// Node closes an answered response, too.
		if (response.closed) void this.awaitAnswer();
		else response.once('close', () => void this.awaitAnswer());
	}

	/** Called when n8n reads the response, which it does twice. */
	confirm(): void {
		if (this.isAccepted) return;
		this.isAccepted = true;
		this.consequences.accepted();
		this.settle();
	}

	/** If the sender hung up, n8n continues: a concurrency limit may keep it waiting for a free slot. */
	private async awaitAnswer(): Promise<void> {
		const { response } = this;
		// The copies wait for a few seconds, and this must not take long of them.
		const pause = LOOK_AT_EXECUTION_AGAIN_MS;
		for (let waited = 0; waited < LONGEST_ACCEPTANCE_MS; waited += pause) {
			if (response.writableEnded) break;
			await sleep(pause);
		}
		if (response.writableEnded && response.statusCode < 300) return this.confirm();
		// n8n before 2.8 reads the response before it saves the execution, which may still fail.
		if (response.writableEnded && this.isAccepted) this.consequences.takenBack();
		this.settle();
	}
}
