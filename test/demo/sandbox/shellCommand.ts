import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Terminal {
	folder: string;
	environment: NodeJS.ProcessEnv;
}

/** A command line in its own terminal. */
export class ShellCommand {
	output = '';

	private readonly child: ChildProcess;

	private readonly closed: Promise<unknown>;

	constructor(line: string, { folder, environment }: Terminal) {
		this.child = spawn(line, {
			cwd: folder,
			shell: true,
			// A separate process group, like that of each command in a terminal.
			detached: true,
			env: { ...process.env, NODE_ENV: undefined, ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.closed = once(this.child, 'close');
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
		}
	}

	async untilPrinted(text: string): Promise<void> {
		while (!this.output.includes(text)) {
			const stream = this.child.stdout;
			const ended = this.closed.then(() => {
				if (this.output.includes(text)) return;
				throw new Error(`It ended without printing “${text}”:\n${this.output}`);
			});
			await Promise.race([ended, stream && once(stream, 'data')]);
		}
	}

	/** Ctrl+C: the terminal signals every process of the command. */
	interrupt(): void {
		this.signalGroup('SIGINT');
	}

	/** Whether any process of the command is running. */
	isRunning(): boolean {
		return this.signalGroup(0);
	}

	/** Resolves after every process of it has closed its output; npm itself may end before. */
	async ended(): Promise<void> {
		await this.closed;
	}

	async exitCode(): Promise<number | null> {
		await this.ended();
		return this.child.exitCode;
	}

	private signalGroup(signal: NodeJS.Signals | 0): boolean {
		const { pid } = this.child;
		if (pid === undefined) return false;
		try {
			return process.kill(-pid, signal);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
			throw error;
		}
	}
}
