import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { newestRelease } from '../../n8n/lab/installation/release';

/** Where figures were measured, and which versions. */
export interface Machine {
	processor: string;
	cores: number;
	memoryGb: number;
	system: string;
	node: string;
	n8n: string;
	package: string;
}

export function thisMachine(checkout: string): Machine {
	const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
		version: string;
	};
	return {
		processor: cpus()[0].model,
		cores: availableParallelism(),
		memoryGb: Math.round(totalmem() / 1024 ** 3),
		system: type(),
		node: newestRelease.node,
		n8n: newestRelease.n8n,
		package: version,
	};
}

export function isSameMachine(one: Machine, other: Machine): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
