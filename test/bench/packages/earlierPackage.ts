import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readPackedManifest } from '../../n8n/lab/package/communityPackage';

const NAME = 'n8n-nodes-venue-platform-earlier';

export const EARLIER_TRIGGER = `${NAME}.venuePlatformTrigger`;

const run = promisify(execFile);

/** Another version of the package, under a name that lets both live in one n8n. */
export async function packUnderAnotherName(tarball: string, folder: string): Promise<string> {
	const content = join(folder, 'earlier', 'package');
	await mkdir(content, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', content, '--strip-components=1']);
	const manifest = { ...(await readPackedManifest(tarball)), name: NAME };
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	const renamed = join(folder, `${NAME}.tgz`);
	await run('tar', ['-czf', renamed, '-C', join(folder, 'earlier'), 'package']);
	return renamed;
}
