import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { installN8n } from '../n8n/lab/installation/n8nInstallation';
import { Sandbox, stop, untilStarted } from './sandbox/sandbox';

const HALF_AN_HOUR = 30 * 60_000;

let sandbox: Sandbox;

beforeAll(async () => {
	await installN8n();
	sandbox = await Sandbox.create();
}, HALF_AN_HOUR);

afterAll(async () => await sandbox?.dispose(), HALF_AN_HOUR);

it(
	'the last commit becomes a running demo with the command of its README',
	async () => {
		const clone = join(sandbox.home, 'clone');
		execFileSync('git', ['clone', '--quiet', resolve(__dirname, '../..'), clone]);
		const [, command] = /^(npm install && npm run demo)\b/m.exec(
			readFileSync(join(clone, 'README.md'), 'utf8'),
		)!;

		const demo = sandbox.run(clone, command);
		const { session, venue } = await sandbox.open(demo);
		await venue.bookings.create({ customer: { name: 'Ada Lovelace' } });
		await untilStarted(session, 1);

		await stop(demo);
		expect(await sandbox.leftovers()).toEqual([]);
		expect(execFileSync('git', ['status', '--short'], { cwd: clone }).toString()).toBe('');
	},
	HALF_AN_HOUR,
);
