import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range that a system uses for outgoing connections, so none of them can take the port
 * before the server starts.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Different ports that are free on the loopback address. */
export async function freePorts(count: number): Promise<number[]> {
	const found = new Set<number>();
	while (found.size < count) {
		const port = randomInt(LOWEST, HIGHEST);
		if (!found.has(port) && (await isFree(port))) found.add(port);
	}
	return [...found];
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	try {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
		server.close();
		await once(server, 'close');
		return true;
	} catch {
		return false;
	}
}
