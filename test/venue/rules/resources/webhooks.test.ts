import { startVenue, TOPICS, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';

const URL_OF_N8N = 'https://n8n.example/webhook/1';

const configuration = {
	url: URL_OF_N8N,
	enabled: true,
	authentication: { apiKey: 'shared' },
	webhooks: { booking: { events: ['Created', 'Updated'], include: { tickets: true } } },
};

describe('webhook configurations', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		venue = await startVenue(options);
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const post = (body: unknown) => caller.call('POST', '/webhooks', body);

	it('4: POST /webhooks creates a configuration, GET /webhooks lists it', async () => {
		await open();
		const created = await post(configuration);
		expect([created.status, created.data]).toEqual([200, { webhookId: 1001, ...configuration }]);
		expect((await caller.call('GET', '/webhooks')).data).toEqual([created.data]);
		expect(venue.webhooks.all()).toEqual([{ webhookId: 1001, configuration }]);
	});

	it('2.3: capabilities stated only in words are stored as they were sent', async () => {
		await open();
		const more = {
			...configuration,
			retention: { days: 3 },
			webhooks: {
				booking: { events: ['Created'], salesChannels: ['Web'], include: { costs: true } },
				customer: { events: ['Updated'], include: { flags: true } },
			},
		};
		await post(more);
		expect(venue.webhooks.all()[0].configuration).toEqual(more);
	});

	it('6.1: every topic, in lower camel case, with all its event kinds', async () => {
		await open();
		const webhooks = Object.fromEntries(
			Object.entries(TOPICS).map(([topic, events]) => [
				topic[0].toLowerCase() + topic.slice(1),
				{ events },
			]),
		);
		expect((await post({ ...configuration, webhooks })).status).toBe(200);
	});

	it.each([
		['2.3: url is an HTTPS URL', 'url', { url: 'http://n8n.example/' }],
		['2.3: url is a URL', 'url', { url: 'n8n' }],
		['2.3: webhooks are required', 'webhooks', { webhooks: undefined }],
		[
			'2.3: topic keys are in lower camel case',
			'webhooks',
			{ webhooks: { Booking: { events: ['Created'] } } },
		],
		['6.1: no other topics', 'webhooks', { webhooks: { voucher: { events: ['Created'] } } }],
		['2.3: events are required', 'webhooks.booking.events', { webhooks: { booking: {} } }],
		[
			'6.1: no other kinds',
			'webhooks.redemption.events.0',
			{ webhooks: { redemption: { events: ['Updated'] } } },
		],
		[
			'2.3: include takes booleans',
			'webhooks.booking.include.tickets',
			{ webhooks: { booking: { events: ['Created'], include: { tickets: 'yes' } } } },
		],
		['2.3: enabled is a boolean', 'enabled', { enabled: 'true' }],
	])('%s, otherwise 400', async (_, field, change) => {
		await open();
		const message = await post({ ...configuration, ...change });
		expect(message.status).toBe(400);
		expect(message.data).toEqual({ Message: expect.any(String) });

		venue.vary({ badRequest: 'modelState' });
		const error = [expect.any(String)];
		expect((await post({ ...configuration, ...change })).data).toEqual({ [field]: error });

		venue.vary({ badRequest: 'messageWithModelState' });
		expect((await post({ ...configuration, ...change })).data).toEqual({
			Message: expect.any(String),
			ModelState: { [field]: error },
		});
		expect(venue.webhooks.all()).toEqual([]);
	});

	it.each(['not JSON', '', '[]', 'null'])(
		'7: 400 for a body that is not an object (%s)',
		async (text) => {
			await open();
			const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
			const { status } = await caller.send({
				method: 'POST',
				url: '/webhooks',
				data: text,
				headers: {
					accept: 'application/json',
					authorization: `Bearer ${accessToken}`,
					'content-type': 'application/json',
				},
				transformRequest: (body: string) => body,
			});
			expect(status).toBe(400);
		},
	);

	it('7: 409 with errors, each with name and message, for a broken business rule', async () => {
		await open({ maxWebhooks: 1 });
		await post(configuration);
		const { status, data } = await post(configuration);
		expect(status).toBe(409);
		expect(data).toEqual({
			errors: [{ name: 'WebhookLimit', message: expect.stringContaining('at most 1') }],
		});
	});

	it('4: PUT /webhooks/{webhookId} replaces the configuration in place', async () => {
		await open();
		await post({ ...configuration, note: 'first' });
		const replaced = { ...configuration, enabled: false };
		const { status, data } = await caller.call('PUT', '/webhooks/1001', replaced);
		expect([status, data]).toEqual([200, { ...replaced, webhookId: 1001 }]);
		expect(venue.webhooks.all()).toEqual([{ webhookId: 1001, configuration: replaced }]);
		expect((await caller.call('PUT', '/webhooks/1001', { enabled: true })).status).toBe(400);
	});

	it('7: 404 with an empty body for an id that the venue does not have', async () => {
		await open({ venues: ['harbor', 'castle'] });
		await post(configuration);
		const castle = venue.addCredentials({ venue: 'castle' });
		for (const [path, as] of [
			['/webhooks/9999', venue.credentials],
			['/webhooks/1001', castle],
		] as const) {
			const { status, data } = await caller.call('PUT', path, configuration, as);
			expect([status, data]).toEqual([404, '']);
		}
		expect((await caller.call('PUT', '/webhooks/first', configuration)).status).toBe(400);
	});

	it.each([405, 404] as const)('4: there is no DELETE: %i', async (unknownMethodStatus) => {
		await open({ variations: { unknownMethodStatus } });
		await post(configuration);
		const { status, headers } = await caller.call('DELETE', '/webhooks/1001');
		expect(status).toBe(unknownMethodStatus);
		expect(headers.allow).toBe('PUT');
		expect(venue.webhooks.all()).toHaveLength(1);
	});

	it.each([
		[
			'plain',
			[200, { webhookId: 1001, ...configuration }],
			[200, { webhookId: 1001, ...configuration }],
		],
		['items', [201, { id: 1001, ...configuration }], [200, { id: 1001, ...configuration }]],
		['envelope', [201, { id: '1001' }], [200, { id: '1001' }]],
		['terse', [201, ''], [204, '']],
	] as const)(
		'the responses to writing are not shown: profile %s',
		async (profile, created, updated) => {
			await open({ profile });
			const posted = await post(configuration);
			expect([posted.status, posted.data]).toEqual(created);
			const put = await caller.call('PUT', '/webhooks/1001', configuration);
			expect([put.status, put.data]).toEqual(updated);
		},
	);

	it('the list may come without secrets, and with another name and type of the id', async () => {
		await open({ profile: 'terse' });
		await post(configuration);
		const { authentication, ...shown } = configuration;
		expect(authentication.apiKey).toBe('shared');
		expect((await caller.call('GET', '/webhooks')).data).toEqual({
			webhooks: [{ webhookId: '1001', ...shown }],
		});
	});
});
