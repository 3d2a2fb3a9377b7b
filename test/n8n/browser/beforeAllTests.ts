import { installN8n } from '../lab/installation/n8nInstallation';
import { packOnce } from '../packOnce';
import { openBrowser } from './chromium';

export default async function beforeAllTests(): Promise<void> {
	await (await openBrowser()).close();
	await installN8n();
	await packOnce();
}
