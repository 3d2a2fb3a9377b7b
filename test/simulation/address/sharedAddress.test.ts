import { spawn } from 'node:child_process';
import { join } from 'node:path';

const SEEDS = 2;

it('two and four processes use nine tenths of the limit of their address, and none starves', async () => {
	const start = join(__dirname, '../start.mjs');
	const jobs = spawn(process.execPath, [start, 'address', '--seeds', String(SEEDS)]);
	let output = '';
	for (const stream of [jobs.stdout, jobs.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const code = await new Promise((resolve) => jobs.on('exit', resolve));
	if (code !== 0) throw new Error(output);
}, 600_000);
