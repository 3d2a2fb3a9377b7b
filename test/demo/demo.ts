import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../n8n/lab/installation/cacheFolder';
import { findN8n, installN8n } from '../n8n/lab/installation/n8nInstallation';
import type { Progress } from '../n8n/lab/installation/progress';
import { newestRelease } from '../n8n/lab/installation/release';
import { putPackage, startDemoN8n } from './demoN8n';
import { openDemoVenue } from './demoVenue';
import { furnish, logIn, refreshCredential } from './furnish';
import { expectFree, expectSpace } from './ground';
import { guide } from './guide';
import { keep, readKeepsakes } from './keepsakes';
import type { DemoOptions } from './options';

const GB_TO_INSTALL_N8N = 4;
const GB_TO_RUN = 0.3;

export interface DemoPlan extends DemoOptions {
	checkout: string;
	folder: string;
	progress: Progress;
	/** Takes back what has been started so far, the last one first. */
	onClose: (close: () => Promise<void>) => void;
}

/** Starts everything and says what to open. */
export async function startDemo(plan: DemoPlan): Promise<string> {
	const { checkout, folder, n8nPort, venuePort, progress, onClose } = plan;
	const userFolder = join(folder, 'n8n');
	await expectFree(n8nPort, '--n8n-port');
	await expectFree(venuePort, '--venue-port');
	if (plan.reset) await rm(folder, { recursive: true, force: true });
	await expectSpace(folder, GB_TO_RUN, 'Free some, or set XDG_DATA_HOME to a larger disk.');
	await mkdir(folder, { recursive: true });

	if (!(await findN8n(newestRelease))) {
		const wayOut = 'Free some, or set XDG_CACHE_HOME to a folder on a larger disk.';
		await expectSpace(cacheFolder(), GB_TO_INSTALL_N8N, wayOut);
	}
	const installation = await installN8n(newestRelease, { progress });

	progress.step(() => '1/4 Building and packing the nodes');
	await putPackage(checkout, userFolder, installation);

	progress.step(() => '2/4 Opening the simulated venue');
	const { venue, close } = await openDemoVenue(folder, { n8n: n8nPort, venue: venuePort });
	onClose(close);

	progress.step(() => `3/4 Starting n8n ${installation.version}`);
	const keepsakes = await readKeepsakes(folder);
	await keep(folder, keepsakes);
	const n8n = await startDemoN8n(installation, {
		userFolder,
		logFile: join(folder, 'n8n.log'),
		port: n8nPort,
		encryptionKey: keepsakes.encryptionKey,
	});
	onClose(n8n.close);

	progress.step(() => '4/4 Logging in, and publishing the workflows');
	const session = await logIn(n8n.url, keepsakes.password);
	if (keepsakes.credential) await refreshCredential(session, venue, keepsakes.credential);
	else {
		const credential = await furnish(session, venue, join(checkout, 'examples'));
		await keep(folder, { ...keepsakes, credential });
	}
	progress.done('Ready');
	const workflows = `${n8n.url}/home/workflows`;
	return guide({ venue: venue.pageUrl, n8n: workflows, password: keepsakes.password, folder });
}
