import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { cacheFolder } from './cacheFolder';
import { withLock } from './lock';
import { npm } from './npm';
import { progressOn, type Progress } from './progress';
import { newestRelease, type Release } from './release';

/** A private n8n, ready to start: `<node> <program> start`. */
export interface Installation {
	version: string;
	node: string;
	program: string;
}

/** Written last, with the input of npm. A folder without it is installed again. */
const MARKER = 'complete.json';

const UNFINISHED = '.unfinished-';

/** Finds the private n8n of this release in the user's cache, or installs it there. */
export async function installN8n(
	release: Release = newestRelease,
	{ cache = cacheFolder(), progress = progressOn() }: { cache?: string; progress?: Progress } = {},
): Promise<Installation> {
	const complete = await findN8n(release, cache);
	if (complete) return complete;
	try {
		return await withLock(
			`${folderOf(release, cache)}.lock`,
			async () => (await findN8n(release, cache)) ?? (await install(release, cache, progress)),
			(holder) => progress.step(() => `n8n ${release.n8n}: process ${holder} is installing it`),
		);
	} finally {
		progress.end();
	}
}

/** The installation of this release, unless it is missing or was not finished. */
export async function findN8n(
	release: Release,
	cache = cacheFolder(),
): Promise<Installation | undefined> {
	const folder = folderOf(release, cache);
	const installation = inFolder(folder, release);
	try {
		await Promise.all([access(installation.node), access(installation.program)]);
		const finished = await readFile(join(folder, MARKER), 'utf8');
		return finished === npmManifest(release) ? installation : undefined;
	} catch {
		return undefined;
	}
}

async function install(release: Release, cache: string, progress: Progress): Promise<Installation> {
	const folder = folderOf(release, cache);
	// An npm that outlives its interrupted parent keeps writing, so it works in another folder.
	const unfinished = `${folder}${UNFINISHED}${process.pid}`;
	const name = `n8n ${release.n8n}`;
	progress.step(() => `${name}: making room in ${cache}`);
	await clear(folder);
	await mkdir(unfinished, { recursive: true });
	await writeFile(join(unfinished, 'package.json'), npmManifest(release));

	let answers = 0;
	progress.step(
		() => `${name}: downloading about 450 MB once, 3 GB on disk, ${answers} answers so far`,
	);
	await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'], {
		cwd: unfinished,
		onLine: (line) => {
			if (line.startsWith('npm http fetch')) answers += 1;
		},
	});

	progress.step(() => `${name}: building SQLite for Node.js ${release.node}`);
	const nodeHeaders = join(unfinished, 'node_modules', nodePackage());
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', `--nodedir=${nodeHeaders}`], {
		cwd: unfinished,
		node: inFolder(unfinished, release).node,
	});

	await writeFile(join(unfinished, MARKER), npmManifest(release));
	await rename(unfinished, folder);
	progress.done(`${name}: installed in ${folder}`);
	return inFolder(folder, release);
}

/** Removes incomplete folders and the remains of interrupted installations. */
async function clear(folder: string): Promise<void> {
	const cache = dirname(folder);
	const left = (await readdir(cache)).filter((name) =>
		name.startsWith(`${basename(folder)}${UNFINISHED}`),
	);
	for (const path of [folder, ...left.map((name) => join(cache, name))]) {
		await rm(path, { recursive: true, force: true, maxRetries: 10 });
	}
}

function folderOf(release: Release, cache: string): string {
	return join(cache, `n8n-${release.n8n}`);
}

function inFolder(folder: string, release: Release): Installation {
	const nodeFolder = join(folder, 'node_modules', nodePackage());
	return {
		version: release.n8n,
		node: join(nodeFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function npmManifest(release: Release): string {
	const manifest = {
		private: true,
		dependencies: { n8n: release.n8n, [nodePackage()]: release.node },
		overrides: release.overrides,
	};
	return `${JSON.stringify(manifest, null, '\t')}\n`;
}

function nodePackage(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	return `node-${platform}-${process.arch}`;
}
