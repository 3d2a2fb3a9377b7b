import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Issues numbered tokens for the right secret and knows only the newest. */
export async function startTokenService(secret: string) {
	const service = {
		url: '',
		tokenRequests: 0,
		calls: 0,
		forbidden: false,
		revoke: () => (valid = 'none'),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	let valid = 'none';

	const answer = (response: ServerResponse, status: number, body: object) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	const issue = (body: string, response: ServerResponse) => {
		service.tokenRequests++;
		if ((JSON.parse(body) as { secret: string }).secret !== secret) {
			return answer(response, 401, { message: 'Wrong secret' });
		}
		valid = `token-${service.tokenRequests}`;
		return answer(response, 200, { token: valid });
	};
	const show = (request: IncomingMessage, response: ServerResponse) => {
		service.calls++;
		if (service.forbidden) return answer(response, 403, { message: 'No' });
		const given = request.headers.authorization ?? '';
		// Tokens issued side by side are all good, so that only the first answers can be refused.
		return valid !== 'none' && given.startsWith('Bearer token-')
			? answer(response, 200, { path: request.url })
			: answer(response, 401, { message: 'Unauthorized' });
	};

	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () =>
			request.url === '/token' ? issue(body, response) : show(request, response),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return service;
}
