import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** The client's endpoint for deliveries: records what arrives and answers as it is told. */
export async function startReceiver() {
	const received: Received[] = [];
	let status: number | 'silence' = 200;
	let endsIdleConnections = false;
	const used = new WeakSet<Socket>();
	const server = createServer((request, response) => {
		if (endsIdleConnections && used.has(request.socket)) {
			request.socket.destroy();
			return;
		}
		used.add(request.socket);
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			received.push({
				path: request.url ?? '',
				headers: request.headers,
				body: JSON.parse(text) as Record<string, unknown>,
			});
			if (status !== 'silence') response.writeHead(status, { location: '/elsewhere' }).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		answerWith: (next: number | 'silence') => (status = next),
		/** Breaks off what comes over a connection that was idle, as if it were just ending it. */
		endIdleConnections: () => (endsIdleConnections = true),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
