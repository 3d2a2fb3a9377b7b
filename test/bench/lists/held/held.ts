import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nServer } from '../../../n8n/lab/server/n8nServer';
import { heldFileIn, WATCH_SIGNAL } from './heldFile';

export const HELD_PRELOAD = join(__dirname, 'preload.js');

const LOOKS_WITHIN_MS = 60_000;

/** The peak memory of n8n while it worked, in MB, with its garbage collected all the time. */
export async function heldDuring(server: N8nServer, work: () => Promise<void>): Promise<number> {
	const file = heldFileIn(server.userFolder);
	await rm(file, { force: true });
	process.kill(server.pid ?? NaN, WATCH_SIGNAL);
	await untilLooked(file, 1);
	await work();
	const [looks] = await figuresIn(file);
	const [, most] = await untilLooked(file, looks + 1);
	return most;
}

async function untilLooked(file: string, often: number): Promise<number[]> {
	const giveUpAt = Date.now() + LOOKS_WITHIN_MS;
	while (Date.now() < giveUpAt) {
		const figures = await figuresIn(file);
		if (figures[0] >= often) return figures;
		await sleep(20);
	}
	throw new Error('n8n does not tell what it holds');
}

/** Zeros before the first measurement. */
async function figuresIn(file: string): Promise<number[]> {
	const bytes = await readFile(file).catch(() => Buffer.alloc(0));
	return bytes.length === 16 ? [bytes.readDoubleLE(0), bytes.readDoubleLE(8)] : [0, 0];
}
