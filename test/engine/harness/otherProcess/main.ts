import { join } from 'node:path';
import { startEngine } from '../engine';
import { classIn, type CredentialClass, type NodeClass } from '../nodes/nodeTypes';
import type { FromProcess, RemoteExecution, StartArguments, ToProcess } from './messages';

const root = join(__dirname, '../../../..');
const load = <T>(source: string) => classIn<T>(join(root, source));
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

/** Measures processor time, not the clock, because the machine may be busy with other things. */
function watchTurns(): { stop: () => number } {
	let longestMs = 0;
	let before = process.cpuUsage();
	const look = () => {
		const { user, system } = process.cpuUsage(before);
		longestMs = Math.max(longestMs, (user + system) / 1_000);
		before = process.cpuUsage();
	};
	const ticking = setInterval(look, TICK_MS);
	return {
		stop: () => {
			look();
			clearInterval(ticking);
			return longestMs;
		},
	};
}

async function main({ folder, publicUrl, nodes, credentialTypes }: StartArguments) {
	const engine = await startEngine({
		folder,
		publicUrl,
		nodes: nodes.map((source) => load<NodeClass>(source)),
		credentialTypes: credentialTypes.map((source) => load<CredentialClass>(source)),
	});
	const run = async ({ source, ...request }: ToProcess['request']): Promise<RemoteExecution> => {
		const node = load<NodeClass>(source);
		const memory = watchMemory();
		const turns = watchTurns();
		const { status, items, error } = await engine.execute({ ...request, node });
		const longestTurnMs = turns.stop();
		return { status, items, error: error?.message, longestTurnMs, mostMemoryMb: memory.stop() };
	};
	process.on('message', ({ id, request }: ToProcess) => {
		void run(request).then((result) => tell({ kind: 'result', id, result }));
	});
	process.on('disconnect', () => process.exit());
	tell({ kind: 'ready', receiverUrl: engine.receiverUrl });
}

void main(JSON.parse(process.argv[2]) as StartArguments);
