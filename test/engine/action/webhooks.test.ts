import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { otherAddresses, otherAddressesInJson } from '../../attacks/configurations';
import { ActionNode, byId, VenuePlatformTool } from './support/actionNode';

const RECEIVER = 'https://receiver.example/events';

describe('webhooks', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const valid = { url: RECEIVER, events: ['Booking.Created'] };

	describe('what the venue would not accept is reported before any request', () => {
		const additional = (text: string) => ({ options: { additionalConfiguration: text } });
		const flaws: Array<[string, INodeParameters, RegExp]> = [
			['an address without https', { url: 'http://receiver.example' }, /“URL” does not start/],
			['no address', { url: ' ' }, /“URL” is empty/],
			['half an address', { url: 'receiver.example/events' }, /“URL” is not a complete/],
			['an address with a password', { url: 'https://a:b@receiver.example' }, /“URL” holds a user/],
			['no event', { events: '={{ [] }}' }, /“Events” is empty/],
			['an unknown event', { events: ['Booking.Moved'] }, /“Events” holds something/],
			['a kind that its topic has not', { events: ['Redemption.Updated'] }, /“Events” holds/],
			['broken JSON', additional('{"a": '), /“Additional Configuration” is not a JSON object/],
			['a JSON list', additional('[1]'), /“Additional Configuration” is not a JSON object/],
			['a veiled secret', { options: { apiKey: '•••' } }, /“API Key” holds •••/],
			['a key without text', { options: { apiKey: ' ' } }, /“API Key” has no key/],
			[
				'a configuration that gives nothing',
				{ options: { additionalConfiguration: '={{ $json.configuration }}' } },
				/“Additional Configuration” is empty/,
			],
			['a switch that gives nothing', { enabled: '={{ $json.on }}' }, /“Enabled” is neither/],
			[
				'details that give nothing',
				{ options: { bookingInclude: '={{ $json.details }}' } },
				/“Booking Details to Include” holds something/,
			],
			[
				'a key that gives nothing',
				{ options: { apiKey: '={{ $json.key }}' } },
				/“API Key” has no key/,
			],
			[
				'a veiled secret in JSON',
				additional('{"authentication": {"password": "•••"}}'),
				/“Additional Configuration” holds •••/,
			],
			[
				'details of bookings that are not sent',
				{ events: ['Ticket.Created'], options: { bookingInclude: ['tickets'] } },
				/“Booking Details to Include” is of no use/,
			],
			[
				'an unknown detail',
				{ options: { bookingInclude: ['costs'] } },
				/“Booking Details to Include” holds something/,
			],
		];

		it.each(flaws)('%s [guideline: Input is validated]', async (_, fields, message) => {
			const refusal = await node.errorOf('webhook', 'create', { ...valid, ...fields });
			expect(refusal.message).toMatch(message);
			expect(refusal.description).not.toBe('');
			expect(node.venue.requests).toEqual([]);
		});
	});

	it('the events may come from an expression, as a list or separated by commas', async () => {
		const events = '={{ ["Booking.Created", "Ticket.Updated"] }}';
		await node.items('webhook', 'create', { ...valid, events });
		await node.items('webhook', 'create', { ...valid, events: 'Booking.Created, Ticket.Updated' });
		const [first, second] = node.venue.webhooks.all();
		expect(first.configuration.webhooks).toEqual({
			booking: { events: ['Created'] },
			ticket: { events: ['Updated'] },
		});
		expect(second.configuration).toEqual(first.configuration);
	});

	it.each(['tickets, payments', '["tickets","payments"]'])(
		'so may the details to include: %s',
		async (bookingInclude) => {
			await node.items('webhook', 'create', { ...valid, options: { bookingInclude } });
			expect(node.venue.webhooks.all()[0].configuration.webhooks).toEqual({
				booking: {
					events: ['Created'],
					include: { externalId: false, payments: true, tickets: true },
				},
			});
		},
	);

	it('additional configuration is merged deeply [api 2.3]', async () => {
		const additionalConfiguration = JSON.stringify({
			authentication: { includeSignature: true },
			webhooks: { booking: { filter: { salesChannels: ['Online'] } } },
		});
		await node.items('webhook', 'create', {
			...valid,
			options: { apiKey: 'a-key', bookingInclude: ['payments'], additionalConfiguration },
		});
		expect(node.venue.webhooks.all()[0].configuration).toEqual({
			url: RECEIVER,
			enabled: true,
			authentication: { apiKey: 'a-key', includeSignature: true },
			webhooks: {
				booking: {
					events: ['Created'],
					include: { externalId: false, payments: true, tickets: false },
					filter: { salesChannels: ['Online'] },
				},
			},
		});
	});

	it('a key that the venue repeats in its error is hidden', async () => {
		node.venue.faults.on('POST /webhooks', {
			kind: 'answer',
			status: 400,
			body: '{"Message":"The key a-key-to-hide is too short"}',
		});
		const options = { apiKey: 'a-key-to-hide' };
		const { message } = await node.errorOf('webhook', 'create', { ...valid, options });
		expect(message).toContain('The key ••• is too short');
	});

	it('passwords and keys of any kind are hidden', async () => {
		node.venue.webhooks.create({
			url: 'https://clerk:pass-1@receiver.example/',
			enabled: true,
			authentication: { basic: { username: 'clerk', password: 'pass-2' }, apiKey: 'pass-3' },
			signature: { secret: 'pass-4' },
			webhooks: { booking: { events: ['Created'] } },
		});
		const [item] = await node.items('webhook', 'getAll');
		expect(JSON.stringify(item)).not.toContain('pass-');
		expect(item).toMatchObject({
			webhookId: '1001',
			url: 'https://clerk:•••@receiver.example/',
			authentication: { basic: { username: 'clerk', password: '•••' }, apiKey: '•••' },
		});
	});

	it('has one ID wherever it is shown, also if its configuration names another', async () => {
		const configuration = { webhookId: 9, url: RECEIVER, enabled: true };
		const fault = {
			kind: 'answer',
			status: 200,
			body: JSON.stringify([{ id: 5, configuration }]),
		} as const;
		node.venue.faults.on('GET /webhooks', fault);
		const [shown] = await node.items('webhook', 'getAll');
		node.venue.faults.on('GET /webhooks', fault);
		const [checked] = await node.items('webhook', 'check');
		expect([shown.webhookId, checked.webhookId]).toEqual(['5', '5']);
	});

	it.each([
		[{ body: '1001' }, '1001'],
		[{ body: '"5f0c9f1e-2b"' }, '5f0c9f1e-2b'],
		[{ headers: { location: '/webhooks/1001?v=2' } }, '1001'],
		[{ body: 'Created' }, undefined],
		[{ body: 'Webhook 7 was created' }, undefined],
		[{ body: '<Id>7</Id>', headers: { location: '/webhooks' } }, undefined],
	])('that is created has the ID in the response, and no other text: %j', async (answer, id) => {
		node.venue.faults.on('POST /webhooks', { kind: 'answer', status: 201, ...answer });
		const [created] = await node.items('webhook', 'create', valid);
		expect(created.webhookId).toBe(id);
		expect(created).toMatchObject({ url: RECEIVER });
	});

	describe('an update', () => {
		it.each([
			['url', /“URL” is empty/],
			['events', /“Events” is empty/],
			['enabled', /“Enabled” is neither/],
			['bookingInclude', /“Booking Details to Include” holds/],
			['apiKey', /“API Key” has no key/],
			['additionalConfiguration', /“Additional Configuration” is empty/],
		])('by an expression that gives nothing changes nothing: %s', async (name, reason) => {
			node.venue.webhooks.create(whole);
			const { message } = await node.errorOf(...update({ [name]: '={{ $json.nothing }}' }));
			expect(message).toMatch(reason);
			expect(node.venue.requests).toEqual([]);
		});

		const whole = {
			url: RECEIVER,
			enabled: true,
			authentication: { apiKey: 'a-key', includeSignature: true },
			retention: { days: 30 },
			webhooks: {
				booking: { events: ['Created'], include: { tickets: true, costs: true } },
				ticket: { events: ['Created'], filter: { productIds: [1, 2] } },
			},
		};
		const update = (updateFields: INodeParameters) =>
			['webhook', 'update', { webhookId: byId(1001), updateFields }] as const;
		const stored = () => node.venue.webhooks.find(1001)?.configuration;

		it.each<[string, INodeParameters, object]>([
			['Enabled', { enabled: false }, { enabled: false }],
			['URL', { url: `${RECEIVER}/` }, { url: `${RECEIVER}/` }],
			[
				'Events',
				{ events: ['Booking.Created', 'Booking.Deleted'] },
				{ webhooks: { booking: { ...whole.webhooks.booking, events: ['Created', 'Deleted'] } } },
			],
			[
				'Booking Details to Include',
				{ bookingInclude: ['payments'] },
				{
					webhooks: {
						...whole.webhooks,
						booking: {
							events: ['Created'],
							include: { costs: true, externalId: false, payments: true, tickets: false },
						},
					},
				},
			],
			[
				'API Key',
				{ apiKey: 'the-next-key' },
				{ authentication: { apiKey: 'the-next-key', includeSignature: true } },
			],
			[
				'Additional Configuration',
				{ additionalConfiguration: '{"retention": {"unit": "days"}}' },
				{ retention: { days: 30, unit: 'days' } },
			],
		])('of %s changes nothing else', async (_, updateFields, change) => {
			node.venue.webhooks.create(whole);
			const [item] = await node.items(...update(updateFields));
			expect(stored()).toEqual({ ...whole, ...change });
			expect(item).toMatchObject({ webhookId: '1001' });
			expect(JSON.stringify(item)).not.toMatch(/a-key|the-next-key/);
		});

		it.each<[INodeParameters]>([
			...otherAddresses.map((url): [INodeParameters] => [{ url }]),
			...otherAddressesInJson.map((additional): [INodeParameters] => [
				{ additionalConfiguration: JSON.stringify(additional) },
			]),
		])(
			'sends no stored key to another address: %j [security: another address]',
			async (updateFields) => {
				node.venue.webhooks.create(whole);
				const { message, description } = await node.errorOf(...update(updateFields));
				expect(message).toMatch(/another address, which must not learn the key/);
				expect(description).toMatch(/Add API Key to Update Fields/);
				expect(stored()).toEqual(whole);
			},
		);

		it('sends no stored key to another address as a tool [security: give away]', async () => {
			node.venue.webhooks.create(whole);
			const call = update({ url: 'https://receiver.example/evil' });
			const { status, error } = await node.execute([...call], { node: VenuePlatformTool });
			expect(status).toBe('error');
			expect(error?.message).toMatch(/another address, which must not learn the key/);
			expect(stored()).toEqual(whole);
		});

		it.each<[INodeParameters]>([
			[{ url: 'http://receiver.example/events' }],
			[{ additionalConfiguration: '{"url": "http://receiver.example/events"}' }],
			[{ additionalConfiguration: '{"url": "https://clerk:secret@receiver.example/"}' }],
		])('is rejected for an address that the venue must not use: %j', async (updateFields) => {
			node.venue.webhooks.create(whole);
			const { message } = await node.errorOf(...update(updateFields));
			expect(message).toMatch(/“URL” (does not start with https|holds a user name)/);
			expect(stored()).toEqual(whole);
		});

		it('to another address works with a new key [security: asks for a new]', async () => {
			node.venue.webhooks.create(whole);
			const url = 'https://other.example/events';
			await node.items(...update({ url, apiKey: 'the-next-key' }));
			const authentication = { apiKey: 'the-next-key', includeSignature: true };
			expect(stored()).toEqual({ ...whole, url, authentication });
		});

		it('and another at the same time both stay', async () => {
			node.venue.webhooks.create(whole);
			const both = [update({ enabled: false }), update({ events: ['Booking.Deleted'] })];
			const runs = await node.whileTimeMoves(
				Promise.all(both.map(async (call) => await (await node.begin([...call])).done)),
			);
			expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
			expect(stored()).toMatchObject({
				enabled: false,
				webhooks: { booking: { events: ['Deleted'] } },
			});
		});

		it('without fields is rejected', async () => {
			const { message } = await node.errorOf(...update({}));
			expect(message).toBe('“Update Fields” is empty');
		});

		it('of a webhook that the venue does not have is rejected', async () => {
			const { message } = await node.errorOf(...update({ enabled: false }));
			expect(message).toBe('There is no such webhook for this venue');
			expect(node.venue.count('PUT /webhooks/{webhookId}')).toBe(0);
		});

		it('that the venue lists and does not take is not blamed on the ID', async () => {
			node.venue.webhooks.create(whole);
			node.venue.faults.on('PUT /webhooks/{webhookId}', { kind: 'answer', status: 404 });
			const { message, description } = await node.errorOf(...update({ enabled: false }));
			expect(message).toBe('The venue has nothing at this address');
			expect(description).toMatch(/the venue does not offer this one/);
		});

		it.each(['terse', 'masked'])(
			'does not remove an authentication that the venue does not show (%s) [troubleshooting: could take that away]',
			async (kind) => {
				node.venue.webhooks.create(whole);
				if (kind === 'terse') node.venue.vary({ secretsInLists: false });
				else {
					const shown = { ...whole, webhookId: 1001, authentication: { apiKey: '********' } };
					const body = JSON.stringify([shown]);
					node.venue.faults.on('GET /webhooks', { kind: 'answer', status: 200, body });
				}
				const { message, description } = await node.errorOf(...update({ enabled: false }));
				expect(message).toMatch(/could take that away/);
				expect(description).toMatch(/Add API Key to Update Fields.* to switch it off, any new key/);
				expect(stored()).toEqual(whole);

				await node.items(...update({ enabled: false, apiKey: 'a-key' }));
				expect(stored()).toMatchObject({ enabled: false, authentication: { apiKey: 'a-key' } });
			},
		);

		it.each<[string, IDataObject]>([
			['the user alone', { username: 'clerk' }],
			['the user alone in an object', { basic: { userName: 'clerk' } }],
			['an empty password', { username: 'clerk', password: '' }],
		])(
			'does not remove a password of which the venue shows %s, beside the keys of others',
			async (_, authentication) => {
				node.venue.webhooks.create(whole);
				const secret = { ...whole, authentication: { username: 'clerk', password: 'pass-2' } };
				const { webhookId } = node.venue.webhooks.create(secret);
				const listed = [
					{ webhookId: webhookId - 1, ...whole },
					{ webhookId, ...secret, authentication },
				];
				const body = JSON.stringify(listed);
				node.venue.faults.on('GET /webhooks', { kind: 'answer', status: 200, body });
				const changes = { webhookId: String(webhookId), updateFields: { enabled: false } };
				const { message } = await node.errorOf('webhook', 'update', changes);
				expect(message).toMatch(/could take that away/);
				expect(node.venue.webhooks.find(webhookId)?.configuration).toEqual(secret);
			},
		);

		it('of a webhook without authentication needs no key if the venue shows the keys of others', async () => {
			node.venue.webhooks.create({ url: RECEIVER, webhooks: whole.webhooks });
			node.venue.webhooks.create(whole);
			await node.items(...update({ enabled: false }));
			expect(stored()).toEqual({ url: RECEIVER, webhooks: whole.webhooks, enabled: false });
		});

		it('believes the user that there is no authentication', async () => {
			node.venue.webhooks.create({ url: RECEIVER, webhooks: whole.webhooks });
			const additionalConfiguration = '{"authentication": {}}';
			await node.items(...update({ enabled: false, additionalConfiguration }));
			expect(stored()).toMatchObject({ enabled: false, authentication: {} });
		});
	});
});
