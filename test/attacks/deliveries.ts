import { Agent } from 'node:http';
import axios from 'axios';
import * as fc from 'fast-check';

/** A delivery that the venue would never send. */
interface Attack {
	headers: Record<string, string>;
	body: string;
}

export const envelope = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:59:58Z',
	eventType: 'Updated',
	data: { uniqueId: 'B-1' },
};

export const wellFormed = JSON.stringify(envelope);

export const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const headerNames = fc.constantFrom('x-api-key', 'x-apikey', 'x-venue-apikey', 'x-venue-api-key');

const printable = fc.string({
	unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
});

const withoutKey = (key: string): fc.Arbitrary<Record<string, string>> =>
	fc.oneof(
		fc.constant({}),
		fc
			.tuple(headerNames, printable)
			.filter(([, guess]) => guess !== key)
			.map(([name, guess]) => ({ [name]: guess })),
		fc.nat({ max: key.length - 1 }).map((length) => ({ 'x-api-key': key.slice(0, length) })),
		printable.filter((more) => more !== '').map((more) => ({ 'x-api-key': key + more })),
		fc.constantFrom<Record<string, string>>(
			{ 'x-api-key': `${key}, ${key}` },
			{ 'x-api-key': '' },
			{ 'x-api-keys': key },
			{ 'api-key': key },
			{ 'x-key': key },
			{ 'x-api-key': 'guess', 'x-venue-apikey': `${key}.` },
			{ authorization: key },
			{ authorization: `Bearer ${key}` },
			{ authorization: basic(`x-api-key:${key}`) },
			{ authorization: 'Basic' },
			{ authorization: 'Basic ====' },
			{ 'x-api-key': 'k'.repeat(12_000) },
		),
	);

const notAnObject = fc.oneof(
	fc.string().filter((text) => !text.trim().startsWith('{')),
	fc.json().filter((text) => !text.startsWith('{')),
	fc.constantFrom('', 'null', '[]', '""', '0', wellFormed.slice(0, -1), `[${wellFormed}]`),
);

/** JSON objects that no service should send, each with an ID of its own. */
export const oddObjects: string[] = [
	'{}',
	...[101, 5_000, 50_000].map((levels) => {
		const other = wellFormed.replace(envelope.id, `${levels} levels`);
		return other.replace('"data":{', `"data":{"x":${nested(levels)},`);
	}),
	`{"__proto__":${wellFormed}}`,
	`{"constructor":{"prototype":${wellFormed}}}`,
];

/** A sender without the key, with any body. */
export const unauthenticated = (key: string): fc.Arbitrary<Attack> =>
	fc.record({
		headers: withoutKey(key),
		body: fc.oneof(fc.constant(wellFormed), fc.json(), fc.string()),
	});

/** The venue itself with a fault: the key is right and the body is not. */
export const malformed = (key: string): fc.Arbitrary<Attack> =>
	fc.record({ headers: fc.constant({ 'x-api-key': key }), body: notAnObject });

export class Attacker {
	private readonly agent = new Agent({ keepAlive: true });

	constructor(private readonly url: string) {}

	async send({ headers, body }: Attack): Promise<{ status: number; answer: string }> {
		const { status, data } = await axios.post<string>(this.url, body, {
			headers: { 'content-type': 'application/json', ...headers },
			httpAgent: this.agent,
			proxy: false,
			responseType: 'text',
			transformRequest: (content: string) => content,
			transformResponse: (content: string) => content,
			validateStatus: () => true,
			maxBodyLength: Infinity,
		});
		return { status, answer: data };
	}

	stop(): void {
		this.agent.destroy();
	}
}
