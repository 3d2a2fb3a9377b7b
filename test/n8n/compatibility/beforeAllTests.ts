import { installN8n } from '../lab/installation/n8nInstallation';
import { packOnce } from '../packOnce';
import { promisedReleases } from './promisedReleases';

export default async function beforeAllTests(): Promise<void> {
	for (const release of promisedReleases) await installN8n(release);
	await packOnce();
}
