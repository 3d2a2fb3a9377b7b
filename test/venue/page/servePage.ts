import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { CONTROL_PATH } from '../control/control';
import type { SimulatedVenue } from '../venue';
import { splitTarget } from '../endpoints/request';
import { overviewOf } from './overview';

/** The address of the venue's page in a browser. */
export const PAGE_PATH = CONTROL_PATH;

const OVERVIEW = 'overview';
const FIRST_FILE = 'index.html';
const FILES = [
	FIRST_FILE,
	'styles/theme.css',
	'styles/page.css',
	'styles/controls.css',
	'page.js',
	'venue.js',
	'rows.js',
	'times.js',
	'bookings.js',
	'deliveries.js',
	'webhooks.js',
	'requests.js',
];

const CONTENT_TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
};

/** The page runs only its own scripts, whatever a guest's name contains. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function isPageRequest({ method, url = '' }: IncomingMessage): boolean {
	const name = nameIn(url);
	return method === 'GET' && name !== undefined && (name === OVERVIEW || FILES.includes(name));
}

export async function servePage(
	venue: SimulatedVenue,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const name = nameIn(message.url ?? '') ?? FIRST_FILE;
	const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
	if (name === OVERVIEW) {
		response.writeHead(200, { ...headers, 'content-type': 'application/json' });
		response.end(JSON.stringify(overviewOf(venue)));
		return;
	}
	const content = await readFile(join(pageFolder(__dirname), name));
	response.writeHead(200, {
		...headers,
		'content-type': CONTENT_TYPES[extname(name)],
		'content-security-policy': POLICY,
	});
	response.end(content);
}

function nameIn(target: string): string | undefined {
	const { path } = splitTarget(target);
	if (!path.startsWith(PAGE_PATH)) return undefined;
	return path.slice(PAGE_PATH.length) || FIRST_FILE;
}

/**
 * The compiled file is in node_modules, but the files for browsers stay where they were written.
 */
function pageFolder(folder: string): string {
	const page = join(folder, 'test', 'venue', 'page', 'browser');
	if (existsSync(page)) return page;
	if (dirname(folder) === folder) throw new Error('The files of the venue’s page are not there');
	return pageFolder(dirname(folder));
}
