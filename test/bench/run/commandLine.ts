import { parseArgs } from 'node:util';

import type { Scale } from '../bench';

/** The request on the command line. */
export interface Order {
	benches: string[];
	scale: Scale;
	earlier?: string;
	/** Whether the figures are written to the page. */
	isWritten: boolean;
}

export function orderOf(args: string[], known: string[]): Order {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
	});
	const [name = '', earlier] = positionals;
	const scale = values.quick || name === 'quick' ? 'quick' : 'full';
	const isWritten = scale === 'full' && (name === 'all' || values.write === true);
	if (name === 'page') return { benches: [], scale, isWritten: true };
	if (name === 'all' || name === 'quick') return { benches: known, scale, isWritten, earlier };
	if (known.includes(name)) return { benches: [name], scale, isWritten, earlier };
	throw new Error(usage(known));
}

function usage(known: string[]): string {
	return [
		'npm run bench -- all [<tarball>]                  everything, for docs/development/performance.md',
		'npm run bench -- quick                            whether everything works; writes nothing',
		'npm run bench -- page                             the page again, from docs/development/performance.json',
		'npm run bench -- <name> [<tarball>] [--quick] [--write]',
		'                                                  one of them; the trigger also beside the',
		'                                                  version in a tarball',
		`Names: ${known.join(', ')}`,
	].join('\n');
}
