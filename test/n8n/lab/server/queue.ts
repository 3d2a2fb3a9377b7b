import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { LabContext, Servers } from './labContext';
import { installCommunityPackage } from '../package/communityPackage';
import { freePorts } from '../processes/freePorts';
import { queuePrograms } from '../queue/queuePrograms';
import { startLoadBalancer } from '../queue/loadBalancer';
import { startPostgres } from '../queue/postgres';
import { startRedis } from '../queue/redis';
import { environmentOf } from './environment';
import { logFileIn, mainReadyPaths, N8nServer, otherReadyPaths } from './n8nServer';

interface Role {
	name: string;
	command: string[];
	readyPaths: string[];
}

const main: Role = { name: 'main', command: ['start'], readyPaths: mainReadyPaths };
const workers = [1, 2].map((number) => ({
	name: `worker ${number}`,
	command: ['worker', '--concurrency=15'],
	readyPaths: otherReadyPaths,
}));
const processors = [1, 2].map((number) => ({
	name: `webhook processor ${number}`,
	command: ['webhook'],
	readyPaths: otherReadyPaths,
}));

/**
 * The setup for a venue with many guests: one main process, two workers, two webhook processors.
 */
export async function startQueue(context: LabContext): Promise<Servers> {
	const services = await startServices(context);
	const installed = join(context.folder, 'installed');
	await mkdir(installed);
	for (const tarball of context.packages) {
		await installCommunityPackage(tarball, installed, context.installation.node);
	}

	const roles = [main, ...workers, ...processors];
	const ports = await freePorts(roles.length * 2);
	const [mainServer, ...others] = await Promise.all(
		roles.map(async (role, index) => {
			const userFolder = join(context.folder, role.name.replace(/ /g, '-'));
			// A copy for each, because a link would hide a missing installation.
			await cp(installed, userFolder, { recursive: true });
			const [http, broker] = ports.slice(index * 2);
			return serverOf(role, context, userFolder, { http, broker }, services);
		}),
	);
	// The main process creates the tables of the database, and the others need them.
	await mainServer.start();
	await Promise.all(others.map((server) => server.start()));
	const workerServers = others.slice(0, workers.length);
	const webhookProcessors = others.slice(workers.length);
	const loadBalancer = await startLoadBalancer(
		mainServer.url,
		webhookProcessors.map(({ url }) => url),
	);
	return { main: mainServer, workers: workerServers, webhookProcessors, loadBalancer };
}

async function startServices({ folder, processes }: LabContext): Promise<Record<string, string>> {
	const programs = await queuePrograms();
	const [redisPort, postgresPort] = await freePorts(2);
	const password = randomBytes(16).toString('hex');
	await Promise.all([
		startRedis(processes, {
			program: programs.redisServer,
			port: redisPort,
			folder,
			logFile: logFileIn(folder, 'redis'),
		}),
		startPostgres(processes, {
			programs: programs.postgres,
			port: postgresPort,
			folder,
			logFile: logFileIn(folder, 'postgres'),
			password,
		}),
	]);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PASSWORD: password,
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_USER: 'n8n',
		EXECUTIONS_MODE: 'queue',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	};
}

function serverOf(
	{ name, command, readyPaths }: Role,
	context: LabContext,
	userFolder: string,
	ports: { http: number; broker: number },
	services: Record<string, string>,
): N8nServer {
	return new N8nServer(
		{
			name,
			command,
			env: {
				...environmentOf({ ...context, userFolder, ports }),
				...services,
				// A worker only answers on this port, and only if it is told to.
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(ports.http),
			},
			userFolder,
			logFile: logFileIn(context.folder, name),
			url: `http://127.0.0.1:${ports.http}`,
			readyPaths,
		},
		context.installation,
		context.processes,
	);
}
