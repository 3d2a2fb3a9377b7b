import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyWindow } from './rules/windows';

/** Shows that the simulation runs. `.ci/run` has 1,000 lives, in which everything must happen that can. */
const LIVES = 40;
const MINUTES = 60_000;

async function simulated(...options: string[]): Promise<string> {
	const start = join(__dirname, '../start.mjs');
	const simulation = spawn(process.execPath, [start, 'lives', ...options]);
	let output = '';
	for (const stream of [simulation.stdout, simulation.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const code = await new Promise((resolve) => simulation.on('exit', resolve));
	if (code !== 0) throw new Error(output);
	return output;
}

it(
	`all promises hold in ${LIVES} lives`,
	async () => void (await simulated('--seeds', String(LIVES), '--stories', '1')),
	60 * MINUTES,
);

it('the same seed leads to the same life', async () => {
	const lived = async () => await simulated('--seed', '7', '--whole');
	const first = await lived();
	expect(first.split('\n').length).toBeGreaterThan(10);
	expect(await lived()).toEqual(first);
});

it('only excuses losses and repeats that the pages for users name', () => {
	const page = ['reliability', 'reliability-in-detail', 'self-hosting']
		.map((name) => readFileSync(join(__dirname, `../../../docs/${name}.md`), 'utf8'))
		.join('\n')
		.replace(/\s+/g, ' ');
	const unnamed = everyWindow.filter(({ named }) => !named || !page.includes(named));
	expect(unnamed.map(({ name }) => name)).toEqual([]);
});
