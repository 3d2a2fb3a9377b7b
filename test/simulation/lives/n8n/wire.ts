import { createRequire } from 'node:module';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { Container } from '../../../engine/harness/n8n';
import { declaredJson } from '../../../venue/endpoints/request';
import { FROM } from '../../client/n8n/storedCredentials';
import type { Outcome, Response } from '../venue/venue';
import type { N8nProcess } from './process';

const PIECES_EVERY_MS = 20_000;

const { OutboundHttp } = createRequire(require.resolve('n8n-core'))('@n8n/backend-network') as {
	OutboundHttp: never;
};

let processOf: (name: string) => N8nProcess | undefined = () => undefined;

/**
 * From now on, requests of n8n-core end here instead of in axios; everything above is the real
 * thing.
 */
export function installWire(): void {
	const request = async (options: IHttpRequestOptions) => {
		const name = (options.headers as Record<string, string>)[FROM.process];
		return await send(processOf(name)!, options);
	};
	Container.set(OutboundHttp, { requests: () => ({ request }) } as never);
}

export function connectWire(to: typeof processOf): void {
	processOf = to;
}

async function send(process: N8nProcess, options: IHttpRequestOptions) {
	const { world } = process;
	const url = new URL(options.url);
	for (const [name, value] of Object.entries(options.qs ?? {})) {
		url.searchParams.set(name, String(value));
	}
	const headers = lowerCased(options.headers);
	const text = options.body ? String(options.body) : '';
	const ended = options.abortSignal as AbortSignal | undefined;
	const method = options.method ?? 'GET';
	await process.sleep(1 + ((world.requests++ * 7) % 40), ended);
	const venue = world.venueAt(url.host);
	const answer: Outcome = venue?.respond({
		...{ method, path: url.pathname, query: url.searchParams, headers, ip: world.ip },
		...{ text, json: declaredJson(headers, text) },
	}) ?? { breaksOff: 'ENOTFOUND' };
	const token = headers.authorization?.replace('Bearer ', '');
	const client = token && venue?.tokens.find(token)?.clientId;
	const sent = { method, host: url.host, path: url.pathname, client };
	const call = { ...sent, node: headers[FROM.operation] };
	world.calls.arrived(process, call, answer);
	world.polls.met(process, call, answer);
	if ('breaksOff' in answer) throw failed(answer.breaksOff, `connect ${answer.breaksOff}`);
	const patience = options.timeout ?? 300_000;
	await process.sleep(Math.min(answer.afterMs, patience), ended);
	if (answer.afterMs > patience) throw failed('ECONNABORTED', `timeout of ${patience}ms exceeded`);
	return responseTo(process, options, answer);
}

function lowerCased(headers: IDataObject = {}): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

function responseTo(process: N8nProcess, options: IHttpRequestOptions, answer: Response): unknown {
	const { status: statusCode, headers, body: text, bodyMs } = answer;
	const { ignoreHttpStatusErrors: ignored } = options;
	const isSeen =
		ignored === true || (typeof ignored === 'object' && !ignored.except?.includes(statusCode));
	if (statusCode >= 300 && !isSeen) {
		throw Object.assign(
			failed('ERR_BAD_REQUEST', `Request failed with status code ${statusCode}`),
			{
				response: { status: statusCode, headers, data: text },
			},
		);
	}
	const body =
		options.encoding === 'stream' && bodyMs > 0 ? pieces(process, text, bodyMs) : parsed(text);
	return options.returnFullResponse ? { statusCode, headers, body } : body;
}

/** A body that arrives piece by piece. */
function pieces(process: N8nProcess, text: string, ms: number) {
	const bytes = Buffer.from(text);
	const count = Math.ceil(ms / PIECES_EVERY_MS);
	return {
		async *[Symbol.asyncIterator]() {
			for (let index = 0; index < count; index++) {
				await process.sleep(ms / count);
				const [from, to] = [index, index + 1].map((part) => (bytes.length * part) / count);
				yield bytes.subarray(Math.floor(from), Math.floor(to));
			}
		},
		destroy() {},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return text;
	}
}

function failed(code: string, message: string): Error {
	return Object.assign(new Error(message), { code });
}
