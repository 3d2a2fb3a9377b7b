import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Says in one line what this machine lacks, and how to get it. */
export class MissingDependency extends Error {}

/** Installs Debian's packages if this process is allowed to; `who` is what needs them. */
export async function installDebianPackages(who: string, packages: string[]): Promise<void> {
	const needs = `${who} needs ${packages.join(' and ')}`;
	if (process.platform !== 'linux')
		throw new MissingDependency(`${needs}: install it and try again`);
	if (process.getuid?.() !== 0) {
		throw new MissingDependency(`${needs}: sudo apt-get install ${packages.join(' ')}`);
	}
	process.stderr.write(`${needs}: installing\n`);
	// Debian starts a server that it installs, and creates a database cluster for it. RUNLEVEL=1
	// tells its scripts that services must not start so that neither is left behind.
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	const apt = (...args: string[]) => run('apt-get', ['-qq', ...args], { env });
	try {
		await apt('update');
		await apt('install', '--yes', '--no-install-recommends', ...packages);
	} catch (error) {
		const [reason] = (error instanceof Error ? error.message : String(error))
			.trim()
			.split('\n')
			.slice(-1);
		throw new MissingDependency(`${needs}, which apt-get could not install: ${reason}`);
	}
}
