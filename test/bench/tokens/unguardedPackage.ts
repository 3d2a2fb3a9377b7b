import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CREDENTIAL = 'UnguardedApi.credentials.js';

/** Packs the compiled credential as a community package. */
export async function packUnguarded(folder: string): Promise<string> {
	const content = join(folder, 'package');
	await mkdir(content);
	await copyFile(join(__dirname, CREDENTIAL), join(content, CREDENTIAL));
	const manifest = {
		name: 'n8n-nodes-unguarded',
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, credentials: [CREDENTIAL], nodes: [] },
	};
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	const tarball = join(folder, 'n8n-nodes-unguarded.tgz');
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}
