import { parseArgs } from 'node:util';

import type { BenchContext } from './comparison';

/** The request on the command line. */
export interface Order {
	names: string[];
	scale: BenchContext['scale'];
}

export function orderOf(args: string[], known: string[]): Order {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { quick: { type: 'boolean' } },
	});
	const unknown = positionals.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		throw new Error(`There is no bench “${unknown}”. Names: ${known.join(', ')}`);
	}
	return {
		names: positionals.length > 0 ? positionals : known,
		scale: values.quick ? 'quick' : 'full',
	};
}
