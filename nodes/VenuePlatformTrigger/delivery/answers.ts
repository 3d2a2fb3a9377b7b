import {
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	sleep,
} from 'n8n-workflow';

import type { DeliveryResponse } from './order';

/** The venue shows the reason in its list of failed messages, and sends the message again. */
export function reject(
	context: IWebhookFunctions,
	status: number,
	reason: string,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).json({ message: reason });
	return { noWebhookResponse: true };
}

/** The venue is told that all is well, and no workflow starts. */
export function drop(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}

/**
 * Starts the workflow with the message. n8n asks for the answer when it has accepted the execution,
 * immediately before it saves the static data, and then it answers.
 *
 * No other moment will do to remember the message. Between the return from webhook() and the save,
 * n8n 2 builds a second workflow from the same static data, which takes away the mark that it was
 * changed: what webhook() itself records is saved for the first delivery of a workflow and never again.
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

const LOOK_AGAIN_MS = 250;

interface Consequences {
	accepted(): void;
	/** After it was accepted. */
	takenBack(): void;
}

/** A message on its way into n8n, until it is known whether n8n has accepted it. */
export class Acceptance {
	readonly settled: Promise<void>;
	private settle = () => {};
	private isSettled = false;

	constructor(
		private readonly response: DeliveryResponse,
		private readonly consequences: Consequences,
	) {
		this.settled = new Promise((resolve) => {
			this.settle = () => {
				this.isSettled = true;
				resolve();
			};
		});
		response.once('finish', () => this.judgeAnswer());
		if (response.closed) void this.outlastSender();
		else response.once('close', () => void this.outlastSender());
	}

	/** n8n asks for the answer, and it does so twice. */
	confirm(): void {
		if (this.isSettled) return;
		this.consequences.accepted();
		this.settle();
	}

	/** n8n before 2.8 asks for the answer before it saves the execution, and may still fail then. */
	private judgeAnswer(): void {
		if (this.response.statusCode < 300) return this.confirm();
		if (this.isSettled) this.consequences.takenBack();
		else this.settle();
	}

	/** The sender hung up, and n8n goes on: with a limit of executions it may wait long for a slot. */
	private async outlastSender(): Promise<void> {
		while (!this.isSettled) {
			if (this.response.writableEnded) this.judgeAnswer();
			else await sleep(LOOK_AGAIN_MS);
		}
	}
}
