import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { packPackage } from './lab/package/tarball';
import { PACKED } from './packed';

/** Builds and packs the checkout once for all tests of a run. */
export async function packOnce(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-packed-'));
	process.env[PACKED] = await packPackage(resolve(__dirname, '../..'), folder);
}
