import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { installN8n, type Installation } from './installation/n8nInstallation';
import { newestRelease, type Release } from './installation/release';
import { Supervised } from './processes/supervised';
import type { LoadBalancer } from './queue/loadBalancer';
import { CommunityPackages } from './rest/communityPackages';
import { Credentials } from './rest/credentials';
import { Executions, type ParseSaved } from './rest/executions';
import { Session } from './rest/session';
import { Workflows } from './rest/workflows';
import { startRegular } from './server/regular';
import { publicOrigin } from './server/environment';
import type { LabContext, Servers } from './server/labContext';
import { LabClock } from './server/labClock';
import type { N8nServer } from './server/n8nServer';
import { startQueue } from './server/queue';

export interface LabPlan {
	/** `regular`: one process on SQLite. `queue`: workers and webhook processors on PostgreSQL. */
	mode: 'regular' | 'queue';
	/** The packed community package that n8n begins with, if any. */
	tarball?: string;
	/** Other packages to install with it. */
	otherPackages?: string[];
	release?: Release;
	/** Files to load into each n8n process before anything else. */
	preloads?: string[];
	/** Settings of n8n in addition to the lab's own. */
	environment?: Record<string, string>;
	/** A folder whose programs n8n finds before those of the machine. */
	programs?: string;
}

const ROUTED_WITHIN_MS = 30_000;

/** A real n8n with our package, only for these tests, on the loopback address. */
export class Lab implements Servers {
	readonly main: N8nServer;

	readonly workers: N8nServer[];

	readonly webhookProcessors: N8nServer[];

	readonly loadBalancer?: LoadBalancer;

	readonly publicOrigin = publicOrigin;

	readonly session: Session;

	readonly credentials: Credentials;

	readonly workflows: Workflows;

	readonly executions: Executions;

	readonly communityPackages: CommunityPackages;

	constructor(
		servers: Servers,
		private readonly context: LabContext,
	) {
		this.main = servers.main;
		this.workers = servers.workers;
		this.webhookProcessors = servers.webhookProcessors;
		this.loadBalancer = servers.loadBalancer;
		this.session = new Session(this.main.url);
		this.credentials = new Credentials(this.session);
		this.workflows = new Workflows(this.session);
		this.executions = new Executions(this.session, flattedOf(context.installation));
		this.communityPackages = new CommunityPackages(this.session);
	}

	/** The time that n8n sees. The simulated venue has its own clock. */
	get clock(): LabClock {
		return this.context.clock;
	}

	get servers(): N8nServer[] {
		return [this.main, ...this.workers, ...this.webhookProcessors];
	}

	/** Where webhooks are really received. */
	get webhookUrl(): string {
		return this.loadBalancer?.url ?? this.main.url;
	}

	/** The first part of the path of each published webhook. An administrator may rename it. */
	get webhookPath(): string {
		return this.context.environment.N8N_ENDPOINT_WEBHOOK ?? 'webhook';
	}

	/** n8n answers a publication before its route exists, so this waits for it on every server. */
	async untilRouted(path: string, isRouted = true): Promise<void> {
		const receivers = this.webhookProcessors.length > 0 ? this.webhookProcessors : [this.main];
		const whole = `${this.webhookPath}/${path}`;
		await Promise.all(receivers.map(({ url }) => untilRoutedOn(url, whole, isRouted)));
	}

	async log(): Promise<string> {
		return (await Promise.all(this.servers.map((server) => server.log()))).join('\n');
	}

	/** Starts n8n after it was stopped or killed. */
	async startAgain(settings: Record<string, string> = {}): Promise<void> {
		await this.main.start(settings);
		await this.session.logIn();
	}

	/** Restarts n8n with these settings of an administrator, or as it was at first. */
	async restart(settings: Record<string, string> = {}): Promise<void> {
		await this.main.stop();
		await this.startAgain(settings);
	}

	async stop(): Promise<void> {
		await this.loadBalancer?.close();
		await Promise.all([...this.webhookProcessors, ...this.workers].map((server) => server.stop()));
		await this.main.stop();
		await this.context.processes.end();
	}
}

export async function startLab(plan: LabPlan): Promise<Lab> {
	const { mode, release = newestRelease, environment = {}, programs } = plan;
	const installation = await installN8n(release);
	const processes = await Supervised.begin(installation.node, 'n8n-venue-lab');
	const { folder } = processes;
	const context: LabContext = {
		folder,
		installation,
		processes,
		clock: new LabClock(folder),
		preloads: plan.preloads ?? [],
		packages: [...(plan.tarball ? [plan.tarball] : []), ...(plan.otherPackages ?? [])],
		encryptionKey: randomBytes(24).toString('hex'),
		environment: { ...release.environment, ...environment },
		programs,
	};
	try {
		const servers = await (mode === 'regular' ? startRegular(context) : startQueue(context));
		const lab = new Lab(servers, context);
		await lab.session.logIn();
		return lab;
	} catch (error) {
		await processes.end();
		throw error;
	}
}

async function untilRoutedOn(server: string, path: string, isRouted: boolean): Promise<void> {
	const giveUpAt = Date.now() + ROUTED_WITHIN_MS;
	const preflight = async () => {
		const { headers } = await axios.options(`${server}/${path}`, {
			headers: { Origin: server },
			proxy: false,
			validateStatus: () => true,
		});
		// The allowed methods are all that n8n shows of a route without starting its workflow.
		return headers['access-control-allow-methods'] !== 'OPTIONS';
	};
	while ((await preflight()) !== isRouted) {
		if (Date.now() > giveUpAt) {
			throw new Error(`${server} ${isRouted ? 'does not route' : 'still routes'} ${path}`);
		}
		await sleep(50);
	}
}

/** Reads a saved execution with the library that wrote it. */
function flattedOf({ program }: Installation): ParseSaved {
	const { parse } = createRequire(program)('flatted') as { parse: ParseSaved };
	return parse;
}
