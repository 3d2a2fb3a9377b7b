/** A separate process for one recovery trigger in the real n8n-core so that it can be measured. */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { startEngine } from '../../../engine/harness/engine';
import { partsOf } from '../../../engine/harness/engineParts';
import { classIn, type NodeClass } from '../../../engine/harness/nodes/nodeTypes';
import type { ActiveTrigger } from '../../../engine/harness/triggers/activeTrigger';
import type { Order, PollFigures, Report } from './messages';

const NODE = 'nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';

/** The events that read the failed messages and the bookings: the two requests of a poll. */
const EVENTS = ['final', 'attempt', 'growth', 'booking'];

/** More than any load so that nothing is left for a later poll. */
const ALL_AT_ONCE = { maxItems: 1_000_000 };

const MEGABYTE = 2 ** 20;

async function main(): Promise<void> {
	const engine = await startEngine();
	const { workflows } = partsOf(engine);
	const node = classIn<NodeClass>(join(__dirname, '../../../..', NODE));
	let trigger: ActiveTrigger;

	const carryOut = async ({ kind, venue }: Order): Promise<number> => {
		if (kind === 'poll') return await poll();
		if (kind === 'drain') return await drain();
		const credential = await engine.saveCredential('venuePlatformApi', venue);
		const credentials = { venuePlatformApi: credential };
		trigger = await engine.activate({ node, parameters: { events: EVENTS }, credentials });
		return 0;
	};
	const poll = async () => {
		const { items, error } = await trigger.poll();
		if (error) throw error;
		await trigger.executions();
		return items.length;
	};
	const drain = async () => {
		await trigger.republish({ parameters: { events: EVENTS, options: ALL_AT_ONCE } });
		return await poll();
	};
	const measured = async (order: Order): Promise<PollFigures> => {
		const pauses = monitorEventLoopDelay({ resolution: 1 });
		pauses.enable();
		const cpuBefore = process.cpuUsage();
		const begin = performance.now();
		const items = await carryOut(order);
		const seconds = (performance.now() - begin) / 1000;
		const { user, system } = process.cpuUsage(cpuBefore);
		pauses.disable();
		engine.forget();
		const stored = await workflows.staticDataOf(trigger.workflowId);
		return {
			items,
			seconds,
			cpuSeconds: (user + system) / 1e6,
			longestPauseMs: pauses.max / 1e6,
			heapMb: await heapInUse(),
			storedBytes: JSON.stringify(stored).length,
		};
	};
	process.on('message', (order: Order) => {
		void measured(order).then((figures) => tell({ kind: 'done', figures }), fail);
	});
	process.on('disconnect', () => process.exit());
	tell({ kind: 'ready' });
}

async function heapInUse(): Promise<number> {
	for (let turn = 0; turn < 3; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		globalThis.gc?.();
	}
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / MEGABYTE;
}

function tell(report: Report): void {
	process.send?.(report);
}

function fail(error: Error): void {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
}

main().catch(fail);
