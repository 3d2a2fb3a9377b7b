import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { selfSigned } from '../../attacks/certificate';

export interface AppRequest {
	host: string;
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

export interface AppAnswer {
	status?: number;
	headers?: Record<string, string>;
	json?: unknown;
	body?: Buffer | string;
}

/** The other side of an app node: its hosts, and its answers. */
export interface SimulatedApp {
	hosts: string[];
	/** Undefined for a call that is not simulated. */
	answer(request: AppRequest): AppAnswer | undefined | Promise<AppAnswer | undefined>;
}

const LOOPBACK = '127.0.0.1';

/**
 * The apps of the examples, behind a proxy on this machine. n8n sends them what it would send over
 * the internet, and trusts the certificate that is created here. Everything else is rejected.
 */
export class SimulatedApps {
	/** Calls that are not simulated. A test that causes one is incomplete. */
	readonly strays: string[] = [];

	/** The hosts that only answer 503 now. */
	private readonly down = new Set<string>();
	private readonly sockets = new Set<Socket>();

	private constructor(
		private readonly apps: SimulatedApp[],
		private readonly folder: string,
		private readonly proxy: Server,
		private readonly secure: Server,
	) {}

	static async start(...apps: SimulatedApp[]): Promise<SimulatedApps> {
		const folder = await mkdtemp(join(tmpdir(), 'simulated-apps-'));
		const hosts = [...new Set(apps.flatMap((app) => app.hosts))];
		const { key, cert } = selfSigned(hosts);
		await writeFile(join(folder, 'certificate.pem'), cert);
		const secure = createSecureServer({ key, cert });
		const started = new SimulatedApps(apps, folder, createServer(), secure);
		await started.listen();
		return started;
	}

	/** Start n8n with these: its app nodes reach the proxy, and ours reach the venue as usual. */
	get environment(): Record<string, string> {
		const proxy = `http://${LOOPBACK}:${portOf(this.proxy)}`;
		return {
			HTTP_PROXY: proxy,
			HTTPS_PROXY: proxy,
			NO_PROXY: `${LOOPBACK},localhost`,
			NODE_EXTRA_CA_CERTS: join(this.folder, 'certificate.pem'),
		};
	}

	/** Starts or ends an outage of these apps, by default of all: they answer 503 until it ends. */
	setDown(isDown: boolean, apps = this.apps): void {
		for (const host of apps.flatMap(({ hosts }) => hosts)) {
			if (isDown) this.down.add(host);
			else this.down.delete(host);
		}
	}

	async stop(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		for (const server of [this.proxy, this.secure]) {
			await new Promise((resolve) => server.close(resolve));
		}
		await rm(this.folder, { recursive: true, force: true });
	}

	private async listen(): Promise<void> {
		this.secure.on('request', (request: IncomingMessage, response: ServerResponse) => {
			void this.respond(request, response);
		});
		this.proxy.on('request', (request: IncomingMessage, response: ServerResponse) => {
			this.strays.push(`${request.method} ${request.url}`);
			response.writeHead(502).end();
		});
		this.proxy.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
			this.tunnel(request.url ?? '', client, head);
		});
		for (const server of [this.proxy, this.secure]) {
			await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
		}
	}

	private tunnel(target: string, client: Socket, head: Buffer): void {
		this.keep(client);
		const [host] = target.split(':');
		if (this.appsAt(host).length === 0) {
			this.strays.push(`CONNECT ${target}`);
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const app = connect(portOf(this.secure), LOOPBACK, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			app.write(head);
			app.pipe(client).pipe(app);
		});
		this.keep(app);
	}

	private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const host = String(request.headers.host).split(':')[0];
		const url = new URL(request.url ?? '/', `https://${host}`);
		const body = await buffer(request);
		const method = request.method ?? 'GET';
		if (this.down.has(host)) {
			response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable');
			return;
		}
		const answer = await this.answerOf({
			host,
			method,
			path: decodeURIComponent(url.pathname),
			query: url.searchParams,
			headers: request.headers,
			body,
		});
		if (!answer) this.strays.push(`${method} ${url.href}`);
		const { status = 200, headers, json = {}, body: sent } = answer ?? { status: 404 };
		response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
		response.end(sent ?? JSON.stringify(json));
	}

	/** The answer of the first app with this host that knows the call. */
	private async answerOf(request: AppRequest): Promise<AppAnswer | undefined> {
		for (const app of this.appsAt(request.host)) {
			const answer = await app.answer(request);
			if (answer) return answer;
		}
		return undefined;
	}

	private appsAt(host: string): SimulatedApp[] {
		return this.apps.filter(({ hosts }) => hosts.includes(host));
	}

	private keep(socket: Socket): void {
		this.sockets.add(socket);
		socket.on('error', () => socket.destroy());
		socket.on('close', () => this.sockets.delete(socket));
	}
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
