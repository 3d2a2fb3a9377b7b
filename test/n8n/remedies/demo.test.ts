import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

import { Sandbox, stop } from '../../demo/sandbox/sandbox';
import type { ShellCommand } from '../../demo/sandbox/shellCommand';

const CHECKOUT = resolve(__dirname, '../../..');
const DEMO = 'npm run demo --silent';
const START_WITHIN = 300_000;
const BEGINS = 'Building and packing';

/** Remedies in docs/troubleshooting.md for messages of the demo, followed as they are written. */
describe('remedies for the demo', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await Sandbox.create();
	});

	afterEach(async () => await sandbox.dispose(), START_WITHIN);

	const run = (command = DEMO, ...options: string[]) => sandbox.run(CHECKOUT, command, ...options);

	const endsWith = async (demo: ShellCommand, message: string) => {
		expect(await demo.exitCode()).toBe(1);
		expect(demo.output).toContain(message);
		expect(await sandbox.leftovers()).toEqual([]);
	};

	/** The demo gets past the point at which it stopped. */
	const begins = async (demo: ShellCommand) => {
		await demo.untilPrinted(BEGINS);
		await stop(demo);
	};

	it(
		'The demo cannot log in to its n8n any more; The demo’s credential is no longer in its n8n',
		async () => {
			const first = run();
			const { session, password: currentPassword } = await sandbox.open(first);
			const newPassword = `${currentPassword}-2`;
			await session.call('PATCH', '/rest/me/password', { currentPassword, newPassword });
			await stop(first);
			await endsWith(run(), 'The demo cannot log in to its n8n any more');

			const second = run(DEMO, '--reset');
			const again = await sandbox.open(second);
			const [{ id }] = await again.session.call<Array<{ id: string }>>('GET', '/rest/credentials');
			await again.session.call('DELETE', `/rest/credentials/${id}`);
			await stop(second);
			await endsWith(run(), 'The demo’s credential is no longer in its n8n');

			const third = run(DEMO, '--reset');
			const { venue } = await sandbox.open(third);
			expect(await venue.bookings.all()).not.toEqual([]);
			await stop(third);
		},
		6 * START_WITHIN,
	);

	describe('The demo could not start', () => {
		let registry: Server;

		beforeEach(async () => {
			// It accepts requests and never answers them.
			registry = createServer();
			await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
		});

		afterEach(async () => {
			registry.closeAllConnections();
			await new Promise((closed) => registry.close(closed));
		});

		it(
			'the file has the reason, and the next start repeats an interrupted download',
			async () => {
				const { port } = registry.address() as AddressInfo;
				const settings = [
					`XDG_CACHE_HOME='${join(sandbox.home, 'cache')}'`,
					`npm_config_registry=http://127.0.0.1:${port}`,
					'npm_config_fetch_retries=0',
				].join(' ');
				const interrupted = run(`${settings} ${DEMO}`);
				await interrupted.untilPrinted('downloading');
				await stop(interrupted);

				const offline = run(`${settings.replace(`:${port}`, ':1')} ${DEMO}`);
				await endsWith(offline, 'The demo could not start: ');
				expect(offline.output).toContain('downloading');
				const [, file] = /What led to it is in (.+?)\. /.exec(offline.output)!;
				expect(await readFile(file, 'utf8')).toContain('ECONNREFUSED');

				// This machine’s cache already has the n8n that a start would download.
				await begins(run());
			},
			2 * START_WITHIN,
		);
	});

	const describeWithSmallDisk = (name: string, tests: () => void) => {
		if (canMount()) return describe(name, tests);
		it('tests with a small disk need root on this machine', () => {
			expect(process.getuid?.()).not.toBe(0);
		});
	};

	describeWithSmallDisk('The demo needs … GB of disk space in …', () => {
		/** In a shell of its own mount namespace, with a small disk at this folder. */
		const onSmallDisk = (folder: string, megabytes: number, ...lines: string[]) => {
			const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs "${folder}"`;
			return run(`unshare --mount sh -c '${[mounted, ...lines].join('; ')}' demo`);
		};

		it(
			'begins once some is freed',
			async () => {
				const data = join(sandbox.home, 'data');
				await mkdir(data);
				const demo = onSmallDisk(
					data,
					500,
					`fallocate -l 300m "${data}/large"`,
					`${DEMO} "$@"`,
					`rm "${data}/large"`,
					`exec ${DEMO} "$@"`,
				);
				await begins(demo);
				expect(demo.output).toMatch(/The demo needs 0.3 GB of disk space in .*data.*Free some/);
			},
			START_WITHIN,
		);

		it.each(['XDG_DATA_HOME', 'XDG_CACHE_HOME'])(
			'begins once %s leads to a larger disk',
			async (setting) => {
				const small = join(sandbox.home, 'small');
				await mkdir(small);
				const demo = onSmallDisk(small, 50, `${setting}="${small}" exec ${DEMO} "$@"`);
				await endsWith(demo, `The demo needs ${setting === 'XDG_DATA_HOME' ? '0.3' : '4'} GB`);
				expect(demo.output).toContain(`set ${setting} to a`);
				await begins(run());
			},
			START_WITHIN,
		);
	});
});

function canMount(): boolean {
	try {
		execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
		return true;
	} catch {
		return false;
	}
}
