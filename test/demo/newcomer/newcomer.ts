import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../../n8n/lab/processes/freePorts';
import { Session } from '../../n8n/lab/rest/session';
import { until } from '../../n8n/until';
import { connectVenue, type RemoteVenue } from '../../venue';
import { owner } from '../furnish';
import { TypedCommand } from './typedCommand';

const READY = '--reset starts over';

interface ExecutionSummary {
	workflowName: string;
	status: string;
}

/** Somebody at a machine of their own, who types commands and opens what these print. */
export class Newcomer {
	private readonly typed: TypedCommand[] = [];

	private constructor(
		readonly home: string,
		readonly n8nPort: number,
		readonly venuePort: number,
	) {}

	static async arrive(): Promise<Newcomer> {
		const home = await mkdtemp(join(tmpdir(), 'venue-platform-newcomer-'));
		await mkdir(join(home, 'tmp'));
		const [n8nPort, venuePort] = await freePorts(2);
		return new Newcomer(home, n8nPort, venuePort);
	}

	async leave(): Promise<void> {
		for (const command of this.typed) command.interrupt();
		await Promise.all(this.typed.map((command) => command.ended()));
		await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
	}

	/** With ports at which nothing else listens. */
	type(folder: string, command: string, ...options: string[]): TypedCommand {
		const at = `--n8n-port ${this.n8nPort} --venue-port ${this.venuePort}`;
		const typed = new TypedCommand([command, '--', at, ...options].join(' '), {
			folder,
			environment: { XDG_DATA_HOME: join(this.home, 'data'), TMPDIR: this.temporary },
		});
		this.typed.push(typed);
		return typed;
	}

	/** Resolves when the demo has said what to open. */
	async reads(demo: TypedCommand): Promise<{ session: Session; venue: RemoteVenue }> {
		await demo.says(READY);
		const page = printed(demo, /The venue\s+(http\S+)/);
		const session = new Session(new URL(printed(demo, /n8n\s+(http\S+)/)).origin);
		const password = printed(demo, /log in as \S+ with (\S+)/);
		await session.call('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password });
		expect(await (await fetch(page)).text()).toContain('Create booking');
		return { session, venue: connectVenue(page) };
	}

	/** What is left when nothing should be. */
	async finds(): Promise<string[]> {
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
		({ workflowName, status }) => workflowName === 'New bookings' && status === 'success',
	).length;
}

export async function untilStarted(session: Session, count: number): Promise<void> {
	await until(async () => (await bookingsThatStartedAWorkflow(session)) === count);
}

/** Ctrl+C, after which nobody of the command is left. */
export async function stop(demo: TypedCommand): Promise<void> {
	demo.interrupt();
	await demo.ended();
	expect(demo.said).toContain('Stopped. Nothing is left running.');
	await until(() => !demo.isRunning());
}

function printed({ said }: TypedCommand, pattern: RegExp): string {
	const found = pattern.exec(said)?.[1];
	if (!found) throw new Error(`It has not printed ${pattern}:\n${said}`);
	return found;
}

async function answers(port: number): Promise<boolean> {
	return await fetch(`http://127.0.0.1:${port}/`).then(
		() => true,
		() => false,
	);
}
