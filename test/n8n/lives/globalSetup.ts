import prepare from '../globalSetup';
import { installN8n } from '../lab/installation/n8nInstallation';
import { earlierReleases } from '../lab/installation/release';

export default async function globalSetup(): Promise<void> {
	for (const release of earlierReleases) await installN8n(release);
	await prepare();
}
