import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { bookingUpdated } from '../../fixtures/bookingUpdated';
import { WEBHOOK_API_KEY } from '../../fixtures/triggerFixture';

const SLOWEST_MS = 60_000;
const EVERY_MS = 10;

/** If all connections wait, the sender sends nothing more, as a machine must. */
const CONNECTIONS = 200;

/** A wrong key, or none. */
type Guess = () => string | undefined;

export const wrongKey: Guess = () => randomUUID();

/** A sender that does not know the key and sends at a constant rate, whatever the answers are. */
export class Flood {
	readonly answers = new Map<number, number>();
	/** Deliveries that were due while all connections were waiting for an answer. */
	skipped = 0;
	private sent = 0;
	private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	private readonly underWay = new Set<Promise<void>>();
	private readonly begun = performance.now();
	private readonly timer = setInterval(() => this.catchUp(), EVERY_MS);

	constructor(
		private readonly url: string,
		private readonly perSecond: number,
		private readonly guess: Guess,
	) {}

	async stop(): Promise<void> {
		clearInterval(this.timer);
		await Promise.all(this.underWay);
		this.agent.destroy();
	}

	private catchUp(): void {
		const due = ((performance.now() - this.begun) / 1_000) * this.perSecond;
		for (let next = this.sent + this.skipped; next < due; next++) {
			if (this.underWay.size < CONNECTIONS) this.send();
			else this.skipped++;
		}
	}

	private send(): void {
		this.sent++;
		const sending: Promise<void> = post(this.url, this.agent, this.guess()).then((status) => {
			this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
			this.underWay.delete(sending);
		});
		this.underWay.add(sending);
	}
}

/**
 * Each sender waits for an answer before its next delivery. Returns how many a second are accepted.
 */
export async function genuine(url: string, senders: number, ms: number): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const begun = performance.now();
	let accepted = 0;
	const sender = async () => {
		while (performance.now() < begun + ms) {
			if ((await post(url, agent, WEBHOOK_API_KEY)) === 200) accepted++;
			else await sleep(EVERY_MS);
		}
	};
	await Promise.all(Array.from({ length: senders }, sender));
	agent.destroy();
	return (accepted * 1_000) / (performance.now() - begun);
}

/** Sends this many, a few at a time. */
export async function wrongKeys(url: string, count: number, senders: number): Promise<void> {
	const agent = new Agent({ keepAlive: true });
	let left = count;
	const sender = async () => {
		while (left-- > 0) await post(url, agent, wrongKey());
	};
	await Promise.all(Array.from({ length: senders }, sender));
	agent.destroy();
}

export async function postOnce(url: string, key?: string): Promise<number> {
	const agent = new Agent();
	const status = await post(url, agent, key);
	agent.destroy();
	return status;
}

/** The status, or 0 without an answer. */
async function post(url: string, agent: Agent, key?: string): Promise<number> {
	const body = JSON.stringify(bookingUpdated());
	const headers = {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		...(key === undefined ? {} : { 'x-api-key': key }),
	};
	return await new Promise((resolve) => {
		const sent = request(url, { method: 'POST', agent, headers, timeout: SLOWEST_MS }, (answer) => {
			answer.resume();
			answer.once('close', () => resolve(answer.statusCode ?? 0));
		});
		sent.once('timeout', () => sent.destroy());
		sent.once('error', () => resolve(0));
		sent.end(body);
	});
}
