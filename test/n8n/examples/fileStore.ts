import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a venue's exports lie: a host of its own, which must never see the venue's token. */
export class FileStore {
	/** The paths that were asked for, and how many requests held an access token. */
	readonly asked: string[] = [];
	withToken = 0;

	private readonly files = new Map<string, string>();
	private readonly server: Server = createServer(({ url = '', headers }, response) => {
		this.asked.push(url);
		if (/bearer/i.test(JSON.stringify(headers)) || 'authorization' in headers) this.withToken++;
		const file = this.files.get(url);
		response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'application/json' });
		response.end(file);
	});

	static async start(): Promise<FileStore> {
		const store = new FileStore();
		await new Promise<void>((started) => store.server.listen(0, '127.0.0.1', started));
		return store;
	}

	put(path: string, records: object[]): string {
		this.files.set(path, JSON.stringify(records));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
	}

	async stop(): Promise<void> {
		await new Promise((stopped) => this.server.close(stopped));
	}
}
