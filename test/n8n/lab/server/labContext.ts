import type { Installation } from '../installation/n8nInstallation';
import type { Supervised } from '../processes/supervised';
import type { LoadBalancer } from '../queue/loadBalancer';
import type { LabClock } from './labClock';
import type { N8nServer } from './n8nServer';

/** What both modes need. */
export interface LabContext {
	folder: string;
	installation: Installation;
	processes: Supervised;
	clock: LabClock;
	/** The packed community packages to install. */
	packages: string[];
	preloads: string[];
	encryptionKey: string;
	environment: Record<string, string>;
	programs?: string;
}

/** What both modes consist of. */
export interface Servers {
	main: N8nServer;
	workers: N8nServer[];
	webhookProcessors: N8nServer[];
	/** If more than one process receives webhooks. */
	loadBalancer?: LoadBalancer;
}
