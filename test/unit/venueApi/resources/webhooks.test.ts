import * as fc from 'fast-check';

import type { IDataObject, INode } from 'n8n-workflow';

import { readList } from '../../../../nodes/venueApi/records';
import { asList, changeInTurn, webhookOf } from '../../../../nodes/venueApi/resources/webhooks';

describe('a webhook of the venue', () => {
	it('has its id under either name, as a number or a text', () => {
		fc.assert(
			fc.property(
				fc.constantFrom('webhookId', 'id'),
				fc.nat(),
				fc.constantFrom<(id: number) => unknown>(Number, String, (id) => ` ${id} `),
				fc.dictionary(fc.constantFrom('url', 'enabled', 'name'), fc.string()),
				(field, id, form, rest) => {
					const record = { ...rest, [field]: form(id) as string };
					const webhook = webhookOf(record);
					expect(webhook.id).toBe(String(id));
					expect(webhook.configuration).toEqual(rest);
				},
			),
		);
	});

	it('keeps its own id next to the venue’s', () => {
		const record = { webhookId: 7, id: 'ours', url: 'https://receiver.example' };
		expect(webhookOf(record).id).toBe('7');
		expect(webhookOf(record).configuration).toEqual({
			id: 'ours',
			url: 'https://receiver.example',
		});
	});

	it('has no id in a number that JSON rounds, which may be that of another one', () => {
		const record = JSON.parse('{"webhookId":9007199254740993,"url":"https://receiver.example"}');
		expect(webhookOf(record).id).toBeUndefined();
		const href = 'https://venue.example/webhooks/9007199254740993';
		expect(webhookOf({ ...record, href }).id).toBe('9007199254740993');
	});

	it('is the same whether its configuration is next to its id or below it', () => {
		const configuration = { url: 'https://receiver.example', enabled: false };
		const record = { webhookId: 7, createdDate: '2026-11-21', ...configuration };
		for (const name of ['configuration', 'config', 'webhook']) {
			const outer = { webhookId: 7, createdDate: '2026-11-21' };
			const nested = { ...outer, [name]: configuration };
			expect(webhookOf(nested)).toEqual({ id: '7', configuration, isOff: true, record });
			const idBelow = { [name]: { ...configuration, id: 7 } };
			expect(webhookOf(idBelow)).toMatchObject({ id: '7', configuration });
		}
	});

	it('is the same whatever letters its names have, and is written back as documented', () => {
		const webhooks = { booking: { events: ['Created'], include: { tickets: true } } };
		const configuration = { url: 'https://receiver.example', enabled: false, webhooks };
		const authentication = { apiKey: 'the-key' };
		const inCapitals = {
			WebhookId: 7,
			Configuration: {
				Url: configuration.url,
				Enabled: false,
				Authentication: { ApiKey: 'the-key' },
				Webhooks: { booking: { Events: ['Created'], Include: { tickets: true } } },
			},
		};
		const withUnderscores = {
			...{ webhook_id: 7, ...configuration },
			authentication: { api_key: 'the-key' },
		};
		for (const record of [inCapitals, withUnderscores]) {
			const whole = { ...configuration, authentication };
			expect(webhookOf(record)).toMatchObject({ id: '7', configuration: whole, isOff: true });
			expect(readList(asList(record))).toHaveLength(1);
		}
	});

	it('is found beside its own address at the venue, which may be all that shows its id', () => {
		const webhooks = { booking: { events: ['Created'] } };
		const configuration = { url: 'https://receiver.example/webhooks/9', enabled: false, webhooks };
		const address = 'https://venue.example/api/webhooks/7';
		for (const record of [
			{ webhookId: 7, url: address, configuration },
			{ url: `${address}/`, configuration },
			{ ...configuration, _links: { self: { href: address } } },
			{ ...configuration, links: { self: '/webhooks/7?view=all' } },
			{ ...configuration, href: address },
		] as IDataObject[]) {
			expect(webhookOf(record)).toMatchObject({ id: '7', configuration, isOff: true });
			expect(webhookOf(record).record.url).toBe(configuration.url);
			expect(webhookOf(record).configuration._links).toBeUndefined();
			expect(readList(asList(record))).toHaveLength(1);
		}
		expect(webhookOf(configuration).id).toBeUndefined();
	});

	it('is not looked for inside of its own configuration', () => {
		const record = {
			id: 7,
			url: 'https://receiver.example',
			proxy: { url: 'https://proxy.example' },
		};
		expect(webhookOf(record).configuration).toEqual({ url: record.url, proxy: record.proxy });
	});

	it.each<[unknown, boolean]>([
		[false, true],
		[0, true],
		['False ', true],
		['0', true],
		[true, false],
		[1, false],
		[undefined, false],
		[null, false],
		['paused', false],
	])('with enabled: %j is off: %j', (enabled, expected) => {
		expect(webhookOf({ enabled } as IDataObject).isOff).toBe(expected);
	});

	it.each([{}, { id: '' }, { id: null }, { webhookId: {} }, { id: 1.5 }, { webhookId: true }])(
		'has no id in %j',
		(record) => expect(webhookOf(record).id).toBeUndefined(),
	);
});

