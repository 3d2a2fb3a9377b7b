import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VenueClock } from '../clock';
import type { Answer } from '../endpoints/answers';
import { declaredJson, splitTarget, type ApiRequest } from '../endpoints/request';
import type { Json } from '../json';
import { isBadTransfer, sendBadly } from './badTransfer';
import { readText } from './body';
import { faultOf, type Fault, type FaultOf, type Faults } from './faults';
import type { RequestLog, RecordedRequest } from './requestLog';
import { corrupt, send } from './respond';

/** What the handler needs from the service. */
interface Answering {
	answer(request: ApiRequest): Answer;
	/** The venue that a valid token belongs to. */
	accountOf(headers: ApiRequest['headers']): string | undefined;
	/** Whose call it is, whether or not it is accepted. */
	clientIdOf(headers: ApiRequest['headers'], json?: Json): string | undefined;
}

/** Handles each API call: records it, applies its faults and sends the response. */
export class RequestHandler {
	readonly #clock: VenueClock;
	readonly #faults: Faults;
	readonly #log: RequestLog;
	readonly #basePath: string;
	readonly #service: Answering;
	#inFlight = 0;
	/** How long every response takes, by the venue's clock. */
	latencyMs = 0;
	#date = { second: -1, text: '' };

	constructor(
		clock: VenueClock,
		faults: Faults,
		log: RequestLog,
		basePath: string,
		service: Answering,
	) {
		this.#clock = clock;
		this.#faults = faults;
		this.#log = log;
		this.#basePath = basePath;
		this.#service = service;
	}

	get inFlight(): number {
		return this.#inFlight;
	}

	async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = 'GET', headers } = message;
		const { path: fullPath, query } = splitTarget(message.url ?? '/');
		const below = fullPath.startsWith(`${this.#basePath}/`);
		const path = below ? fullPath.slice(this.#basePath.length) : fullPath;
		const ip = message.socket.remoteAddress ?? '';
		const record = this.#log.open({
			method,
			path,
			query: Object.fromEntries(query),
			search: query.toString(),
			headers,
			ip,
			at: this.#clock.now(),
		});
		const leave = this.#enter(response);
		const takeFaults = (json?: Json) => {
			const clientId = this.#service.clientIdOf(headers, json);
			const taken = this.#faults.take({ method, path, clientId });
			recordFaults(record, taken);
			return taken;
		};
		// Only the body of a token request says whose it is.
		const saysWho = path === '/token';
		let faults = saysWho ? [] : takeFaults();
		if (faultOf(faults, 'resetBeforeRead')) return cut(message);

		let text: string;
		try {
			text = await readText(message);
		} catch {
			return cut(message);
		}
		const json = declaredJson(headers, text);
		record.body = json ?? text;
		if (saysWho) faults = takeFaults(json);
		if (faultOf(faults, 'resetBeforeRead')) return cut(message);
		if (faultOf(faults, 'hang')) return leave();
		const delayMs = this.latencyMs + delayOf(faults);
		if (delayMs > 0) {
			leave();
			await this.#clock.sleep(delayMs);
		}
		const request = { method, path, query, headers, ip, text, json };
		record.account = this.#service.accountOf(headers);
		const answer = below ? this.#faultyAnswer(faults, request) : notHere;
		if (isBadTransfer(faults)) leave();
		await this.#reply(message, response, record, answer, faults);
	}

	/**
	 * A request that waits for the clock does not count as being served: otherwise, a test would wait
	 * for it and never move the clock.
	 */
	#enter(response: ServerResponse): () => void {
		this.#inFlight += 1;
		let inside = true;
		const leave = () => {
			if (inside) this.#inFlight -= 1;
			inside = false;
		};
		response.once('close', leave);
		return leave;
	}

	#faultyAnswer(faults: readonly Fault[], request: ApiRequest): Answer {
		const instead = faults.find(({ kind }) => kind === 'answer' || kind === 'redirect');
		const answer = instead === undefined ? this.#service.answer(request) : answerOf(instead);
		return corrupt(answer, faults);
	}

	async #reply(
		message: IncomingMessage,
		response: ServerResponse,
		record: RecordedRequest,
		answer: Answer,
		faults: readonly Fault[],
	): Promise<void> {
		if (faultOf(faults, 'resetAfterRead')) return cut(message);
		record.status = answer.status;
		response.sendDate = false;
		response.setHeader('date', this.#dateText());
		if (isBadTransfer(faults)) sendBadly(response, answer, faults, this.#clock);
		else await send(response, answer, message.method === 'HEAD');
	}

	/** The service's clocks agree: its Date header moves with its limits and tokens. */
	#dateText(): string {
		const second = Math.floor(this.#clock.now() / 1000);
		if (second !== this.#date.second) {
			this.#date = { second, text: new Date(second * 1000).toUTCString() };
		}
		return this.#date.text;
	}
}

function recordFaults(record: RecordedRequest, faults: readonly Fault[]): void {
	if (faults.length === 0) return;
	record.fault = faults[0].kind;
	if (faults.length > 1) record.faults = faults.map(({ kind }) => kind);
}

function delayOf(faults: readonly Fault[]): number {
	return faults.reduce((sum, fault) => (fault.kind === 'delay' ? sum + fault.ms : sum), 0);
}

function answerOf(fault: Fault): Answer {
	if (fault.kind === 'redirect') {
		return { status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
	}
	const { status, headers = {}, body = '' } = fault as FaultOf<'answer'>;
	return { status, headers, body };
}

const notHere: Answer = { status: 404, headers: {}, body: '' };

function cut(message: IncomingMessage): void {
	message.socket.resetAndDestroy();
}
