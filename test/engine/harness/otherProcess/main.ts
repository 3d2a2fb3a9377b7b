import { join } from 'node:path';
import { startEngine } from '../engine';
import { classIn, type NodeClass } from '../nodes/nodeTypes';
import type { FromProcess, RemoteExecution, StartArguments, ToProcess } from './messages';

const root = join(__dirname, '../../../..');
const tell = (message: FromProcess) => process.send?.(message);

const TICK_MS = 10;

/** The memory in use after a garbage collection. */
function memoryInUse(): number {
	globalThis.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 2 ** 20;
}

/**
 * Only a process that can collect its garbage at any time can tell how much it really holds. It
 * measures for half of its time and works in the other half.
 */
function watchMemory(): { stop: () => number } {
	if (globalThis.gc === undefined) return { stop: () => NaN };
	const before = memoryInUse();
	let most = before;
	let looking: NodeJS.Timeout;
	const look = () => (most = Math.max(most, memoryInUse()));
	const goOn = () => {
		const begin = performance.now();
		look();
		looking = setTimeout(goOn, performance.now() - begin);
	};
	goOn();
	return {
		stop: () => {
			clearTimeout(looking);
			return look() - before;
		},
	};
}

const MEGABYTE = JSON.stringify(
	Array.from({ length: 10_000 }, (_, index) => ({
		uniqueId: `BKG-${index}`,
		name: 'x'.repeat(72),
	})),
);
const PARSED = 20;

/** In processor time, not by the clock, because the machine may be busy with other things. */
const cpuSince = (before?: NodeJS.CpuUsage) => {
	const { user, system } = process.cpuUsage(before);
	return user + system;
};

/** What this machine takes to parse a megabyte. Other work only adds, so the least of several counts. */
function cpuOfMegabyte(): number {
	const costs = Array.from({ length: PARSED }, () => {
		const before = process.cpuUsage();
		JSON.parse(MEGABYTE);
		return cpuSince(before);
	});
	return Math.min(...costs);
}

/** Measures turns of the event loop by what this machine could parse meanwhile. */
function watchTurns(megabyte: number): { stop: () => number } {
	let longest = 0;
	let before = process.cpuUsage();
	const look = () => {
		longest = Math.max(longest, cpuSince(before));
		before = process.cpuUsage();
	};
	const ticking = setInterval(look, TICK_MS);
	return {
		stop: () => {
			look();
			clearInterval(ticking);
			return longest / megabyte;
		},
	};
}

async function main(options: StartArguments) {
	const engine = await startEngine(options);
	const megabyte = cpuOfMegabyte();
	const run = async ({ source, ...request }: ToProcess['request']): Promise<RemoteExecution> => {
		const node = classIn<NodeClass>(join(root, source));
		const memory = watchMemory();
		const turns = watchTurns(megabyte);
		const { status, items, error } = await engine.execute({ ...request, node });
		const longestTurnMb = turns.stop();
		return { status, items, error: error?.message, longestTurnMb, mostMemoryMb: memory.stop() };
	};
	process.on('message', ({ id, request }: ToProcess) => {
		void run(request).then((result) => tell({ kind: 'result', id, result }));
	});
	process.on('disconnect', () => process.exit());
	tell({ kind: 'ready' });
}

void main(JSON.parse(process.argv[2]) as StartArguments);
