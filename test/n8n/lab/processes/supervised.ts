import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { Order, Report, StartOrder } from './messages';

type ServerStart = Omit<StartOrder, 'order'>;

const GRACE_MS = 20_000;

type Exit = Extract<Report, { report: 'exited' }>;

/** The servers of one lab, and its folder. They end with this process, whatever ends it. */
export class Supervised {
	private readonly running = new Map<string, number>();

	private readonly events = new EventEmitter().setMaxListeners(100);

	private waiting = 0;

	private constructor(
		private readonly supervisor: ChildProcess,
		readonly folder: string,
	) {
		supervisor.on('message', (report: Report) => this.receive(report));
		supervisor.once('exit', () => this.loseAll());
	}

	/** Begins in a new temporary folder with this name. */
	static async begin(node: string, name: string): Promise<Supervised> {
		const folder = await mkdtemp(join(tmpdir(), `${name}-`));
		try {
			return await Supervised.inFolder(node, folder);
		} catch (error) {
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}

	private static async inFolder(node: string, folder: string): Promise<Supervised> {
		const supervisor = spawn(
			node,
			['--no-warnings', join(__dirname, `supervisor${extname(__filename)}`), folder],
			// Detached so that Ctrl+C in a terminal only reaches the lab, and the supervisor through it.
			{ detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
		);
		const supervised = new Supervised(supervisor, folder);
		await Promise.race([
			once(supervised.events, 'ready'),
			once(supervisor, 'exit').then(([code]) => {
				throw new Error(`The supervisor ended with ${code} before it was ready`);
			}),
		]);
		supervised.unref();
		return supervised;
	}

	isRunning(name: string): boolean {
		return this.running.has(name);
	}

	pid(name: string): number | undefined {
		return this.running.get(name);
	}

	async start(server: ServerStart): Promise<void> {
		if (this.isRunning(server.name)) throw new Error(`${server.name} is running already`);
		const outcome = this.next(`began ${server.name}`);
		this.order({ order: 'start', ...server });
		const report = await outcome;
		if (report.report === 'notStarted') throw new Error(`${server.name}: ${report.reason}`);
	}

	/** Asks it to stop, and kills it if that takes long. */
	async stop(name: string): Promise<void> {
		const exit = this.exitOf(name);
		if (!exit) return;
		this.order({ order: 'signal', name, signal: 'SIGTERM' });
		const insist = setTimeout(() => {
			this.order({ order: 'signal', name, signal: 'SIGKILL' });
		}, GRACE_MS);
		await exit;
		clearTimeout(insist);
	}

	/** Ends it like a power cut: nothing is saved or closed. */
	async kill(name: string): Promise<void> {
		const exit = this.exitOf(name);
		if (!exit) return;
		this.order({ order: 'signal', name, signal: 'SIGKILL' });
		await exit;
	}

	/** Resolves when the server ends; undefined if it is not running. */
	exitOf(name: string): Promise<Exit> | undefined {
		if (!this.isRunning(name)) return undefined;
		return this.next(`exited ${name}`) as Promise<Exit>;
	}

	/** Ends the supervisor, which ends all servers and removes the lab's folder. */
	async end(): Promise<void> {
		if (this.supervisor.exitCode !== null || this.supervisor.signalCode !== null) return;
		this.supervisor.ref();
		const gone = once(this.supervisor, 'exit');
		this.supervisor.disconnect();
		await gone;
	}

	private order(order: Order): void {
		if (this.supervisor.connected) this.supervisor.send(order);
	}

	private async next(event: string): Promise<Report> {
		this.waiting += 1;
		this.supervisor.ref();
		this.supervisor.channel?.ref();
		try {
			const [report] = (await once(this.events, event)) as [Report];
			return report;
		} finally {
			this.waiting -= 1;
			if (this.waiting === 0) this.unref();
		}
	}

	/** A lab that was not stopped must not keep its process alive. It stops when the process ends. */
	private unref(): void {
		this.supervisor.unref();
		this.supervisor.channel?.unref();
	}

	private receive(report: Report): void {
		if (report.report === 'ready') this.events.emit('ready');
		else if (report.report === 'exited') {
			this.running.delete(report.name);
			this.events.emit(`exited ${report.name}`, report);
		} else {
			if (report.report === 'started') this.running.set(report.name, report.pid);
			this.events.emit(`began ${report.name}`, report);
		}
	}

	private loseAll(): void {
		for (const name of [...this.running.keys()]) {
			this.receive({ report: 'exited', name, code: null, signal: 'SIGKILL' });
		}
	}
}
