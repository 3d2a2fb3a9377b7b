import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { findN8n } from '../installation/n8nInstallation';
import { newestRelease } from '../installation/release';
import { until } from '../../fixtures/until';

const checkout = resolve(__dirname, '../../../..');
const supervised = join(checkout, 'node_modules/.cache/lab/processes/supervised.js');

/** Starts a child process and ignores SIGTERM, like a server that hangs. */
const stubbornServer = `
	const { spawn } = require('node:child_process');
	const { writeFileSync } = require('node:fs');
	const forever = 'setInterval(() => {}, 1000)';
	const child = spawn(process.execPath, ['--eval', forever], { stdio: 'ignore' });
	process.on('SIGTERM', () => {});
	writeFileSync('pids', process.pid + ' ' + child.pid);
	setInterval(() => {}, 1000);
`;

/** Stands for a test run or the demo; `end` is how it ends. */
const program = (node: string, end: string, lastSignal: string) => `
	const { Supervised } = require(${JSON.stringify(supervised)});
	(async () => {
		const processes = await Supervised.begin(${JSON.stringify(node)}, 'venue-platform-processes');
		await processes.start({
			name: 'server',
			command: process.execPath,
			args: ['--eval', ${JSON.stringify(stubbornServer)}],
			env: {},
			folder: processes.folder,
			logFile: processes.folder + '/log',
			lastSignal: ${JSON.stringify(lastSignal)},
		});
		process.stdin.once('data', () => { ${end} });
		process.stdout.write(processes.supervisor.pid + ' ' + processes.folder);
	})();
`;

describe('the servers of a lab', () => {
	let node: string;

	beforeAll(async () => {
		const compiled = spawnSync(
			process.execPath,
			['node_modules/typescript/bin/tsc', '-p', 'test/n8n/lab'],
			{ cwd: checkout, encoding: 'utf8' },
		);
		expect(compiled.stdout).toBe('');
		node = (await findN8n(newestRelease))!.node;
	});

	const endLab = async (end: string, lastSignal = 'SIGKILL') => {
		const script = program(node, end, lastSignal);
		const lab = spawn(process.execPath, ['--eval', script], {
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		const [said] = (await once(lab.stdout, 'data')) as [Buffer];
		const [supervisor, folder] = String(said).split(' ');
		const pids = [Number(supervisor), ...(await pidsOfServer(folder))];
		expect(pids.filter(isRunning)).toHaveLength(3);
		lab.stdin.write('end\n');
		await once(lab, 'exit');
		return { pids, folder };
	};

	it.each([
		['is interrupted', `process.kill(process.pid, 'SIGINT')`],
		['is terminated', `process.kill(process.pid, 'SIGTERM')`],
		['is killed', `process.kill(process.pid, 'SIGKILL')`],
		['crashes', `throw new Error('crash')`],
		['just leaves', `process.exit(0)`],
		['stops what it started', `processes.end().then(() => process.exit(0))`],
	])('are gone with their children and files after the process of the lab %s', async (_, end) => {
		const { pids, folder } = await endLab(end);
		await until(() => pids.filter(isRunning).length === 0);
		await expect(access(folder)).rejects.toThrow('ENOENT');
	});

	it('are also gone if they ignore their last signal', async () => {
		const { pids } = await endLab('process.exit(0)', 'SIGTERM');
		await until(() => pids.filter(isRunning).length === 0);
	});
});

async function pidsOfServer(folder: string): Promise<number[]> {
	const read = async () => await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
	await until(async () => (await read()) !== '');
	return (await read()).split(' ').map(Number);
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
