import { parseArgs } from 'node:util';

import { UserFacingError } from './userFacingError';

export interface DemoOptions {
	n8nPort: number;
	venuePort: number;
	/** Deletes the old data and starts over. */
	reset: boolean;
}

const USAGE = 'npm run demo -- [--reset] [--n8n-port 5690] [--venue-port 5691]';

export function readOptions(args: string[]): DemoOptions {
	const values = parse(args);
	const n8nPort = asPort(values['n8n-port']);
	const venuePort = asPort(values['venue-port']);
	if (n8nPort === venuePort) throw new UserFacingError('n8n and the venue need a port each.');
	return { n8nPort, venuePort, reset: values.reset };
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				'n8n-port': { type: 'string', default: '5690' },
				'venue-port': { type: 'string', default: '5691' },
				reset: { type: 'boolean', default: false },
			},
		}).values;
	} catch {
		throw new UserFacingError(`The demo is started by: ${USAGE}`);
	}
}

function asPort(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
	throw new UserFacingError(`“${text}” is not a port. Choose a number between 1024 and 65535.`);
}
