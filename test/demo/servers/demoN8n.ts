import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Installation } from '../../n8n/lab/installation/n8nInstallation';
import { newestRelease } from '../../n8n/lab/installation/release';
import { installCommunityPackage } from '../../n8n/lab/package/communityPackage';
import { PACKAGE } from '../../n8n/lab/package/packageName';
import { packPackage } from '../../n8n/lab/package/tarball';
import { freePorts } from '../../n8n/lab/processes/freePorts';
import { Supervised } from '../../n8n/lab/processes/supervised';
import { environmentOf } from '../../n8n/lab/server/environment';
import { LabClock } from '../../n8n/lab/server/labClock';
import { mainReadyPaths, N8nServer } from '../../n8n/lab/server/n8nServer';

interface DemoN8n {
	url: string;
	close: () => Promise<void>;
}

/** Builds and packs the checkout, and installs the package like n8n's settings page. */
export async function installPackage(
	checkout: string,
	userFolder: string,
	{ node }: Installation,
): Promise<void> {
	await mkdir(userFolder, { recursive: true });
	const packing = await Supervised.begin(node, 'venue-platform-packed');
	try {
		const tarball = await packPackage(checkout, packing.folder);
		// Files of an older build must not remain in the new one.
		const former = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE);
		await rm(former, { recursive: true, force: true });
		await installCommunityPackage(tarball, userFolder, node);
	} finally {
		await packing.end();
	}
}

/** A private n8n whose data is kept after it stops, unlike the lab's. */
export async function startDemoN8n(
	installation: Installation,
	{
		userFolder,
		logFile,
		port,
		encryptionKey,
	}: { userFolder: string; logFile: string; port: number; encryptionKey: string },
): Promise<DemoN8n> {
	const processes = await Supervised.begin(installation.node, 'venue-platform-demo');
	const [broker] = await freePorts(1);
	const url = `http://127.0.0.1:${port}`;
	const env = {
		...environmentOf({
			userFolder,
			installation,
			clock: new LabClock(processes.folder),
			encryptionKey,
			ports: { http: port, broker },
			environment: newestRelease.environment,
		}),
		DB_TYPE: 'sqlite',
		N8N_EDITOR_BASE_URL: url,
	};
	const n8n = new N8nServer(
		{
			name: 'n8n',
			command: ['start'],
			env,
			userFolder,
			logFile,
			url,
			readyPaths: mainReadyPaths,
		},
		installation,
		processes,
	);
	const close = async () => {
		await n8n.stop();
		await processes.end();
	};
	try {
		await n8n.start();
	} catch (error) {
		await close();
		throw error;
	}
	return { url, close };
}
