import { createServer } from 'node:http';
import { resolve } from 'node:path';

import { installN8n } from '../n8n/lab/installation/n8nInstallation';
import { publicOrigin } from '../n8n/lab/server/environment';
import type { RemoteVenue } from '../venue';
import { bookingsThatStartedAWorkflow, Newcomer, stop, untilStarted } from './newcomer/newcomer';
import { openingBookings } from './openingBookings';
import type { TypedCommand } from './newcomer/typedCommand';

const CHECKOUT = resolve(__dirname, '../..');
const START_WITHIN = 300_000;
const FIVE_MINUTES = 300_000;

let newcomer: Newcomer;

beforeAll(async () => void (await installN8n()), 6 * START_WITHIN);

beforeEach(async () => {
	newcomer = await Newcomer.arrive();
});

afterEach(async () => await newcomer.leave(), START_WITHIN);

const type = (...options: string[]) => newcomer.type(CHECKOUT, 'npm run demo --silent', ...options);

const guests = async (venue: RemoteVenue) =>
	(await venue.bookings.all()).map(({ customer }) => (customer as { name: string }).name);

const withoutPreparing = ({ said }: TypedCommand) =>
	said.replace('Preparing the demo\n', '').trim();

it(
	'makes a booking at the venue an execution in n8n, and has its data at the next start',
	async () => {
		const demo = type();
		const first = await newcomer.reads(demo);
		expect(await guests(first.venue)).toEqual(openingBookings.map(({ customer }) => customer.name));
		await first.venue.bookings.create({ customer: { name: 'Ada Lovelace' } });
		await untilStarted(first.session, 1);
		await first.venue.receivers.makeUnreachable(publicOrigin);
		await first.venue.bookings.create({ customer: { name: 'Alan Turing' } });

		const second = type();
		expect(await second.exitCode()).toBe(1);
		expect(second.said).toMatch(/Port \d+ is taken|running already, as process \d+/);

		await stop(demo);
		expect(await newcomer.finds()).toEqual([]);

		const again = type();
		const { session, venue } = await newcomer.reads(again);
		expect(await guests(venue)).toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(session)).toBe(1);
		await venue.bookings.create({ customer: { name: 'Grace Hopper' } });
		await untilStarted(session, 2);
		expect(await venue.failedMessages()).toMatchObject([{ status: 'Attempt1Failed' }]);
		await venue.clock.advance(FIVE_MINUTES);
		await untilStarted(session, 3);
		expect(await venue.failedMessages()).toEqual([]);
		await stop(again);

		const reset = type('--reset');
		const fresh = await newcomer.reads(reset);
		expect(await guests(fresh.venue)).not.toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(fresh.session)).toBe(0);
		await stop(reset);
	},
	4 * START_WITHIN,
);

it(
	'stops at once when it is interrupted while it starts',
	async () => {
		const demo = type();
		await demo.says('Building and packing');
		await stop(demo);
		expect(demo.said).not.toContain('could not');
		expect(await newcomer.finds()).toEqual([]);
	},
	START_WITHIN,
);

it(
	'says in one line that a port is taken, and which way out there is',
	async () => {
		const { n8nPort } = newcomer;
		const server = createServer();
		await new Promise<void>((listening) => server.listen(n8nPort, '127.0.0.1', listening));
		const demo = type();
		expect(await demo.exitCode()).toBe(1);
		await new Promise((closed) => server.close(closed));
		expect(withoutPreparing(demo)).toBe(
			`Port ${n8nPort} is taken by another program. Stop it, or choose another port: npm run demo -- --n8n-port ${n8nPort + 10}`,
		);
	},
	START_WITHIN,
);

it(
	'says how it is started when it is started in another way',
	async () => {
		const demo = type('--fast');
		expect(await demo.exitCode()).toBe(1);
		expect(withoutPreparing(demo)).toBe(
			'The demo is started by: npm run demo -- [--reset] [--n8n-port 5690] [--venue-port 5691]',
		);
	},
	START_WITHIN,
);
