/**
 * Loaded into n8n before anything else. Rejects and logs any connection that leaves this machine,
 * whatever n8n's settings are.
 */
import { Socket } from 'node:net';

type Target = { host?: string; path?: string | null };

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
	const { host = 'localhost', path } = targetOf(args);
	if (path || LOCAL.test(host)) return connect.apply(this, args);
	console.error(`[lab] refused a connection to ${host}`);
	const refusal = Object.assign(new Error(`The lab has no way to ${host}`), {
		code: 'ENETUNREACH',
	});
	process.nextTick(() => this.destroy(refusal));
	return this;
};

/** `connect(options)`, `connect(path)`, `connect(port, host)`, or Node's own array of arguments. */
function targetOf(args: unknown[]): Target {
	const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
	if (typeof first === 'object' && first !== null) return first;
	if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
	return typeof second === 'string' ? { host: second } : {};
}
