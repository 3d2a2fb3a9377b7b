import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../venue';
import { ActionNode, byId, itemsOf, MINUTE, SECOND } from './support/actionNode';

const LATENCY = 400;
const BOOKING = 'GET /bookings/{uniqueId}';

const idOf = (item: number) => `BKG-${String(item + 1).padStart(6, '0')}`;

describe('items at a slow venue', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ latencyMs: LATENCY });
		node.venue.bookings.seed(5);
	});
	afterEach(async () => await node.close());

	const lookUp = ['booking', 'get', { bookingId: byId('={{ $json.id }}') }] as const;
	const ids = (...names: string[]) => itemsOf(...names.map((id) => ({ id })));
	const timesOf = (endpoint: string) => node.venue.requestsTo(endpoint).map(({ at }) => at);

	it('Booking → Get reaches 97 % of 600 a minute, without a 429 and in order [api 8 REST API]', async () => {
		const names = Array.from({ length: 700 }, (_, item) => idOf(item % 5));
		const execution = await node.execute([...lookUp], { items: ids(...names) });
		expect(execution.items[0].map(({ json }) => json.uniqueId)).toEqual(names);
		expect(execution.items[0].map(({ pairedItem }) => pairedItem)).toEqual(
			names.map((_, item) => ({ item })),
		);
		const times = timesOf(BOOKING);
		expect(times).toHaveLength(names.length);
		const minutes = (times[times.length - 1] - times[0]) / MINUTE;
		expect(names.length / minutes).toBeGreaterThanOrEqual(0.97 * 600);
		expect(node.venue.requests.filter(({ status }) => status === 429)).toEqual([]);
	});

	it('Booking → Get sends at most five at once, because other executions wait, too', async () => {
		await node.execute([...lookUp], { items: ids(...Array<string>(50).fill(idOf(0))) });
		const times = timesOf(BOOKING);
		const underWay = times.map((time) => times.filter((at) => at <= time && at > time - LATENCY));
		expect(Math.max(...underWay.map(({ length }) => length))).toBe(5);
	});

	it('items that change something run one after the other', async () => {
		node.venue.webhooks.create({
			url: 'https://receiver.example',
			enabled: true,
			authentication: { apiKey: 'a-key' },
			webhooks: { booking: { events: ['Created'] } },
		});
		const change: INodeParameters = {
			webhookId: byId(1001),
			updateFields: { url: '={{ $json.url }}', apiKey: 'another key' },
		};
		const urls = Array.from({ length: 5 }, (_, item) => ({
			url: `https://receiver.example/${item}`,
		}));
		await node.execute(['webhook', 'update', change], { items: itemsOf(...urls) });
		const updates = node.venue.requestsTo('PUT /webhooks/{webhookId}');
		expect(updates.map(({ body }) => body)).toEqual(
			urls.map((url) => expect.objectContaining(url)),
		);

		const times = updates.map(({ at }) => at);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LATENCY);
	});

	describe('that book something, with Retry On Fail', () => {
		const book = {
			...{ knownCall: 'createBooking', callBody: '={{ $json }}' },
			options: { responseFormat: '={{ $json.format ?? "automatic" }}' },
		};
		const guests = itemsOf({ name: 'Ada' }, { name: 'Grace' }, { name: 'Joan' });
		const sent = () =>
			node.venue.requestsTo('POST /bookings').map(({ body }) => (body as { name: string }).name);
		const refusal = {
			kind: 'answer',
			status: 409,
			body: '{"errors":[{"message":"Full"}]}',
		} as const;

		beforeEach(() => {
			const headers = { 'content-type': 'application/json' };
			node.venue.undocumented.on('POST /bookings', { headers, body: '{"uniqueId":"new"}' });
		});

		it.each<[string, Fault]>([
			['the connection breaks', { kind: 'resetAfterRead' }],
			['a gateway answers', { kind: 'answer', status: 502 }],
			['the venue does not answer', { kind: 'hang' }],
		])(
			'send none again if %s [reliability: Retry On Fail] [api-access: Retry On Fail]',
			async (_, fault) => {
				node.venue.faults.on('POST /bookings', fault, { after: 1, times: 1 });
				const { status, error } = await node.execute(['api', 'call', book], {
					...{ items: guests, retryOnFail: true },
				});
				expect(status).toBe('error');
				expect(sent()).toEqual(['Ada', 'Grace']);
				expect(error?.description).toContain('may have carried out this request');
				expect(error?.description?.split('The item before this one was carried out')).toHaveLength(
					2,
				);
			},
		);

		it('send none again whose response is not what the user expects', async () => {
			node.venue.undocumented.on('POST /bookings', { body: 'Done' });
			const { error } = await node.execute(['api', 'call', book], {
				...{ items: itemsOf({ name: 'Ada', format: 'json' }), retryOnFail: true },
			});
			expect(error?.message).toBe('The venue’s answer is not JSON');
			expect(sent()).toEqual(['Ada']);
		});

		it.each<[string, Fault, string]>([
			['under way', { kind: 'hang' }, 'The venue may have carried out this request.'],
			['refused', { ...refusal, status: 429 }, 'Nothing else was sent to the venue.'],
		])('tell after a cancel what was done: the second one was %s', async (_, fault, said) => {
			node.venue.faults.on('POST /bookings', fault, { after: 1, times: 1 });
			const running = await node.begin(['api', 'call', book], { items: guests, retryOnFail: true });
			setTimeout(() => running.cancel(), 20 * SECOND);
			const { status, error } = await node.whileTimeMoves(running.done);
			expect(status).toBe('canceled');
			expect(error?.description).toContain(said);
			expect(sent()).toEqual(['Ada', 'Grace']);
		});

		it('tell after a cancel that nothing was sent, if no access token had come', async () => {
			node.venue.faults.on('POST /token', { kind: 'hang' });
			const running = await node.begin(['api', 'call', book], { items: guests });
			setTimeout(() => running.cancel(), 10 * SECOND);
			const { status, error } = await node.whileTimeMoves(running.done);
			expect([status, error?.description]).toEqual([
				'canceled',
				'Nothing else was sent to the venue.',
			]);
			expect(sent()).toEqual([]);
		});

		it.each([['stopWorkflow'], ['continueRegularOutput'], ['continueErrorOutput']] as const)(
			'send again what the venue has refused, and only that, with %s',
			async (onError) => {
				node.venue.faults.on('POST /bookings', refusal, { after: 2, times: 1 });
				const first = await node.execute(['api', 'call', book], {
					...{ items: guests, retryOnFail: true, onError },
				});
				const isEnded = onError === 'stopWorkflow';
				expect(sent()).toEqual(['Ada', 'Grace', 'Joan', ...(isEnded ? ['Joan'] : [])]);
				expect(first.items.flat()).toHaveLength(3);

				node.venue.faults.on('POST /bookings', refusal, { times: 1 });
				const { items } = await node.execute(['api', 'call', book], {
					...{ items: guests, retryOnFail: true, onError },
				});
				const [, , , ...later] = sent().slice(isEnded ? 1 : 0);
				expect(later.sort()).toEqual(['Ada', 'Ada', 'Grace', 'Joan']);
				expect(items[0].map(({ json, pairedItem }) => [json.uniqueId, pairedItem])).toEqual(
					guests.map((_, item) => ['new', { item }]),
				);
			},
		);
	});

	it('200 items do not wait for minutes each while no sign-in works', async () => {
		node.venue.faults.on('POST /token', { kind: 'answer', status: 503 });
		const names = Array.from({ length: 200 }, (_, item) => idOf(item % 5));
		const { status, items } = await node.execute([...lookUp], {
			...{ items: ids(...names), onError: 'continueRegularOutput' },
		});
		expect([status, items[0].length]).toEqual(['success', 200]);
		for (const { json } of items[0]) expect(json.error).toMatch(/sign-in does not work/);
		// One after the pause of each retry, and no more than the retries of a usual outage.
		expect(node.venue.count('POST /token')).toBeLessThan(30);
	});

	it('the first failed item ends the execution, even if the venue has not answered others', async () => {
		node.venue.faults.on(`GET /bookings/${idOf(0)}`, { kind: 'hang' });
		const items = ids(idOf(0), idOf(1), 'nobody', idOf(0), ...Array<string>(50).fill(idOf(2)));
		const { status, error } = await node.execute([...lookUp], { items });
		expect(status).toBe('error');
		expect(error?.message).toBe('There is no such booking for this venue');
		expect(error?.context?.itemIndex).toBe(2);
		expect(Date.now() - node.start).toBeLessThan(5 * SECOND);
		expect(timesOf(BOOKING).length).toBeLessThanOrEqual(7);
	});

	it('an item that takes a minute does not delay the others', async () => {
		node.venue.faults.on(`GET /bookings/${idOf(0)}`, { kind: 'delay', ms: 50 * SECOND });
		const names = [idOf(0), 'nobody', ...Array<string>(100).fill(idOf(1))];
		const { items } = await node.execute([...lookUp], {
			items: ids(...names),
			onError: 'continueRegularOutput',
		});
		expect(items[0].map(({ json }) => json.uniqueId ?? 'nobody')).toEqual(names);
		const [held, ...others] = timesOf(BOOKING);
		expect(Math.max(...others) - held).toBeLessThan(30 * SECOND);
	});

	it('five at once survive an expired token and maintenance: one renewal, all found', async () => {
		const names = Array.from({ length: 60 }, (_, item) =>
			item === 40 ? 'nobody' : idOf(item % 5),
		);
		const answer = { kind: 'answer', status: 503, headers: { 'retry-after': '5' } } as const;
		node.venue.faults.on(BOOKING, answer, { after: 12, times: 4 });
		setTimeout(() => node.venue.tokens.revokeAll(), 4 * SECOND);
		const { items } = await node.execute([...lookUp], {
			items: ids(...names),
			onError: 'continueRegularOutput',
		});
		expect(items[0].map(({ json }) => json.uniqueId ?? 'nobody')).toEqual(names);
		expect(node.venue.count('POST /token')).toBe(2);
		expect(node.venue.requests.filter(({ status }) => status === 503)).toHaveLength(4);
	});

	it('stop within a second of the cancel', async () => {
		const names = Array<string>(300).fill(idOf(0));
		const running = await node.begin([...lookUp], { items: ids(...names) });
		let canceledAt = 0;
		// The burst is over by then, so calls wait for the limit.
		setTimeout(() => {
			canceledAt = Date.now();
			running.cancel();
		}, 20 * SECOND);
		const { status } = await node.whileTimeMoves(running.done);
		expect(status).toBe('canceled');
		expect(Date.now() - canceledAt).toBeLessThan(SECOND);
		expect(node.venue.requests.filter(({ at }) => at > canceledAt)).toEqual([]);
	});
});
