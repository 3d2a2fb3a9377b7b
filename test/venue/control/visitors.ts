import type { IncomingMessage, ServerResponse } from 'node:http';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The page and the control API are for this machine, although a browser reaches them on behalf of
 * any site. `Host` gives away a name that was made to lead here, and `Origin` a page of another site.
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
	const port = socket.localPort;
	const hosts = LOOPBACK.flatMap((name) =>
		port === 80 ? [name, `${name}:80`] : `${name}:${port}`,
	);
	const { host = '', origin } = headers;
	if (!hosts.includes(host.toLowerCase())) return false;
	return origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

export function refuseVisitor(response: ServerResponse): void {
	response.writeHead(403, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ message: 'Only this machine may use the venue’s page' }));
}
