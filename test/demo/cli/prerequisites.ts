import { mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';

import { UserFacingError } from './userFacingError';

const GIGABYTE = 1e9;

/** The port must be free, or n8n stops with a stack trace in its log. */
export async function requireFreePort(port: number, option: string): Promise<void> {
	const code = await new Promise<string | undefined>((resolve) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
	});
	if (code === undefined) return;
	throw new UserFacingError(
		code === 'EADDRINUSE'
			? `Port ${port} is taken by another program. Stop it, or choose another port: npm run demo -- ${option} ${port + 10}`
			: `Port ${port} cannot be used (${code}). Choose another one: npm run demo -- ${option} 5790`,
	);
}

export async function requireDiskSpace(
	folder: string,
	gigabytes: number,
	advice: string,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const { bavail, bsize } = await statfs(folder);
	const free = (bavail * bsize) / GIGABYTE;
	if (free >= gigabytes) return;
	throw new UserFacingError(
		`The demo needs ${gigabytes} GB of disk space in ${folder}, and ${free.toFixed(1)} GB are free. ${advice}`,
	);
}
