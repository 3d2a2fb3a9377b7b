/**
 * A separate process that reads the small responses which cost most, with the published package in
 * the real n8n-core. Without Jest, in whose sandbox each use of a global such as `Math` is slow.
 */
import { ModernFakeTimers } from '@jest/fake-timers';

import { answerOf, SHAPES, shapeOf } from '../../../attacks/smallAnswers';
import type { Reading, ReadingOrder } from './messages';
import { plainNode } from './plainNode';

const CHARACTERS = 200_000;

/** Shows what an execution costs whatever the venue sends. */
const FEW_CHARACTERS = 1_000;

/** So that V8 has compiled what is measured. */
const READ_BEFORE = 5;

/** One parse is too short to be measured. */
const PARSED_AT_ONCE = 5;

/** A text that is parsed so quickly is read in twice as many rounds: the difference is small. */
const QUICK_MS = 0.5;

/** The harness moves its clock by Jest's timers. */
function provideTimers(): void {
	const timers = new ModernFakeTimers({
		config: { fakeTimers: {}, rootDir: '' } as never,
		global: globalThis,
	});
	const jest = {
		useFakeTimers: (options: never) => timers.useFakeTimers(options),
		useRealTimers: () => timers.useRealTimers(),
		getTimerCount: () => timers.getTimerCount(),
		advanceTimersToNextTimer: () => timers.advanceTimersToNextTimer(),
		setTimeout: () => {},
	};
	Object.assign(globalThis, { jest });
}

async function cpuOf(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

async function main({ shapes, rounds }: ReadingOrder): Promise<void> {
	provideTimers();
	// Its modules need the timers.
	const { OPERATIONS } = await import('../../../steps/operations');
	for (const [operation, { open, kilobytes }] of [
		['', plainNode] as const,
		...Object.entries(OPERATIONS),
	]) {
		// A request for each record costs most by far, and `JSON.parse` says nothing about it.
		if (kilobytes) continue;
		const reader = await open();
		for (let time = 0; time < READ_BEFORE; time++) {
			await reader.read(answerOf(shapeOf(SHAPES['many bookings']), CHARACTERS));
			await reader.read('[]');
		}
		for (const shape of shapes) {
			const body = answerOf(shapeOf(SHAPES[shape]), CHARACTERS);
			const lines = body.startsWith('{') && !isJson(body);
			const text = lines ? `[${body.replaceAll('\n', ',')}]` : body;
			const short = answerOf(shapeOf(SHAPES[shape]), FEW_CHARACTERS);
			const costs: number[] = [];
			const shortCosts: number[] = [];
			const parseCosts: number[] = [];
			const responses = await reader.read(body);
			const isQuick = () => Math.min(...parseCosts) < QUICK_MS;
			for (let round = 0; round < (isQuick() ? 2 * rounds : rounds); round++) {
				costs.push(await cpuOf(async () => await reader.read(body)));
				shortCosts.push(await cpuOf(async () => await reader.read(short)));
				const parsing = await cpuOf(() => {
					for (let time = 0; time < PARSED_AT_ONCE; time++) JSON.parse(text);
				});
				parseCosts.push(parsing / PARSED_AT_ONCE);
			}
			const reading: Reading = { operation, shape, responses, costs, shortCosts, parseCosts };
			process.send?.(reading);
		}
		await reader.close();
	}
	process.disconnect();
	process.exit();
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

process.once('message', (order: ReadingOrder) => {
	main(order).catch((error: Error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(1);
	});
});
