import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { buildAround } from '../packages/builtPackage';
import type { Reading, ReadingOrder } from './reader/messages';

const SOURCES = [
	'test/attacks',
	'test/engine',
	'test/steps',
	'test/venue',
	'test/bench/small/reader',
];
const MAIN = 'test/bench/small/reader/main.js';

const LONGEST_MS = 60 * 60_000;

/** The published package, n8n-core, and everything that reads what a venue sends. */
export const buildReader = async (tarball: string, folder: string) =>
	await buildAround(tarball, folder, SOURCES);

export async function readAll(
	{ build, node }: { build: string; node: string },
	order: ReadingOrder,
	say: (reading: Reading) => void,
): Promise<Reading[]> {
	const child = fork(join(build, MAIN), {
		execPath: node,
		env: {
			PATH: process.env.PATH,
			NODE_PATH: join(process.cwd(), 'node_modules'),
			TMPDIR: build,
		},
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		timeout: LONGEST_MS,
	});
	let said = '';
	child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
	const readings: Reading[] = [];
	child.on('message', (reading: Reading) => {
		readings.push(reading);
		say(reading);
	});
	child.send(order);
	const [code] = (await once(child, 'exit')) as [number | null];
	if (code !== 0) throw new Error(`The process that reads has ended: ${said}`);
	return readings;
}
