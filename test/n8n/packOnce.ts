import { resolve } from 'node:path';

import { installN8n } from './lab/installation/n8nInstallation';
import { packPackage } from './lab/package/tarball';
import { Supervised } from './lab/processes/supervised';
import { PACKED } from './packed';

/** Builds and packs the checkout once for all tests of a run; the tarball goes when the run ends. */
export async function packOnce(): Promise<void> {
	const { node } = await installN8n();
	const { folder } = await Supervised.begin(node, 'venue-platform-packed');
	process.env[PACKED] = await packPackage(resolve(__dirname, '../..'), folder);
}
