import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../n8n/lab/installation/cacheFolder';
import { findN8n, installN8n } from '../n8n/lab/installation/n8nInstallation';
import type { Progress } from '../n8n/lab/installation/progress';
import { newestRelease } from '../n8n/lab/installation/release';
import { installPackage, startDemoN8n } from './servers/demoN8n';
import { startDemoVenue } from './servers/demoVenue';
import { seedN8n, logIn, refreshCredential } from './servers/seedN8n';
import { requireFreePort, requireDiskSpace } from './cli/prerequisites';
import { guide } from './cli/guide';
import { readState, saveState } from './state/savedState';
import type { DemoOptions } from './cli/options';

const GB_TO_INSTALL_N8N = 4;
const GB_TO_RUN = 0.3;

interface DemoPlan extends DemoOptions {
	checkout: string;
	folder: string;
	progress: Progress;
	/** Registers a function that closes what has been started. The last one runs first. */
	onClose: (close: () => Promise<void>) => void;
}

/** Starts everything, and returns what to open. */
export async function startDemo(plan: DemoPlan): Promise<string> {
	const { checkout, folder, n8nPort, venuePort, progress, onClose } = plan;
	const userFolder = join(folder, 'n8n');
	await requireFreePort(n8nPort, '--n8n-port');
	await requireFreePort(venuePort, '--venue-port');
	if (plan.reset) await rm(folder, { recursive: true, force: true });
	await requireDiskSpace(folder, GB_TO_RUN, 'Free some, or set XDG_DATA_HOME to a larger disk.');
	await mkdir(folder, { recursive: true });

	if (!(await findN8n(newestRelease))) {
		const advice = 'Free some, or set XDG_CACHE_HOME to a folder on a larger disk.';
		await requireDiskSpace(cacheFolder(), GB_TO_INSTALL_N8N, advice);
	}
	const installation = await installN8n(newestRelease, { progress });

	progress.step(() => '1/4 Building and packing the nodes');
	await installPackage(checkout, userFolder, installation);

	progress.step(() => '2/4 Opening the simulated venue');
	const { venue, close } = await startDemoVenue(folder, { n8n: n8nPort, venue: venuePort });
	onClose(close);

	progress.step(() => `3/4 Starting n8n ${installation.version}`);
	const state = await readState(folder);
	await saveState(folder, state);
	const n8n = await startDemoN8n(installation, {
		userFolder,
		logFile: join(folder, 'n8n.log'),
		port: n8nPort,
		encryptionKey: state.encryptionKey,
	});
	onClose(n8n.close);

	progress.step(() => '4/4 Logging in, and publishing the workflows');
	const session = await logIn(n8n.url, state.password);
	if (state.credential) await refreshCredential(session, venue, state.credential);
	else {
		const credential = await seedN8n(session, venue, join(checkout, 'examples'));
		await saveState(folder, { ...state, credential });
	}
	progress.done('Ready');
	const workflows = `${n8n.url}/home/workflows`;
	return guide({ venue: venue.pageUrl, n8n: workflows, password: state.password, folder });
}
