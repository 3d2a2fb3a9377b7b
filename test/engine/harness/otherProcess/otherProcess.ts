import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type {
	FromProcess,
	RemoteExecution,
	RemoteRequest,
	StartArguments,
	ToProcess,
} from './messages';
import type { Output } from '../output';
import { buildInto } from './sourceBuild';
import { realWork } from '../realTime/realWork';

/** A second process of the same n8n: a worker or a webhook process with the same database. */
export class OtherProcess {
	private requests = 0;

	private said = '';

	private constructor(
		private readonly child: ChildProcess,
		output: Output,
	) {
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (text: Buffer) => {
				output.log('other process', text.toString());
				this.said += text.toString();
			});
		}
	}

	static async start(
		startArguments: StartArguments,
		output: Output,
		execArgv: string[] = [],
	): Promise<OtherProcess> {
		const { main, nodePath } = buildInto(startArguments.folder);
		const child = fork(main, [JSON.stringify(startArguments)], {
			env: { PATH: process.env.PATH, NODE_PATH: nodePath },
			execArgv,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		const other = new OtherProcess(child, output);
		await other.answer(({ kind }) => kind === 'ready');
		return other;
	}

	async execute(request: RemoteRequest): Promise<RemoteExecution> {
		const id = ++this.requests;
		const answer = this.answer((message) => message.kind === 'result' && message.id === id);
		this.child.send({ id, request } satisfies ToProcess);
		return ((await answer) as Extract<FromProcess, { kind: 'result' }>).result;
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill();
		await realWork(async () => await ended);
	}

	private async answer(expected: (message: FromProcess) => boolean): Promise<FromProcess> {
		return await realWork(
			async () =>
				await new Promise((resolve, reject) => {
					const ended = (code: number | null) =>
						reject(new Error(`The other process has ended, with ${code}: ${this.said}`));
					const onMessage = (message: FromProcess) => {
						if (!expected(message)) return;
						this.child.off('message', onMessage).off('exit', ended);
						resolve(message);
					};
					this.child.on('message', onMessage).once('exit', ended);
				}),
		);
	}
}
