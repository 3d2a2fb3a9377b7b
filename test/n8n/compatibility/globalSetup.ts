import { installN8n } from '../lab/installation/n8nInstallation';
import { packOnce } from '../fixtures/packOnce';
import { supportedReleases } from './supportedReleases';

export default async function globalSetup(): Promise<void> {
	for (const release of supportedReleases) await installN8n(release);
	await packOnce();
}
