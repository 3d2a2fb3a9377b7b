import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import axios from 'axios';

import type { Installation } from '../installation/n8nInstallation';
import type { Supervised } from '../processes/supervised';

interface N8nServerPlan {
	name: string;
	/** The arguments after `n8n` on its command line. */
	command: string[];
	env: Record<string, string>;
	userFolder: string;
	logFile: string;
	url: string;
	/** The paths that it answers if it is up. */
	readyPaths: string[];
}

const READINESS = '/healthz/readiness';

/** n8n 1.x reports that it is ready before its REST interface is. */
export const mainReadyPaths = [READINESS, '/rest/settings'];

export const otherReadyPaths = [READINESS];

const UP_WITHIN_MS = 180_000;
const POLL_MS = 100;
const LINES_SHOWN = 40;

/** One n8n process: the main one, a worker or a webhook processor. */
export class N8nServer {
	readonly name: string;

	readonly url: string;

	constructor(
		private readonly plan: N8nServerPlan,
		private readonly installation: Installation,
		private readonly processes: Supervised,
	) {
		this.name = plan.name;
		this.url = plan.url;
	}

	get pid(): number | undefined {
		return this.processes.pid(this.name);
	}

	get userFolder(): string {
		return this.plan.userFolder;
	}

	/** Starts it with these additional settings, until it is stopped. */
	async start(settings: Record<string, string> = {}): Promise<void> {
		const { name, command, env, userFolder, logFile } = this.plan;
		await this.processes.start({
			name,
			command: this.installation.node,
			args: [this.installation.program, ...command],
			env: { ...env, ...settings },
			folder: userFolder,
			logFile,
			lastSignal: 'SIGKILL',
		});
		await this.up();
	}

	/** Ends it like an administrator. */
	async stop(): Promise<void> {
		await this.processes.stop(this.name);
	}

	/** Ends it like a power cut. */
	async kill(): Promise<void> {
		await this.processes.kill(this.name);
	}

	async restart(settings: Record<string, string> = {}): Promise<void> {
		await this.stop();
		await this.start(settings);
	}

	/** Runs another command of n8n with the settings of this one, while it is stopped. */
	async run(...command: string[]): Promise<void> {
		const { env, userFolder } = this.plan;
		await promisify(execFile)(this.installation.node, [this.installation.program, ...command], {
			env,
			cwd: userFolder,
			timeout: UP_WITHIN_MS,
		});
	}

	/** Its output since the lab began, across all restarts. */
	async log(): Promise<string> {
		return await readFile(this.plan.logFile, 'utf8').catch(() => '');
	}

	private async up(): Promise<void> {
		const giveUpAt = Date.now() + UP_WITHIN_MS;
		while (!(await this.answers())) {
			if (!this.processes.isRunning(this.name)) await this.fail('ended while starting');
			if (Date.now() > giveUpAt) await this.fail('did not come up');
			await sleep(POLL_MS);
		}
	}

	private async answers(): Promise<boolean> {
		const { url, readyPaths } = this.plan;
		try {
			const answers = await Promise.all(
				readyPaths.map((path) =>
					axios.get<unknown>(`${url}${path}`, { proxy: false, timeout: 2_000 }),
				),
			);
			// While it starts, n8n answers with a text, but with status 200.
			return answers.every(({ data }) => typeof data === 'object');
		} catch {
			return false;
		}
	}

	private async fail(what: string): Promise<never> {
		const lines = (await this.log()).trimEnd().split('\n').slice(-LINES_SHOWN);
		throw new Error(`${this.name} ${what}. It last said:\n${lines.join('\n')}`);
	}
}

export function logFileIn(labFolder: string, name: string): string {
	return join(labFolder, `${name.replace(/ /g, '-')}.log`);
}
