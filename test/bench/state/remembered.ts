import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Remembered } from './remember';

const run = promisify(execFile);

const LARGEST_ANSWER = 2 ** 24;

/** Longer than any message is remembered. */
const DAYS = 5;

/** More than are remembered at any time. */
const ENOUGH = 100_000;

export async function remember(
	node: string,
	packageFolder: string,
	perDay: number,
): Promise<Remembered> {
	const messages = Math.min(perDay * DAYS, ENOUGH);
	const program = join(__dirname, 'remember.js');
	const { stdout } = await run(
		node,
		['--expose-gc', program, packageFolder, String(perDay), String(messages)],
		{ maxBuffer: LARGEST_ANSWER },
	);
	return JSON.parse(stdout) as Remembered;
}
