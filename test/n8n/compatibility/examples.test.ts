import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import { exampleNames, readExample, starterNames } from '../../examples/examples';
import { isOurs } from '../../examples/imported';
import { neededN8n } from '../../examples/page';
import { installN8n } from '../lab/installation/n8nInstallation';
import { supportedReleases } from './supportedReleases';

const TEN_MINUTES = 600_000;

/** For example `n8n-nodes-base.slack 2.4`. */
async function knownIn(release: (typeof supportedReleases)[number]): Promise<Set<string>> {
	const { program } = await installN8n(release);
	const known = new Set<string>();
	for (const packageName of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
		const file = join(program, '../../..', packageName, 'dist/types/nodes.json');
		for (const { name, version } of JSON.parse(
			readFileSync(file, 'utf8'),
		) as INodeTypeDescription[]) {
			for (const one of [version].flat()) known.add(`${packageName}.${name} ${one}`);
		}
	}
	return known;
}

describe.each(supportedReleases)('n8n $n8n', (release) => {
	const [major, minor] = release.n8n.split('.').map(Number);

	it(
		'has all nodes of the examples that the page says it has, and lacks some of the others',
		async () => {
			const known = await knownIn(release);
			const names = [...exampleNames(), ...starterNames()];
			const runnable = names.filter((name) =>
				readExample(name)
					.nodes.filter((node) => !isOurs(node))
					.every(({ type, typeVersion }) => known.has(`${type} ${typeVersion}`)),
			);
			const promised = names.filter((name) => {
				const [neededMajor, neededMinor] = neededN8n(name).split('.').map(Number);
				return major > neededMajor || (major === neededMajor && minor >= neededMinor);
			});
			expect(runnable).toEqual(promised);
		},
		TEN_MINUTES,
	);
});
