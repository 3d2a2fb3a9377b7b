import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** `npm run demo` in a terminal of its own. */
export class TypedCommand {
	said = '';

	private readonly child: ChildProcess;

	private readonly closed: Promise<unknown>;

	constructor(args: string[], dataHome: string) {
		this.child = spawn('npm', ['run', 'demo', '--silent', '--', ...args], {
			cwd: resolve(__dirname, '../..'),
			// A group of its own, as a terminal gives to each command.
			detached: true,
			env: { ...process.env, NODE_ENV: undefined, XDG_DATA_HOME: dataHome },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.closed = once(this.child, 'close');
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
		}
	}

	async says(text: string): Promise<void> {
		while (!this.said.includes(text)) {
			const stream = this.child.stdout;
			const ended = this.closed.then(() => {
				if (this.said.includes(text)) return;
				throw new Error(`It ended without saying “${text}”:\n${this.said}`);
			});
			await Promise.race([ended, stream && once(stream, 'data')]);
		}
	}

	/** Ctrl+C: the terminal tells every process of the command. */
	interrupt(): void {
		try {
			if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGINT');
		} catch (error) {
			// Nobody of the command is left.
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	}

	/** Resolves when nobody can say anything any more; npm itself may be gone before. */
	async ended(): Promise<void> {
		await this.closed;
	}

	async exitCode(): Promise<number | null> {
		await this.ended();
		return this.child.exitCode;
	}
}
