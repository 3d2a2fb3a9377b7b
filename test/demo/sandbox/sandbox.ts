import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../../n8n/lab/processes/freePorts';
import { Session } from '../../n8n/lab/rest/session';
import { until } from '../../n8n/fixtures/until';
import { connectVenue, type RemoteVenue } from '../../venue';
import { owner } from '../servers/seedN8n';
import { ShellCommand } from './shellCommand';

const READY = '--reset starts over';

interface ExecutionSummary {
	workflowName: string;
	mode: string;
	status: string;
}

/** A separate home folder with separate ports, to run the demo as a new user does. */
export class Sandbox {
	private readonly commands: ShellCommand[] = [];

	private constructor(
		readonly home: string,
		readonly n8nPort: number,
		readonly venuePort: number,
	) {}

	static async create(): Promise<Sandbox> {
		const home = await mkdtemp(join(tmpdir(), 'venue-platform-sandbox-'));
		await mkdir(join(home, 'tmp'));
		const [n8nPort, venuePort] = await freePorts(2);
		return new Sandbox(home, n8nPort, venuePort);
	}

	async dispose(): Promise<void> {
		for (const command of this.commands) command.interrupt();
		await Promise.all(this.commands.map((command) => command.ended()));
		await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
	}

	/** Runs a command with ports on which nothing else listens. */
	run(folder: string, command: string, ...options: string[]): ShellCommand {
		const at = `--n8n-port ${this.n8nPort} --venue-port ${this.venuePort}`;
		const started = new ShellCommand([command, '--', at, ...options].join(' '), {
			folder,
			environment: { XDG_DATA_HOME: join(this.home, 'data'), TMPDIR: this.temporary },
		});
		this.commands.push(started);
		return started;
	}

	/** Resolves after the demo has printed what to open. */
	async open(
		demo: ShellCommand,
	): Promise<{ session: Session; venue: RemoteVenue; password: string }> {
		await demo.untilPrinted(READY);
		const page = printed(demo, /The venue\s+(http\S+)/);
		const session = new Session(new URL(printed(demo, /n8n\s+(http\S+)/)).origin);
		const password = printed(demo, /log in as \S+ with (\S+)/);
		await session.call('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password });
		expect(await (await fetch(page)).text()).toContain('Create booking');
		return { session, venue: connectVenue(page), password };
	}

	/** What remains of the demo: nothing, after it has stopped. */
	async leftovers(): Promise<string[]> {
		const open = [];
		for (const port of [this.n8nPort, this.venuePort]) {
			if (await answers(port)) open.push(`port ${port}`);
		}
		const folders = await readdir(this.temporary);
		return [...open, ...folders.filter((name) => name.startsWith('venue-platform-'))];
	}

	private get temporary(): string {
		return join(this.home, 'tmp');
	}
}

export async function bookingsThatStartedAWorkflow(session: Session): Promise<number> {
	const { results } = await session.call<{ results: ExecutionSummary[] }>(
		'GET',
		'/rest/executions?limit=50',
	);
	return results.filter(
		({ workflowName, mode, status }) =>
			workflowName === 'New bookings' && mode === 'webhook' && status === 'success',
	).length;
}

export async function untilStarted(session: Session, count: number): Promise<void> {
	await until(async () => (await bookingsThatStartedAWorkflow(session)) === count);
}

/** Presses Ctrl+C, after which no process of the command remains. */
export async function stop(demo: ShellCommand): Promise<void> {
	demo.interrupt();
	await demo.ended();
	expect(demo.output).toContain('Stopped. Nothing is left running.');
	await until(() => !demo.isRunning());
}

function printed({ output }: ShellCommand, pattern: RegExp): string {
	const found = pattern.exec(output)?.[1];
	if (!found) throw new Error(`It has not printed ${pattern}:\n${output}`);
	return found;
}

async function answers(port: number): Promise<boolean> {
	return await fetch(`http://127.0.0.1:${port}/`).then(
		() => true,
		() => false,
	);
}
