/**
 * Loaded into n8n. After a signal, it collects all garbage every few milliseconds, and writes to
 * n8n's home the most memory in use, in addition to what was in use before.
 */
import { openSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

import { heldFileIn, WATCH_SIGNAL } from './heldFile';

/** Short enough to measure during a short list, and long enough for a long list to end. */
const WORKS_FOR_MS = 5;

if (isMainThread) process.once(WATCH_SIGNAL, watch);

function watch(): void {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const inUse = () => {
		// Dropped buffers are counted until the next collection.
		collectGarbage();
		collectGarbage();
		const { heapUsed, external } = process.memoryUsage();
		return (heapUsed + external) / 2 ** 20;
	};
	const file = openSync(heldFileIn(process.env.HOME ?? ''), 'w');
	const before = inUse();
	const figures = new Float64Array(2);
	const look = () => {
		const [looks, most] = figures;
		figures.set([looks + 1, Math.max(most, inUse() - before)]);
		writeSync(file, figures, 0, figures.byteLength, 0);
		setTimeout(look, WORKS_FOR_MS);
	};
	look();
}
