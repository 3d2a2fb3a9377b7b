import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { findN8n } from './n8nInstallation';
import { withLock } from './lock';
import { newestRelease } from './release';

let cache: string;

beforeEach(async () => {
	cache = await mkdtemp(join(tmpdir(), 'venue-platform-cache-'));
});

afterEach(async () => await rm(cache, { recursive: true, force: true }));

describe('the private n8n in the cache', () => {
	const { n8n, node, overrides } = newestRelease;
	const nodePackage = `node-${process.platform}-${process.arch}`;
	const folder = () => join(cache, `n8n-${n8n}`);
	const manifest = { private: true, dependencies: { n8n, [nodePackage]: node }, overrides };

	const put = async (file: string, content = '') => {
		const path = join(folder(), file);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, content);
	};

	const putEverythingBut = async (left?: string) => {
		const files = {
			[`node_modules/${nodePackage}/bin/node`]: '',
			'node_modules/n8n/bin/n8n': '',
			'complete.json': `${JSON.stringify(manifest, null, '\t')}\n`,
		};
		for (const [file, content] of Object.entries(files)) {
			if (file !== left) await put(file, content);
		}
	};

	it('is found if its installation was finished', async () => {
		await putEverythingBut();
		expect(await findN8n(newestRelease, cache)).toEqual({
			version: n8n,
			node: join(folder(), `node_modules/${nodePackage}/bin/node`),
			program: join(folder(), 'node_modules/n8n/bin/n8n'),
		});
	});

	it.each([
		['was interrupted', 'complete.json'],
		['lost n8n', 'node_modules/n8n/bin/n8n'],
		['lost its Node.js', `node_modules/${nodePackage}/bin/node`],
	])('is installed again if it %s', async (_, left) => {
		await putEverythingBut(left);
		expect(await findN8n(newestRelease, cache)).toBeUndefined();
	});

	it('is installed again if its versions have changed', async () => {
		await putEverythingBut();
		expect(await findN8n({ ...newestRelease, overrides: {} }, cache)).toBeUndefined();
	});
});

describe('the lock of an installation', () => {
	const file = () => join(cache, 'n8n.lock');
	const longAgo = new Date(Date.now() - 10 * 60_000);

	const left = async (content: string, touched?: Date) => {
		await writeFile(file(), content);
		if (touched) await utimes(file(), touched, touched);
	};

	const exists = async () =>
		await stat(file()).then(
			() => true,
			() => false,
		);

	const mostAtOnce = async (callers: number, lock = file()) => {
		let inside = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++inside);
			await new Promise(setImmediate);
			inside -= 1;
		};
		await Promise.all(Array.from({ length: callers }, async () => await withLock(lock, work)));
		return most;
	};

	it('lets one process in at a time, and is removed afterwards', async () => {
		expect(await mostAtOnce(2)).toBe(1);
		expect(await exists()).toBe(false);
	});

	it('is removed after work that threw', async () => {
		const work = withLock(file(), () => Promise.reject(new Error('no network')));
		await expect(work).rejects.toThrow('no network');
		expect(await exists()).toBe(false);
	});

	it('is taken over by one of many processes if its process died', async () => {
		const child = spawn(process.execPath, ['--eval', '']);
		await once(child, 'exit');
		const files = Array.from({ length: 50 }, (_, index) => `${file()}${index}`);
		for (const stale of files) {
			await writeFile(stale, JSON.stringify({ pid: child.pid, token: 'dead' }));
		}
		const most = await Promise.all(files.map(async (stale) => await mostAtOnce(5, stale)));
		expect(most).toEqual(Array(files.length).fill(1));
	});

	it('is not blocked by an interrupted takeover', async () => {
		await left(JSON.stringify({ pid: process.pid, token: 'old' }), longAgo);
		await mkdir(`${file()}.takeover`);
		await utimes(`${file()}.takeover`, longAgo, longAgo);
		expect(await mostAtOnce(2)).toBe(1);
	});

	it.each([
		[
			'whose process ID another process has now',
			JSON.stringify({ pid: process.pid, token: 'old' }),
		],
		['that was never written', ''],
	])('%s is taken over if it has not been touched for a long time', async (_, content) => {
		await left(content, longAgo);
		expect(await withLock(file(), () => Promise.resolve('in'))).toBe('in');
	});

	it('is waited for if its process is alive, and the process is named', async () => {
		let release = () => {};
		const holding = withLock(file(), () => new Promise<void>((resolve) => (release = resolve)));
		while (!(await exists())) await new Promise(setImmediate);

		const named = await new Promise((resolve) => {
			const waiting = withLock(file(), () => Promise.resolve(), resolve);
			void waiting.catch(() => {});
		});
		release();
		await holding;
		expect(named).toBe(process.pid);
		while (await exists()) await new Promise(setImmediate);
	});
});
