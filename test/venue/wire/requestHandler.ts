import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VenueClock } from '../clock';
import type { Answer } from './answer';
import type { Fault, Faults } from './faults';
import type { RequestLog, RecordedRequest } from './requestLog';
import { declaredJson, readText, splitTarget, type ApiRequest } from './request';
import { send, sendTruncated, corrupt } from './respond';

export type AnswerRequest = (request: ApiRequest, record: RecordedRequest) => Answer;

/** Takes every call of the API in: writes it down, lets its fault happen, has it answered. */
export class RequestHandler {
	readonly #clock: VenueClock;
	readonly #faults: Faults;
	readonly #log: RequestLog;
	readonly #basePath: string;
	readonly #answer: AnswerRequest;
	#inFlight = 0;
	#date = { second: -1, text: '' };

	constructor(
		clock: VenueClock,
		faults: Faults,
		log: RequestLog,
		basePath: string,
		answer: AnswerRequest,
	) {
		this.#clock = clock;
		this.#faults = faults;
		this.#log = log;
		this.#basePath = basePath;
		this.#answer = answer;
	}

	get inFlight(): number {
		return this.#inFlight;
	}

	async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = 'GET', headers } = message;
		const { path: fullPath, query } = splitTarget(message.url ?? '/');
		const below = fullPath.startsWith(`${this.#basePath}/`);
		const path = below ? fullPath.slice(this.#basePath.length) : fullPath;
		const fault = this.#faults.take(method, path);
		const ip = message.socket.remoteAddress ?? '';
		const record = this.#log.open({
			method,
			path,
			query: Object.fromEntries(query),
			headers,
			ip,
			at: this.#clock.now(),
			...(fault && { fault: fault.kind }),
		});
		const leave = this.#enter(response);
		if (fault?.kind === 'resetBeforeRead') return cut(message);

		let text: string;
		try {
			text = await readText(message);
		} catch {
			return cut(message);
		}
		const json = declaredJson(message, text);
		record.body = json ?? text;
		if (fault?.kind === 'hang') return leave();
		if (fault?.kind === 'delay') {
			leave();
			await this.#clock.sleep(fault.ms);
		}
		const request = { method, path, query, headers, ip, text, json };
		const answer = below ? this.#faultyAnswer(fault, request, record) : notHere;
		await this.#reply(message, response, record, answer, fault);
	}

	/** A request that waits for the clock is not being served, or nobody would move the clock. */
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

	#faultyAnswer(fault: Fault | undefined, request: ApiRequest, record: RecordedRequest): Answer {
		switch (fault?.kind) {
			case 'answer':
				return { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? '' };
			case 'redirect':
				return { status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
			default:
				return corrupt(this.#answer(request, record), fault);
		}
	}

	async #reply(
		message: IncomingMessage,
		response: ServerResponse,
		record: RecordedRequest,
		answer: Answer,
		fault: Fault | undefined,
	): Promise<void> {
		if (fault?.kind === 'resetAfterRead') return cut(message);
		record.status = answer.status;
		response.sendDate = false;
		response.setHeader('date', this.#dateText());
		if (fault?.kind === 'truncatedBody') sendTruncated(response, answer);
		else await send(response, answer);
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

const notHere: Answer = { status: 404, headers: {}, body: '' };

function cut(message: IncomingMessage): void {
	message.socket.resetAndDestroy();
}
