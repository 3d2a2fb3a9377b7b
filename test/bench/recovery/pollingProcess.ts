import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { buildAround } from '../packages/builtPackage';
import { forgetPeak, memoryOf, peakOf } from '../process/memory';
import type { LabClock } from '../../n8n/lab/server/labClock';
import type { Order, PollFigures, Report } from './poller/messages';

const SOURCES = ['test/engine/harness', 'test/bench/recovery/poller'];
const MAIN = 'test/bench/recovery/poller/main.js';
const CLOCK = join(__dirname, '../../n8n/lab/preload/movedClock.js');

/** A poll should end within half a minute, so none takes this long. */
const LONGEST_MS = 5 * 60_000;

export interface Measured extends PollFigures {
	/** The peak memory, in addition to what the process had before. */
	extraMb: number;
}

/** The published package, and n8n-core to run it. */
export const buildPoller = async (tarball: string, folder: string) =>
	await buildAround(tarball, folder, SOURCES);

interface PollingPlan {
	build: string;
	/** The Node.js of n8n. */
	node: string;
	clock: LabClock;
	venue: Order['venue'];
}

/** A published recovery trigger, alone in its process. */
export class PollingProcess {
	private said = '';

	private constructor(
		private readonly child: ChildProcess,
		private readonly venue: Order['venue'],
	) {
		child.stderr?.on('data', (text: Buffer) => (this.said += text.toString()));
	}

	static async publish({ build, node, clock, venue }: PollingPlan): Promise<PollingProcess> {
		const child = fork(join(build, MAIN), {
			execPath: node,
			execArgv: ['--expose-gc', `--require=${CLOCK}`],
			env: {
				PATH: process.env.PATH,
				NODE_PATH: join(process.cwd(), 'node_modules'),
				LAB_CLOCK_FILE: clock.file,
				// It is killed in the end, so its files are removed with the build.
				TMPDIR: build,
			},
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		});
		const polling = new PollingProcess(child, venue);
		try {
			await polling.report();
			await polling.order('publish');
			return polling;
		} catch (error) {
			await polling.stop();
			throw error;
		}
	}

	async poll(): Promise<Measured> {
		const { pid = 0 } = this.child;
		await forgetPeak(pid);
		const before = await memoryOf(pid);
		const figures = await this.order('poll');
		return { ...figures, extraMb: (await peakOf(pid)) - before };
	}

	/** Emits at once what the first poll has left for later ones. */
	async drain(): Promise<PollFigures> {
		return await this.order('drain');
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill();
		await ended;
	}

	private async order(kind: Order['kind']): Promise<PollFigures> {
		this.child.send({ kind, venue: this.venue } satisfies Order);
		const report = await this.report();
		if (report.kind !== 'done') throw new Error('The trigger has started anew');
		return report.figures;
	}

	private async report(): Promise<Report> {
		const settled = new AbortController();
		const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(LONGEST_MS)]);
		const ended = once(this.child, 'exit', { signal }).then(() => {
			throw new Error(`The process of the trigger has ended: ${this.said}`);
		});
		try {
			const told = once(this.child, 'message', { signal }) as Promise<[Report]>;
			const [report] = await Promise.race([told, ended]);
			return report;
		} finally {
			settled.abort();
			ended.catch(() => {});
		}
	}
}
