import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Envelope } from '../../venueApi/shapes/envelope';

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
export function emit(envelope: Envelope, acceptance?: { confirm(): void }): IWebhookResponseData {
	return {
		workflowData: [[{ json: { ...envelope } }]],
		get webhookResponse() {
			acceptance?.confirm();
			return { message: 'The workflow has started' };
		},
	};
}
