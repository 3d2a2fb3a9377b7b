/**
 * Loaded into n8n. The first SIGUSR2 begins a profile of the main thread, and the next one writes
 * it to n8n's home.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_US = 500;

let session: Session | undefined;

function begin(): Session {
	const begun = new Session();
	begun.connect();
	begun.post('Profiler.enable');
	begun.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
	begun.post('Profiler.start');
	return begun;
}

function end(running: Session): void {
	running.post('Profiler.stop', (_, { profile }: Profiler.StopReturnType) => {
		const file = join(process.env.HOME ?? '', 'profile.json');
		writeFileSync(`${file}.part`, JSON.stringify(profile));
		// A process that waits for it never reads an incomplete file.
		renameSync(`${file}.part`, file);
	});
	running.disconnect();
}

if (isMainThread) {
	process.on('SIGUSR2', () => {
		if (session) end(session);
		session = session ? undefined : begin();
	});
}
