import { installN8n } from '../lab/installation/n8nInstallation';
import { MissingDependency } from '../lab/machine/debianPackages';
import { packOnce } from '../fixtures/packOnce';
import { findChromium } from './chromium';

export default async function globalSetup(): Promise<void> {
	await findBrowser();
	await installN8n();
	await packOnce();
}

/** Without a browser there is one thing to say, and no trace that would help. */
async function findBrowser(): Promise<void> {
	try {
		await findChromium();
	} catch (error) {
		if (!(error instanceof MissingDependency)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}
