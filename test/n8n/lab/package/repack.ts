import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readPackedManifest, type PackedManifest } from './communityPackage';

const run = promisify(execFile);

/** Packs the same package again, with another version or name. */
export async function repack(
	tarball: string,
	folder: string,
	changed: Partial<PackedManifest>,
	edit: (content: string) => Promise<void> = async () => {},
): Promise<string> {
	const manifest = { ...(await readPackedManifest(tarball)), ...changed };
	const name = `${manifest.name}-${manifest.version}`;
	const content = join(folder, name, 'package');
	await mkdir(content, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', content, '--strip-components=1']);
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	await edit(content);
	const packed = join(folder, `${name}.tgz`);
	await run('tar', ['-czf', packed, '-C', join(folder, name), 'package']);
	return packed;
}
