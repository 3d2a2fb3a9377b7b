/**
 * A separate process on the private Node.js (which runs TypeScript directly) that owns all servers
 * of a lab. If the lab's process ends in any way, the channel between them closes, and the
 * supervisor ends the servers and removes the lab's folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import type { Order, Report, SignalOrder, StartOrder } from './messages';

const [labFolder] = process.argv.slice(2);
const GRACE_MS = 5_000;

const servers = new Map<string, { child: ChildProcess; lastSignal: NodeJS.Signals }>();

function tell(report: Report): void {
	if (process.connected) process.send?.(report, undefined, undefined, () => {});
}

function start(order: StartOrder): void {
	const { name, command, args, env, folder, logFile, user, lastSignal } = order;
	const log = openSync(logFile, 'a');
	// `detached` makes it the leader of a group so that its children can be ended, too.
	const child = spawn(command, args, {
		cwd: folder,
		detached: true,
		env,
		stdio: ['ignore', log, log],
		...user,
	});
	closeSync(log);
	child.once('error', ({ message }) => tell({ report: 'notStarted', name, reason: message }));
	if (child.pid === undefined) return;
	servers.set(name, { child, lastSignal });
	tell({ report: 'started', name, pid: child.pid });
	child.once('exit', (code, signal) => {
		servers.delete(name);
		signalGroup(child, 'SIGKILL');
		tell({ report: 'exited', name, code, signal });
	});
}

function signal({ name, signal: which }: SignalOrder): void {
	const server = servers.get(name);
	if (!server) return;
	if (which === 'SIGKILL') signalGroup(server.child, which);
	else server.child.kill(which);
}

function signalGroup({ pid }: ChildProcess, which: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, which);
	} catch {
		// No process of the group is left.
	}
}

async function endAll(): Promise<void> {
	const remaining = [...servers.values()];
	const gone = Promise.all(
		remaining.map(({ child }) => new Promise((resolve) => child.once('exit', resolve))),
	);
	for (const { child, lastSignal } of remaining) {
		if (lastSignal === 'SIGKILL') signalGroup(child, lastSignal);
		else child.kill(lastSignal);
	}
	const tooLate = setTimeout(() => {
		for (const { child } of remaining) signalGroup(child, 'SIGKILL');
	}, GRACE_MS);
	await gone;
	clearTimeout(tooLate);
	await rm(labFolder, { recursive: true, force: true, maxRetries: 5 });
	process.exit();
}

process.on('message', (order: Order) => {
	if (order.order === 'start') start(order);
	else signal(order);
});
process.once('disconnect', () => void endAll());
// Only ends with its lab: a signal to the whole session must not orphan the servers.
for (const ignored of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(ignored, () => {});

tell({ report: 'ready' });
