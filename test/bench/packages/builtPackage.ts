import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';

import { buildInto } from '../../engine/harness/otherProcess/sourceBuild';
import { unpack } from './unpack';

/** The published package, and these folders of the checkout to run it. */
export async function buildAround(tarball: string, folder: string, folders: string[]) {
	const { build } = buildInto(folder, { checkout: process.cwd(), folders });
	const unpacked = join(folder, 'package');
	await unpack(tarball, unpacked);
	await copyFile(join(unpacked, 'package.json'), join(build, 'package.json'));
	await cp(join(unpacked, 'dist'), build, { recursive: true });
	return build;
}
