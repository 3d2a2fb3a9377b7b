import { spawn } from 'node:child_process';
import { join } from 'node:path';

const STORMS = 100;

it(`all rules hold in ${STORMS} storms`, async () => {
	const start = join(__dirname, '../start.mjs');
	const storms = spawn(process.execPath, [start, '--seeds', String(STORMS), '--stories', '1']);
	let output = '';
	for (const stream of [storms.stdout, storms.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const code = await new Promise((resolve) => storms.on('exit', resolve));
	if (code !== 0) throw new Error(output);
});
