import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { installN8n } from './lab/installation/n8nInstallation';
import { packPackage } from './lab/package/tarball';
import { NoQueueServices, queuePrograms } from './lab/queue/debianPackages';
import { PACKED } from './packed';

/** Before all tests: what takes minutes the first time happens outside of any test's time limit. */
export default async function packOnce(): Promise<void> {
	await installN8n();
	await findQueueServices();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-packed-'));
	process.env[PACKED] = await packPackage(resolve(__dirname, '../..'), folder);
}

async function findQueueServices(): Promise<void> {
	try {
		await queuePrograms();
	} catch (error) {
		if (!(error instanceof NoQueueServices)) throw error;
		process.env.QUEUE_MODE_MISSING = error.message;
	}
}
