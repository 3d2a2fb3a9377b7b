import { installN8n } from './lab/installation/n8nInstallation';
import { MissingDependency } from './lab/machine/debianPackages';
import { queuePrograms } from './lab/queue/queuePrograms';
import { packOnce } from './fixtures/packOnce';

/** Does what takes minutes the first time outside the time limits of tests. */
export default async function globalSetup(): Promise<void> {
	await installN8n();
	await findQueueServices();
	await packOnce();
}

async function findQueueServices(): Promise<void> {
	try {
		await queuePrograms();
	} catch (error) {
		if (!(error instanceof MissingDependency)) throw error;
		process.env.QUEUE_MODE_MISSING = error.message;
	}
}
