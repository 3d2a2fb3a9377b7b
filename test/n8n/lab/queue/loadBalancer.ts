import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoadBalancer {
	url: string;
	close(): Promise<void>;
}

/**
 * The load balancer that n8n's queue mode needs: production webhooks go to the webhook processors
 * in turn, everything else to the main process.
 */
export async function startLoadBalancer(main: string, processors: string[]): Promise<LoadBalancer> {
	let next = 0;
	const server = createServer((incoming, answer) => {
		const isWebhook = /^\/webhook\//.test(incoming.url ?? '');
		const target = isWebhook ? processors[next++ % processors.length] : main;
		forward(incoming, answer, target);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

function forward(incoming: IncomingMessage, answer: ServerResponse, target: string): void {
	const { method, url, headers } = incoming;
	// One connection per request so that none is reused after a server has restarted.
	const outgoing = request(new URL(url ?? '/', target), { method, headers, agent: false });
	outgoing.once('response', (response) => {
		answer.writeHead(response.statusCode ?? 502, response.headers);
		response.once('error', () => answer.destroy());
		response.pipe(answer);
	});
	outgoing.once('error', () => {
		if (answer.headersSent) answer.destroy();
		else answer.writeHead(502).end();
	});
	answer.once('close', () => outgoing.destroy());
	incoming.pipe(outgoing);
}
