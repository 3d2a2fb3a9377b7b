/** `npm run demo` starts this. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { withLock } from '../n8n/lab/installation/lock';
import { progressOn, type Progress } from '../n8n/lab/installation/progress';
import { dataFolder } from './state/dataFolder';
import { startDemo } from './demo';
import { UserFacingError } from './cli/userFacingError';
import { readOptions } from './cli/options';

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
	const stop = stopRequested();
	stop.addEventListener('abort', () => say('\nStopping …'));
	const options = readOptions(process.argv.slice(2));
	const checkout = process.cwd();
	const folder = dataFolder(checkout);
	await mkdir(dirname(folder), { recursive: true });

	const run = async () => {
		const closers: Array<() => Promise<void>> = [];
		const progress = untilStopped(progressOn(say), stop);
		const onClose = (close: () => Promise<void>) => closers.unshift(close);
		try {
			say(await startDemo({ ...options, checkout, folder, progress, onClose }));
			if (!stop.aborted) await once(stop, 'abort');
		} catch (reason) {
			// Ctrl+C also ends an npm that is running, and its message is not the reason.
			if (!stop.aborted) throw reason;
		} finally {
			progress.end();
			for (const close of closers) await close();
		}
		say('Stopped. Nothing is left running.');
	};
	await withLock(`${folder}.lock`, run, (holder) => {
		throw new UserFacingError(
			`The demo is running already, as process ${holder}. Stop that one first.`,
		);
	});
}

/** Ctrl+C in a terminal reaches this process twice, once through npm. It stops once. */
function stopRequested(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => controller.abort());
	}
	return controller.signal;
}

/** Begins no further step after the demo was told to stop. */
function untilStopped(progress: Progress, stop: AbortSignal): Progress {
	return {
		...progress,
		step(text) {
			stop.throwIfAborted();
			progress.step(text);
		},
	};
}

async function explain(error: Error): Promise<void> {
	process.exitCode = 1;
	if (error instanceof UserFacingError) return say(error.message);
	const file = `${dataFolder(process.cwd())}.log`;
	await writeFile(file, `${error.stack ?? error.message}\n`);
	const [firstLine] = error.message.split('\n');
	say(`The demo could not start: ${firstLine}`);
	say(`What led to it is in ${file}. Another start goes on where this one stopped.`);
}

main().then(
	() => process.exit(),
	async (error: Error) => {
		await explain(error);
		process.exit();
	},
);
