import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { asJavaScript } from '../../engine/harness/otherProcess/sourceBuild';

const SAMPLES = join(__dirname, 'samples');

export const SAMPLE_PACKAGE = 'n8n-nodes-samples';

/** The sample triggers, packed as n8n installs community packages. */
export async function packSamples(folder: string, nodes: string[]): Promise<string> {
	return await packSources(folder, SAMPLE_PACKAGE, SAMPLES, nodes);
}

/** The TypeScript files of one folder as a community package. */
export async function packSources(
	folder: string,
	name: string,
	sources: string,
	nodes: string[],
): Promise<string> {
	const content = join(folder, 'package');
	const tarball = join(folder, `${name}.tgz`);
	await mkdir(content);
	for (const file of await readdir(sources)) {
		const source = asJavaScript(join(sources, file));
		await writeFile(join(content, file.replace(/\.ts$/, '.js')), source);
	}
	const manifest = {
		name,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: nodes.map((node) => `${node}.node.js`) },
	};
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	await promisify(execFile)('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}
