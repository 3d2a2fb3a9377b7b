import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePorts } from '../n8n/lab/processes/freePorts';
import { Session } from '../n8n/lab/rest/session';
import { connectVenue, type RemoteVenue } from '../venue';
import { owner } from './furnish';
import { openingBookings } from './openingBookings';
import { TypedCommand } from './typedCommand';

const START_WITHIN = 300_000;
const READY = '--reset starts over';

interface ExecutionSummary {
	workflowName: string;
	status: string;
}

let dataHome: string;
let ports: number[];
let commands: TypedCommand[];

beforeEach(async () => {
	dataHome = await mkdtemp(join(tmpdir(), 'venue-platform-demo-data-'));
	ports = await freePorts(2);
	commands = [];
});

afterEach(async () => {
	for (const command of commands) command.interrupt();
	await Promise.all(commands.map((command) => command.ended()));
	await rm(dataHome, { recursive: true, force: true });
}, START_WITHIN);

const type = (...args: string[]) => {
	const [n8nPort, venuePort] = ports.map(String);
	const at = ['--n8n-port', n8nPort, '--venue-port', venuePort];
	const command = new TypedCommand([...at, ...args], dataHome);
	commands.push(command);
	return command;
};

const venue = (): RemoteVenue => connectVenue(`http://127.0.0.1:${ports[1]}`);

const guests = async () =>
	(await venue().bookings.all()).map(({ customer }) => (customer as { name: string }).name);

const logIn = async (demo: TypedCommand) => {
	const [, password] = /log in as \S+ with (\S+)/.exec(demo.said) ?? [];
	const session = new Session(`http://127.0.0.1:${ports[0]}`);
	await session.call('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password });
	return session;
};

const bookingsThatStartedAWorkflow = async (session: Session) => {
	const { results } = await session.call<{ results: ExecutionSummary[] }>(
		'GET',
		'/rest/executions?limit=50',
	);
	return results.filter(
		({ workflowName, status }) => workflowName === 'New bookings' && status === 'success',
	).length;
};

const untilStarted = async (session: Session, count: number) => {
	const giveUpAt = Date.now() + 30_000;
	while ((await bookingsThatStartedAWorkflow(session)) !== count) {
		if (Date.now() > giveUpAt) throw new Error(`Not ${count} executions of New bookings`);
		await sleep(100);
	}
};

const isClosed = async (port: number) =>
	await fetch(`http://127.0.0.1:${port}/`).then(
		() => false,
		() => true,
	);

const withoutPreparing = ({ said }: TypedCommand) =>
	said.replace('Preparing the demo\n', '').trim();

const leftovers = async () =>
	(await readdir(tmpdir())).filter((name) => /^venue-platform-(packed|demo)-(?!data)/.test(name));

it(
	'makes a booking at the venue an execution in n8n, and has its data at the next start',
	async () => {
		const before = await leftovers();
		const demo = type();
		await demo.says(READY);
		let session = await logIn(demo);
		expect(await guests()).toEqual(openingBookings.map(({ customer }) => customer.name));
		await venue().bookings.create({ customer: { name: 'Ada Lovelace' } });
		await untilStarted(session, 1);

		const second = type();
		expect(await second.exitCode()).toBe(1);
		expect(second.said).toMatch(/Port \d+ is taken|running already, as process \d+/);

		demo.interrupt();
		await demo.ended();
		expect(demo.said).toContain('Stopped. Nothing is left running.');
		expect(await Promise.all(ports.map(isClosed))).toEqual([true, true]);
		expect(await leftovers()).toEqual(before);

		const again = type();
		await again.says(READY);
		session = await logIn(again);
		expect(await guests()).toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(session)).toBe(1);
		await venue().bookings.create({ customer: { name: 'Grace Hopper' } });
		await untilStarted(session, 2);
		again.interrupt();
		await again.ended();
		expect(again.said).toContain('Stopped. Nothing is left running.');

		const fresh = type('--reset');
		await fresh.says(READY);
		expect(await guests()).not.toContain('Ada Lovelace');
		expect(await bookingsThatStartedAWorkflow(await logIn(fresh))).toBe(0);
		fresh.interrupt();
		await fresh.ended();
		expect(fresh.said).toContain('Stopped. Nothing is left running.');
	},
	4 * START_WITHIN,
);

it(
	'stops at once when it is interrupted while it starts',
	async () => {
		const demo = type();
		await demo.says('Building and packing');
		demo.interrupt();
		await demo.ended();
		expect(demo.said).toContain('Stopped. Nothing is left running.');
		expect(demo.said).not.toContain('could not');
		expect(await Promise.all(ports.map(isClosed))).toEqual([true, true]);
	},
	START_WITHIN,
);

it(
	'says in one line that a port is taken, and which way out there is',
	async () => {
		const server = createServer();
		await new Promise<void>((listening) => server.listen(ports[0], '127.0.0.1', listening));
		const demo = type();
		expect(await demo.exitCode()).toBe(1);
		await new Promise((closed) => server.close(closed));
		expect(withoutPreparing(demo)).toBe(
			`Port ${ports[0]} is taken by another program. Stop it, or choose another port: npm run demo -- --n8n-port ${ports[0] + 10}`,
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
