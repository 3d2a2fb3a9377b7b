import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../json';
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
	const { status, body } = await control(venue, path.slice(CONTROL_PATH.length), parseJson(text));
	if (body === undefined) response.writeHead(204).end();
	else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
