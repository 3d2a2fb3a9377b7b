import { parseArgs } from 'node:util';

import type { Scale } from '../bench';

/** The request on the command line. */
export interface Order {
	benches: string[];
	scale: Scale;
	earlier?: string;
}

export function orderOf(args: string[], known: string[]): Order {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { quick: { type: 'boolean' } },
	});
	const [name = '', earlier] = positionals;
	const scale = values.quick || name === 'quick' ? 'quick' : 'full';
	if (name === 'all' || name === 'quick') return { benches: known, scale, earlier };
	if (known.includes(name)) return { benches: [name], scale, earlier };
	throw new Error(usage(known));
}

function usage(known: string[]): string {
	return [
		'npm run bench -- all [<tarball>]                everything, within an hour',
		'npm run bench -- quick                          whether everything works',
		'npm run bench -- <name> [<tarball>] [--quick]   one of them; the trigger also beside the',
		'                                                version in a tarball',
		`Names: ${known.join(', ')}`,
	].join('\n');
}
