import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../../n8n/lab/installation/npm';
import {
	installCommunityPackage,
	readPackedManifest,
} from '../../n8n/lab/package/communityPackage';

/** Packages of other authors. Their versions are fixed here so that a run can be repeated. */
export const OTHERS = [
	'@mendable/n8n-nodes-firecrawl@2.1.2',
	'n8n-nodes-evolution-api@1.0.4',
	'n8n-nodes-mcp@0.1.37',
];

export interface Contender {
	name: string;
	isOurs: boolean;
	/** A home with the package, as n8n installs it. */
	home: string;
	/** What n8n loads. */
	packageFolder: string;
	nodes: number;
	tarballBytes: number;
	installedBytes: number;
}

/** Our package and those of others, each in its own folder. Nothing of theirs is run. */
export async function installAll(
	tarball: string,
	folder: string,
	node: string,
	others: string[],
): Promise<Contender[]> {
	const contenders = [await install(tarball, folder, node, true)];
	for (const name of others) {
		contenders.push(await install(await download(name, folder), folder, node, false));
	}
	return contenders;
}

async function download(name: string, folder: string): Promise<string> {
	const destination = await mkdtemp(join(folder, 'download-'));
	await npm(['pack', name, '--ignore-scripts', '--pack-destination', destination], { cwd: folder });
	const [file] = await readdir(destination);
	return join(destination, file);
}

async function install(
	tarball: string,
	folder: string,
	node: string,
	isOurs: boolean,
): Promise<Contender> {
	const { name, version, n8n } = await readPackedManifest(tarball);
	const home = await mkdtemp(join(folder, 'home-'));
	await mkdir(join(home, '.n8n'));
	await installCommunityPackage(tarball, home, node);
	const packageFolder = join(home, '.n8n', 'nodes', 'node_modules', name);
	return {
		name: isOurs ? 'This package' : `${name} ${version}`,
		isOurs,
		home,
		packageFolder,
		nodes: n8n.nodes.length,
		tarballBytes: (await stat(tarball)).size,
		installedBytes: await bytesIn(packageFolder),
	};
}

async function bytesIn(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	let bytes = 0;
	for (const entry of entries) {
		if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
	}
	return bytes;
}
