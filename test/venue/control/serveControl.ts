import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson, type Json } from '../json';
import { splitTarget } from '../endpoints/request';
import { readText } from '../wire/body';
import { control, CONTROL_PATH } from './control';

export function isControlRequest(message: IncomingMessage): boolean {
	return message.url?.startsWith(CONTROL_PATH) ?? false;
}

/** Serves the control API, which is not part of the service and is not logged. */
export async function serveControl(
	venue: object,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { path } = splitTarget(message.url ?? '');
	const text = await readText(message);
	const name = path.slice(CONTROL_PATH.length);
	const { status, body } = await control(venue, name, argumentsOf(message, parseJson(text)));
	if (body === undefined) response.writeHead(204).end();
	else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A `GET` only reads: a link or an image of another site must not change the venue. */
function argumentsOf({ method }: IncomingMessage, json?: Json): Json[] | undefined {
	if (method !== 'POST') return undefined;
	return Array.isArray(json) ? json : [];
}
