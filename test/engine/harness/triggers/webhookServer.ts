import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receive, type Answer, type Delivery } from './delivery';
import type { EngineParts } from '../engineParts';
import { Container, Logger } from '../n8n';
import { webhooksOf } from './registration';
import {
	asExpressRequest,
	asExpressResponse,
	Refusal,
	type WebhookRequest,
	type WebhookResponse,
} from './webhookRequest';

/** Receives deliveries on its own loopback port. */
export class WebhookServer {
	url = '';

	private readonly server: Server = createServer((request, response) => {
		void this.handle(asExpressRequest(request), asExpressResponse(response));
	});

	constructor(private readonly parts: EngineParts) {}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async handle(request: WebhookRequest, response: WebhookResponse) {
		try {
			const [, endpoint, ...path] = request.path.split('/');
			// Like n8n, which decodes the path and drops a slash at its end.
			const decoded = decodeURIComponent(path.join('/')).replace(/\/$/, '');
			const route = `${request.method} ${decoded}`;
			const answer =
				endpoint === 'webhook-test'
					? await this.takeTestEvent(route, request, response)
					: await this.take(route, request, response);
			if (answer !== undefined) response.status(answer.status).send(answer.body);
		} catch (error) {
			this.answerFailure(error as Error, request, response);
		}
	}

	private async take(
		route: string,
		request: WebhookRequest,
		response: WebhookResponse,
	): Promise<Answer> {
		const registered = await this.parts.routes.find(route);
		if (registered === undefined) throw notRegistered(route);
		const row = await this.parts.workflows.load(registered.workflowId);
		const workflow = this.parts.workflows.open(row);
		const node = workflow.getNode(registered.node)!;
		const webhook = webhooksOf(this.parts, workflow, node).find(
			({ httpMethod, path }) => `${httpMethod} ${path}` === route,
		)!;
		const delivery: Delivery = { row, workflow, webhook, mode: 'webhook', request, response };
		return await new Promise((resolve, reject) => {
			this.parts.executions.startedBy(receive(this.parts, delivery, resolve)).catch(reject);
		});
	}

	private async takeTestEvent(
		route: string,
		request: WebhookRequest,
		response: WebhookResponse,
	): Promise<Answer> {
		const listening = this.parts.listeners.get(route);
		if (listening === undefined) throw notRegistered(route);
		return await listening.take(request, response);
	}

	private answerFailure(error: Error, request: WebhookRequest, response: WebhookResponse) {
		Container.get(Logger).error(
			`Error in handling webhook request ${request.method} ${request.path}: ${error.message}`,
			{ error },
		);
		if (response.headersSent) return;
		if (error instanceof Refusal) {
			const { status, message, hint } = error;
			response.status(status).json({ code: status, message, hint });
		} else {
			response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
		}
	}
}

const notRegistered = (route: string) =>
	new Refusal(404, `The requested webhook "${route}" is not registered.`);
