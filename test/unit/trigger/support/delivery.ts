import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { fingerprintOf } from '../../../../nodes/VenuePlatformTrigger/memory/fingerprint';
import { VenuePlatformTrigger } from '../../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';

const KEY = 'the-key-of-the-venue';

/** The connection to a sender, with the events and states of Node's own response. */
export class Line extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	closed = false;
	headersSent = false;

	status(code: number) {
		this.statusCode = code;
		return this;
	}

	json() {
		this.headersSent = true;
	}

	/** n8n answers. If the sender has hung up, Node emits no event. */
	answer(status = 200) {
		if (this.writableEnded) return;
		this.statusCode = status;
		this.writableEnded = true;
		if (this.closed) return;
		this.emit('finish');
		this.hangUp();
	}

	hangUp() {
		if (this.closed) return;
		this.closed = true;
		this.emit('close');
	}
}

export interface Message {
	id: string;
	entity?: { id: string; changedAt: number };
}

type Verdict = 'emit' | 'emitted' | 'outdated' | 'undecided';

interface Decision {
	verdict: Verdict;
	/** n8n asks for the response, and it does so twice. */
	accept(): void;
}

let workflows = 0;

/** A published workflow with one trigger, and what n8n has stored with it. */
export class PublishedTrigger {
	readonly staticData: IDataObject = {};
	private readonly id = `workflow ${++workflows}`;

	async receive(message: Message, line: Line): Promise<Decision> {
		const result = await new VenuePlatformTrigger().webhook.call(this.contextOf(message, line));
		return {
			verdict: verdictOf(result, line),
			accept: () => void [result.webhookResponse, result.webhookResponse],
		};
	}

	fingerprintOf({ id }: Message): string {
		return fingerprintOf(this.id, id);
	}

	private contextOf({ id, entity }: Message, response: Line): IWebhookFunctions {
		const body = {
			id,
			sendDate: '2026-11-21T12:00:00Z',
			type: 'Booking',
			eventDate: new Date(entity?.changedAt ?? 0).toISOString(),
			eventType: 'Updated',
			data: entity ? { id: entity.id } : {},
		};
		const parameters: IDataObject = {
			events: ['*'],
			authentication: 'apiKey',
			options: { skipOutdated: true, entityIdPath: 'data.id' },
		};
		return {
			getNode: () => ({ id: 'trigger', webhookId: this.id }),
			getWorkflow: () => ({ id: this.id }),
			getMode: () => 'webhook',
			getHeaderData: () => ({ 'x-api-key': KEY }),
			getCredentials: async () => await Promise.resolve({ webhookApiKey: KEY }),
			getNodeParameter: (name: string) => parameters[name],
			getRequestObject: () => ({ body, contentType: 'application/json' }),
			getResponseObject: () => response,
			getWorkflowStaticData: () => this.staticData,
		} as unknown as IWebhookFunctions;
	}
}

function verdictOf(result: IWebhookResponseData, line: Line): Verdict {
	if (result.workflowData) return 'emit';
	if (result.noWebhookResponse) {
		expect(line.statusCode).toBe(503);
		return 'undecided';
	}
	const { message } = result.webhookResponse as { message: string };
	return message.includes('newer') ? 'outdated' : 'emitted';
}
