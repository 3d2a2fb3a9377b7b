import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';

import { installN8n } from '../n8n/lab/installation/n8nInstallation';
import { publicOrigin } from '../n8n/lab/server/environment';
import type { RemoteVenue } from '../venue';
import { bookingsThatStartedAWorkflow, Sandbox, stop, untilStarted } from './sandbox/sandbox';
import { sampleBookings } from './servers/sampleBookings';
import type { ShellCommand } from './sandbox/shellCommand';

const CHECKOUT = resolve(__dirname, '../..');

/** CI runs the demo in a clean clone. */
const changedFiles = () =>
	execFileSync('git', ['status', '--short'], { cwd: CHECKOUT, encoding: 'utf8' });
const START_WITHIN = 300_000;
const FIVE_MINUTES = 300_000;

let sandbox: Sandbox;

beforeAll(async () => void (await installN8n()), 6 * START_WITHIN);

beforeEach(async () => {
	sandbox = await Sandbox.create();
});

afterEach(async () => await sandbox.dispose(), START_WITHIN);

const runDemo = (...options: string[]) =>
	sandbox.run(CHECKOUT, 'npm run demo --silent', ...options);

const guests = async (venue: RemoteVenue) =>
	(await venue.bookings.all()).map(({ customer }) => (customer as { name: string }).name);

const withoutFirstLine = ({ output }: ShellCommand) =>
	output.replace('Preparing the demo\n', '').trim();

it(
	'turns a booking at the venue into an execution in n8n, and has its data at the next start [troubleshooting: The demo is running already]',
	async () => {
		const before = changedFiles();
		expect(readFileSync(join(CHECKOUT, 'README.md'), 'utf8')).toMatch(
			/^npm install && npm run demo\b/m,
		);
		const demo = runDemo();
		const first = await sandbox.open(demo);
		expect(await guests(first.venue)).toEqual(sampleBookings.map(({ customer }) => customer.name));
		await first.venue.bookings.create({ customer: { name: 'Ada Lovelace' } });
		await untilStarted(first.session, 1);
		await first.venue.receivers.makeUnreachable(publicOrigin);
		await first.venue.bookings.create({ customer: { name: 'Alan Turing' } });

		const second = runDemo();
		expect(await second.exitCode()).toBe(1);
		expect(second.output).toMatch(/Port \d+ is taken|running already, as process \d+/);

		await stop(demo);
		expect(await sandbox.leftovers()).toEqual([]);
		expect(changedFiles()).toBe(before);

		const again = runDemo();
		const { session, venue } = await sandbox.open(again);
		expect(await guests(venue)).toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(session)).toBe(1);
		await venue.bookings.create({ customer: { name: 'Grace Hopper' } });
		await untilStarted(session, 2);
		expect(await venue.failedMessages()).toMatchObject([{ status: 'Attempt1Failed' }]);
		await venue.clock.advance(FIVE_MINUTES);
		await untilStarted(session, 3);
		expect(await venue.failedMessages()).toEqual([]);
		await stop(again);

		const reset = runDemo('--reset');
		const fresh = await sandbox.open(reset);
		expect(await guests(fresh.venue)).not.toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(fresh.session)).toBe(0);
		await stop(reset);
	},
	4 * START_WITHIN,
);

it(
	'stops at once if it is interrupted while it starts',
	async () => {
		const demo = runDemo();
		await demo.untilPrinted('Building and packing');
		await stop(demo);
		expect(demo.output).not.toContain('could not');
		expect(await sandbox.leftovers()).toEqual([]);
	},
	START_WITHIN,
);

it(
	'says in one line that a port is taken, and what to do [troubleshooting: is taken by another program]',
	async () => {
		const { n8nPort } = sandbox;
		const server = createServer();
		await new Promise<void>((listening) => server.listen(n8nPort, '127.0.0.1', listening));
		const demo = runDemo();
		expect(await demo.exitCode()).toBe(1);
		await new Promise((closed) => server.close(closed));
		expect(withoutFirstLine(demo)).toBe(
			`Port ${n8nPort} is taken by another program. Stop it, or choose another port: npm run demo -- --n8n-port ${n8nPort + 10}`,
		);
	},
	START_WITHIN,
);

it(
	'shows its usage if its options are wrong',
	async () => {
		const demo = runDemo('--fast');
		expect(await demo.exitCode()).toBe(1);
		expect(withoutFirstLine(demo)).toBe(
			'The demo is started by: npm run demo -- [--reset] [--n8n-port 5690] [--venue-port 5691]',
		);
	},
	START_WITHIN,
);
