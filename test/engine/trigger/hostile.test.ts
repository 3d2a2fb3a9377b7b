import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import axios from 'axios';
import * as fc from 'fast-check';

import { byMany, Stage } from './support/stage';

interface Attack {
	headers: Record<string, string>;
	body: string;
}

const envelope = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:59:58Z',
	eventType: 'Updated',
	data: { uniqueId: 'B-1' },
};

const good = JSON.stringify(envelope);
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const printable = fc.string({
	unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
});

/** Somebody who does not know the key, with every body that there is. */
const stranger = (key: string): fc.Arbitrary<Attack> =>
	fc.record({
		headers: fc.oneof(
			fc.constant({}),
			printable.filter((guess) => guess !== key).map((guess) => ({ 'x-api-key': guess })),
			fc.nat({ max: key.length - 1 }).map((length) => ({ 'x-api-key': key.slice(0, length) })),
			printable.filter((more) => more !== '').map((more) => ({ 'x-api-key': key + more })),
			fc.constantFrom(
				{ 'x-api-key': `${key}, ${key}` },
				{ 'x-api-key': '' },
				{ 'x-api-keys': key },
				{ authorization: key },
				{ authorization: `Bearer ${key}` },
				{ authorization: basic(`x-api-key:${key}`) },
				{ authorization: 'Basic' },
				{ authorization: 'Basic ====' },
				{ 'x-api-key': 'k'.repeat(12_000) },
			),
		) as fc.Arbitrary<Record<string, string>>,
		body: fc.oneof(fc.constant(good), fc.json(), fc.string()),
	});

/** The venue itself, gone mad: the key is right and the body is not. */
const brokenVenue = (key: string): fc.Arbitrary<Attack> =>
	fc.record({
		headers: fc.constant({ 'x-api-key': key }),
		body: fc.oneof(
			fc.string(),
			fc.json(),
			fc.constantFrom('', 'null', '[]', '{}', '""', '0', good.slice(0, -1), `[${good}]`),
			fc.constantFrom(...Object.keys(envelope)).chain((field) =>
				fc
					.constantFrom<unknown>(undefined, null, '', [], 7, true)
					.filter((value) => !(field === 'id' && value === undefined && false))
					.map((value) => JSON.stringify({ ...envelope, [field]: value })),
			),
			fc
				.integer({ min: 101, max: 5_000 })
				.map((levels) => `{"data":${nested(levels)},${good.slice(1, -25)}}`),
			fc.constantFrom(
				`{"__proto__":${good}}`,
				`{"constructor":{"prototype":${good}}}`,
				good.replace('"data":{', `"data":{"x":${nested(50_000)},`),
			),
		),
	});

describe('deliveries that the venue would never send', () => {
	let stage: Stage;
	const agent = new Agent({ keepAlive: true });

	afterEach(async () => await stage.close());
	afterAll(() => agent.destroy());

	const send = async (url: string, { headers, body }: Attack) => {
		const { status, data } = await axios.post<string>(url, body, {
			headers: { 'content-type': 'application/json', ...headers },
			httpAgent: agent,
			proxy: false,
			responseType: 'text',
			transformRequest: (content: string) => content,
			validateStatus: () => true,
			maxBodyLength: Infinity,
		});
		return { status, body: data };
	};

	it('start nothing, break nothing, and do not disturb those between them', async () => {
		stage = await Stage.open();
		const { clientSecret } = stage.venue.credentials;
		const trigger = await stage.engine.activate(stage.trigger());
		const key = createHmac('sha256', clientSecret)
			.update('b7c9f1d2-trigger/venue-platform')
			.digest('base64url');
		const url = (await trigger.url()).replace(stage.engine.publicUrl, stage.engine.receiverUrl);

		const strangers = fc.sample(stranger(key), 600);
		const mad = fc.sample(brokenVenue(key), 400);
		const answers = new Map<number, number>();
		const good = 50;
		await Promise.all([
			byMany(8, [...strangers, ...mad], async (attack) => {
				const { status, body } = await send(url, attack);
				answers.set(status, (answers.get(status) ?? 0) + 1);
				expect([400, 401, 422]).toContain(status);
				expect(body).not.toContain(key);
			}),
			byMany(1, [...Array(good).keys()], async () => {
				await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
			}),
		]);
		expect([...answers.keys()].sort()).toEqual([400, 401, 422]);
		expect(stage.venue.deliveries.map(({ status }) => status)).toEqual(Array(good).fill(200));
		expect(await trigger.executions()).toHaveLength(good);
		expect(await trigger.emitted()).toHaveLength(good);
	}, 60_000);

	it('are turned away whatever their size', async () => {
		stage = await Stage.open();
		const trigger = await stage.engine.activate(stage.trigger());
		const url = (await trigger.url()).replace(stage.engine.publicUrl, stage.engine.receiverUrl);
		const large = JSON.stringify({ ...envelope, data: { text: 'x'.repeat(15_000_000) } });
		expect((await send(url, { headers: { 'x-api-key': 'guess' }, body: large })).status).toBe(401);
		expect(await trigger.executions()).toEqual([]);
	});

	it('cannot use basic authentication that is nearly right', async () => {
		stage = await Stage.open({}, { webhookUsername: 'venue', webhookPassword: 'pass:word!' });
		const names = { username: '<webhookUsername>', password: '<webhookPassword>' };
		const trigger = await stage.engine.activate(
			stage.trigger({
				authentication: 'basicAuth',
				options: { additionalConfiguration: { authentication: names } },
			}),
		);
		const url = (await trigger.url()).replace(stage.engine.publicUrl, stage.engine.receiverUrl);
		const right = basic('venue:pass:word!');
		for (const authorization of [
			'',
			'Basic',
			'basic ',
			right.slice(0, -1),
			`${right}=`,
			`${right}${right}`,
			`${right},${right}`,
			right.replace(' ', ''),
			right.replace('Basic', 'Digest'),
			basic('venue'),
			basic('venue:'),
			basic(':pass:word!'),
			basic('venue:pass'),
			basic('venue:pass:word!:'),
			basic('VENUE:pass:word!'),
			basic('venue\0:pass:word!'),
			`Basic ${encodeURIComponent(right.slice(6))}`,
			`Basic ${'/'.repeat(8_000)}`,
		]) {
			const { status } = await send(url, { headers: { authorization }, body: good });
			expect({ authorization: authorization.slice(0, 60), status }).toMatchObject({ status: 401 });
		}
		expect((await send(url, { headers: { 'x-api-key': 'pass:word!' }, body: good })).status).toBe(
			401,
		);
		expect(await trigger.executions()).toEqual([]);
		expect((await send(url, { headers: { authorization: right }, body: good })).status).toBe(200);
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('leave nothing of a key in what n8n stores or says', async () => {
		stage = await Stage.open({}, { webhookApiKey: 'a-key-that-must-stay-secret' });
		const trigger = await stage.engine.activate(stage.trigger());
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		const url = (await trigger.url()).replace(stage.engine.publicUrl, stage.engine.receiverUrl);
		await send(url, { headers: { 'x-api-key': 'a-key-that-must-stay-secre' }, body: good });
		expect(await trigger.emitted()).toHaveLength(1);
		expect(stage.engine.output.mentions('a-key-that-must-stay-secret')).toEqual([]);
		expect(stage.engine.storedText()).not.toContain('a-key-that-must-stay-secret');
	});
});
