import { installN8n } from '../lab/installation/n8nInstallation';
import { MissingDependency } from '../lab/machine/debianPackages';
import { packOnce } from '../fixtures/packOnce';
import { findChromium } from './chromium';

export default async function globalSetup(): Promise<void> {
	await findBrowser();
	await installN8n();
	await packOnce();
}

/** If there is no browser, a message without a stack trace is enough. */
async function findBrowser(): Promise<void> {
	try {
		await findChromium();
	} catch (error) {
		if (!(error instanceof MissingDependency)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}
