import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Issues numbered tokens for the right secret, and can be made to fail. */
export class TokenService {
	url = '';

	tokenRequests = 0;

	calls = 0;

	/** The response to every call instead of the usual one, with any token. */
	refusal?: { status: number; body: object };

	/** How long a response to a call is delayed. */
	heldFor = 0;

	private issued = 0;

	private readonly revoked = new Set<string>();

	private readonly server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			if (request.url === '/token') this.issue(body, response);
			else this.answerCall(request.url, request.headers.authorization, response);
		});
	});

	constructor(private readonly secret: string) {}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	forgetCounts(): void {
		this.tokenRequests = 0;
		this.calls = 0;
	}

	revoke(token: string): void {
		this.revoked.add(token);
	}

	private issue(body: string, response: ServerResponse) {
		this.tokenRequests++;
		const { secret } = JSON.parse(body) as { secret: string };
		if (secret !== this.secret) return answer(response, 401, { message: 'Wrong secret' });
		return answer(response, 200, { token: `token-${++this.issued}` });
	}

	private answerCall(path = '', authorization = '', response: ServerResponse) {
		this.calls++;
		const token = authorization.replace('Bearer ', '');
		const known = token.startsWith('token-') && !this.revoked.has(token);
		const { status, body } =
			this.refusal ?? (known ? { status: 200, body: { path } } : { status: 401, body: {} });
		if (this.heldFor === 0) answer(response, status, body);
		else setTimeout(() => answer(response, status, body), this.heldFor);
	}
}

function answer(response: ServerResponse, status: number, body: object) {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}