describe('a venue with one webhook that sends it without a list', () => {
	const configuration = {
		url: 'https://receiver.example',
		enabled: true,
		webhooks: { booking: { events: ['Created'] } },
	};
	const forms: IDataObject[] = [
		{ webhookId: 233, ...configuration },
		{ webhookId: 233, createdDate: '2026-11-21', configuration },
		{ ...configuration, tags: [] },
		{ id: '233', url: configuration.url, headers: [{ name: 'a', value: 'b' }] },
	];

	it.each(
		forms.flatMap((form) => [
			form,
			{ data: form },
			{ data: { webhook: form } },
			{ webhooks: form },
		]),
	)('has a list of one in %j', (body) => {
		const list = readList(asList(body), 'webhooks') ?? [];
		expect(list.map((record) => webhookOf(record).configuration.url)).toEqual([configuration.url]);
	});

	it.each([
		[],
		[{ webhookId: 233, ...configuration }],
		{ items: [], venue: { id: 3, url: 'https://venue.example' } },
		{
			webhooks: [{ webhookId: 233, ...configuration }],
			id: 1,
			url: 'https://venue.example/webhooks',
		},
		{},
		{ message: 'No webhooks' },
		{ self: { url: 'https://venue.example/webhooks' } },
	])('changes nothing in %j', (body) => expect(asList(body)).toEqual(body));
});

describe('changes of webhooks', () => {
	const began: string[] = [];

	const change = (name: string, clientId: string, id: string, signal?: AbortSignal) => {
		const connection = {
			baseUrl: 'https://api.platform.example',
			clientId,
			signal,
			node: { name: 'Venue Platform', type: 'venuePlatform' } as INode,
		};
		let finish = () => {};
		const done = changeInTurn(connection, id, async () => {
			began.push(name);
			await new Promise<void>((resolve) => (finish = resolve));
			return name;
		});
		return { done, finish: () => finish() };
	};
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));

	beforeEach(() => began.splice(0));

	it('of one webhook wait for each other, and those of another venue with its number do not', async () => {
		const first = change('first', 'alpha', '1');
		const second = change('second', 'alpha', '1');
		const elsewhere = change('elsewhere', 'beta', '1');
		const other = change('other', 'alpha', '2');
		await settled();
		expect(began).toEqual(['first', 'elsewhere', 'other']);
		for (const each of [first, elsewhere, other]) each.finish();
		await settled();
		expect(began).toEqual(['first', 'elsewhere', 'other', 'second']);
		second.finish();
		expect(await Promise.all([first.done, second.done])).toEqual(['first', 'second']);
		await Promise.all([elsewhere.done, other.done]);
	});

	it('no longer wait in an execution that is canceled', async () => {
		const first = change('first', 'alpha', '1');
		const execution = new AbortController();
		const second = change('second', 'alpha', '1', execution.signal);
		await settled();
		execution.abort();
		await expect(second.done).rejects.toThrow('The execution was canceled');
		first.finish();
		await first.done;
	});
});
