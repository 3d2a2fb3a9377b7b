import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

const ROOT = join(__dirname, '../../..');

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** n8n's convention: the class has the name of the file. */
function instanceOf<T>(file: string): T {
	const source = join(ROOT, file.replace(/^dist\//, '').replace(/\.js$/, ''));
	const [name] = basename(source).split('.');
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- package.json says what is loaded
	const classes = require(source) as Record<string, new () => T>;
	return new classes[name]();
}

/** Everything that the package shows to users, as listed in package.json. */
export const shippedNodes = n8n.nodes.map((file) => instanceOf<INodeType>(file));
export const shippedCredentials = n8n.credentials.map((file) => instanceOf<ICredentialType>(file));
