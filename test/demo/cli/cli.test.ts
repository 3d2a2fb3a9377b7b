import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dataFolder } from '../state/dataFolder';
import { requireFreePort, requireDiskSpace } from './prerequisites';
import { UserFacingError } from './userFacingError';
import { readOptions } from './options';

describe('the demo needs', () => {
	it('a free port', async () => {
		const server = createServer();
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		const { port } = server.address() as AddressInfo;
		await expect(requireFreePort(port, '--venue-port')).rejects.toThrow(
			new UserFacingError(
				`Port ${port} is taken by another program. Stop it, or choose another port: npm run demo -- --venue-port ${port + 10}`,
			),
		);
		await new Promise((closed) => server.close(closed));
		await expect(requireFreePort(port, '--venue-port')).resolves.toBeUndefined();
	});

	it('a disk with enough space [readme: disk space]', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'venue-platform-space-'));
		try {
			await expect(requireDiskSpace(folder, 0.000_001, 'Free some.')).resolves.toBeUndefined();
			await expect(requireDiskSpace(folder, 1e9, 'Free some.')).rejects.toThrow(
				/^The demo needs 1000000000 GB of disk space in .+, and [\d.]+ GB are free\. Free some\.$/,
			);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it('a separate folder for each checkout', () => {
		const [one, other] = ['/home/ada/one', '/home/ada/other'].map(dataFolder);
		expect(one).not.toBe(other);
		expect(dataFolder('/home/ada/one')).toBe(one);
	});
});

describe('the demo’s options', () => {
	it('have their own ports, away from those of an n8n that may be running', () => {
		expect(readOptions([])).toEqual({ n8nPort: 5690, venuePort: 5691, reset: false });
	});

	it.each([
		[['--n8n-port', 'many'], '“many” is not a port.'],
		[['--n8n-port', '70000'], '“70000” is not a port.'],
		[['--n8n-port', '5691'], 'a port each'],
		[['--help'], 'The demo is started by'],
	])('%j are rejected, in one line', (args, line) => {
		expect(() => readOptions(args)).toThrow(UserFacingError);
		expect(() => readOptions(args)).toThrow(line);
	});
});
