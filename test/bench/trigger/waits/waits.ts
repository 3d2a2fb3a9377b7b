import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Lab } from '../../../n8n/lab/lab';
import type { N8nServer } from '../../../n8n/lab/server/n8nServer';
import { TIMED, waitedFileIn } from './timed';

export const WAITS_PRELOAD = join(__dirname, 'preload.js');

/** What a sender waits for until n8n has answered, in milliseconds. */
export type Waits = Record<Wait, number>;

type Wait = (typeof WAITS)[number];

export const WAITS = [
	'the trigger node, and what it asks of n8n',
	'n8n saves what the trigger remembers',
	'n8n stores the execution, or hands it to a worker',
	'n8n reads the workflow and takes an expression isolate',
	'on the way, and in line',
] as const;

const [NODE, SAVING, EXECUTION, READING, LINE] = WAITS;

/** How long deliveries have been in each of n8n's methods, in all processes together. */
export async function readWaited({ servers }: Lab): Promise<number[]> {
	const processes = await Promise.all(servers.map(waitedIn));
	return TIMED.map((_, index) => processes.reduce((sum, waited) => sum + waited[index], 0));
}

/** Zeros if no delivery has arrived there. */
async function waitedIn({ userFolder }: N8nServer): Promise<Float64Array> {
	const file = await readFile(waitedFileIn(userFolder)).catch(() => undefined);
	return file ? new Float64Array(new Uint8Array(file).buffer) : new Float64Array(TIMED.length);
}

/** The latency includes n8n’s whole method, which includes the others. */
export function waitsOf(before: number[], after: number[], latency: number): Waits {
	const [whole, node, execution, saving] = TIMED.map(({ method }, index) => {
		const waited = after[index] - before[index];
		if (waited === 0) throw new Error(`No delivery came through ${method}: n8n has changed`);
		return waited;
	});
	return {
		[NODE]: node,
		[SAVING]: saving,
		[EXECUTION]: execution,
		[READING]: whole - node - saving - execution,
		[LINE]: latency - whole,
	};
}
