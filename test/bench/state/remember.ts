/**
 * A separate process that remembers messages with the memory of the published package: this many in
 * total, at this many a day. It prints what it then holds.
 */
import { join } from 'node:path';

const [, , packageFolder, perDayText, messagesText] = process.argv;
const DAY_HOURS = 24;
const MEMORY = 'dist/nodes/VenuePlatformTrigger/memory';

interface Memory {
	emitted: { add(fingerprint: string): void; has(fingerprint: string): boolean };
	record(staticData: object): void;
	learnFrom(staticData: object): unknown;
}

export interface Remembered {
	/** What n8n stores with the workflow. */
	staticData: object;
	storedMessages: number;
	storedBytes: number;
	/** How far back a message is recognized, after a restart of n8n and before it. */
	hoursAfterRestart: number;
	hoursInProcess: number;
	/** How much of n8n's process the memory needs. */
	heapBytes: number;
}

function load<T>(file: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- which package is known at run time only
	return require(join(packageFolder, MEMORY, file)) as T;
}

const { WorkflowMemory } = load<{ WorkflowMemory: new () => Memory }>('workflowMemory');
const { fingerprintOf } = load<{ fingerprintOf(...parts: string[]): string }>('fingerprint');

function main(): Remembered {
	const perDay = Number(perDayText);
	const messages = Number(messagesText);
	const keyOf = (message: number) => fingerprintOf(String(message));
	const heapBefore = heapInUse();
	const memory = new WorkflowMemory();
	for (let message = 1; message <= messages; message++) {
		memory.emitted.add(keyOf(message));
	}
	const heapBytes = heapInUse() - heapBefore;
	const staticData = {};
	memory.record(staticData);
	const restarted = new WorkflowMemory();
	restarted.learnFrom(staticData);
	const knownBy = ({ emitted }: Memory) => {
		let message = messages;
		while (message > 0 && emitted.has(keyOf(message))) message--;
		return messages - message;
	};
	const hours = (known: number) => (known / perDay) * DAY_HOURS;
	return {
		staticData,
		storedMessages: knownBy(restarted),
		storedBytes: JSON.stringify({ global: staticData }).length,
		hoursAfterRestart: hours(knownBy(restarted)),
		hoursInProcess: hours(knownBy(memory)),
		heapBytes,
	};
}

function heapInUse(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

process.stdout.write(JSON.stringify(main()));
