import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Supervised } from '../processes/supervised';

interface RedisPlan {
	program: string;
	port: number;
	folder: string;
	logFile: string;
}

const NAME = 'redis';
const UP_WITHIN_MS = 20_000;

/** Stores nothing on disk, because n8n's queue lives as long as its lab. */
export async function startRedis(processes: Supervised, plan: RedisPlan): Promise<void> {
	const { program, port, folder, logFile } = plan;
	await processes.start({
		name: NAME,
		command: program,
		args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
		env: {},
		folder,
		logFile,
		lastSignal: 'SIGKILL',
	});
	await untilListening(processes, NAME, port);
}

export async function untilListening(
	processes: Supervised,
	name: string,
	port: number,
): Promise<void> {
	const giveUpAt = Date.now() + UP_WITHIN_MS;
	while (!(await isListening(port))) {
		if (!processes.isRunning(name)) throw new Error(`${name} ended while starting`);
		if (Date.now() > giveUpAt) throw new Error(`${name} does not listen on port ${port}`);
		await sleep(50);
	}
}

async function isListening(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect({ host: '127.0.0.1', port });
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
