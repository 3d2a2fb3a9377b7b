import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { LabContext, Servers } from './labContext';
import { installCommunityPackage } from '../package/communityPackage';
import { freePorts } from '../processes/freePorts';
import { environmentOf } from './environment';
import { logFileIn, mainReadyPaths, N8nServer } from './n8nServer';

/** The most common setup: one process, SQLite. */
export async function startRegular(context: LabContext): Promise<Servers> {
	const { folder, installation, processes, packages } = context;
	const userFolder = join(folder, 'n8n');
	await mkdir(userFolder);
	for (const tarball of packages) {
		await installCommunityPackage(tarball, userFolder, installation.node);
	}
	const [http, broker] = await freePorts(2);
	const main = new N8nServer(
		{
			name: 'n8n',
			command: ['start'],
			env: {
				...environmentOf({ ...context, userFolder, ports: { http, broker } }),
				DB_TYPE: 'sqlite',
			},
			userFolder,
			logFile: logFileIn(folder, 'n8n'),
			url: `http://127.0.0.1:${http}`,
			readyPaths: mainReadyPaths,
		},
		installation,
		processes,
	);
	await main.start();
	return { main, workers: [], webhookProcessors: [] };
}
