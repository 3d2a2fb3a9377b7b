import { subscriptionsOf } from '../../../nodes/venueApi/resources/events';
import type { JsonObject } from '../../venue/json';
import { startEngine } from '../harness/engine';
import { ActionNode } from './support/actionNode';

const ELSEWHERE = 'https://crm.example/venue-events';

describe('Webhook → Check', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const ours = (path: string) => `${node.engine.publicUrl}/webhook/${path}/venue-platform`;
	const create = (url: string, enabled = true) =>
		node.venue.webhooks.create({
			url,
			enabled,
			authentication: { apiKey: 'a-key-to-hide' },
			webhooks: {
				booking: { events: ['Updated', 'Created'] },
				signedWaiver: { events: ['Created'] },
			},
		});
	const check = async (options = {}) => await node.items('webhook', 'check', { options });
	const states = async () => (await check()).map(({ state }) => state);

	it('tells a disabled, a failing, a doubled, a foreign and a healthy webhook apart', async () => {
		create(ours('off'), false);
		create(ours('failing'));
		create(ours('twice'));
		create(ours('twice'));
		create(ELSEWHERE);
		create(ours('fine'));
		node.venue.messages.addFailed({ attempts: 2, webhookId: 1002 });
		expect(await states()).toEqual([
			'disabled',
			'failing',
			'doubled',
			'doubled',
			'foreign',
			'healthy',
		]);
	});

	it('does not call two webhooks doubled that send different events to one address', async () => {
		const events = ['Created'];
		const send = (webhooks: Record<string, { events: string[] }>) =>
			node.venue.webhooks.create({ url: ours('shared'), enabled: true, webhooks });
		send({ booking: { events } });
		send({ customer: { events } });
		expect(await states()).toEqual(['healthy', 'healthy']);
		send({ booking: { events: ['Created', 'Updated'] } });
		expect(await states()).toEqual(['doubled', 'healthy', 'doubled']);
	});

	it('tells of failed messages that belong to no webhook of the list [troubleshooting: Failed messages to none of these webhooks]', async () => {
		create(ours('fine'));
		const told = async (options = {}) => {
			const { items, hints } = await node.execute(['webhook', 'check', { options }]);
			expect(items[0].map(({ json }) => json.state)).toEqual(['healthy']);
			return hints.map(({ message }) => message);
		};
		expect(await told()).toEqual([]);
		node.venue.messages.addFailed({ attempts: 7, webhookId: 1099 });
		node.venue.messages.addFailed({ attempts: 2, webhookId: 1099 });
		expect(await told()).toEqual([
			'Failed messages to none of these webhooks: 2. See them with Failed Message → Get Many.',
		]);
		expect(await told({ url: ours('fine') })).toEqual([]);
	});

	it.each(['{}', '{"webhooks":null}'])('finds none in %s', async (body) => {
		node.venue.faults.on('GET /webhooks', { kind: 'answer', status: 200, body });
		expect(await check()).toEqual([]);
	});

	it('tells if an expression gives nothing for URL', async () => {
		create(ours('fine'));
		const options = { url: '={{ $json.nothing }}' };
		const { items, hints } = await node.execute(['webhook', 'check', { options }]);
		expect(items[0]).toHaveLength(1);
		expect(hints.map(({ message }) => message)).toEqual([
			'URL is empty, so this filter is ignored.',
		]);
	});

	it('shows what failed in the words of the venue, and what to do', async () => {
		create(ours('failing'));
		create(ours('fine'));
		const { messages } = node.venue;
		messages.addFailed({ attempts: 3, webhookId: 1001 });
		messages.addFailed({
			attempts: 7,
			webhookId: 1001,
			detail: 'Timed out',
			httpResponseStatus: 504,
		});
		const [failing, fine] = await check();
		expect(failing).toEqual({
			webhookId: '1001',
			url: ours('failing'),
			enabled: true,
			events: ['Booking.Created', 'Booking.Updated', 'SignedWaiver.Created'],
			isOurs: true,
			failed: 2,
			givenUp: 1,
			lastStatus: 504,
			lastDetail: 'Timed out',
			state: 'failing',
			advice: expect.stringMatching(/Failed Message → Recover/),
		});
		expect(fine).toMatchObject({
			failed: 0,
			givenUp: 0,
			lastStatus: null,
			lastDetail: null,
			state: 'healthy',
			advice: expect.stringMatching(/^Nothing to do/),
		});
	});

	it('names the topics that an enabled webhook of this n8n has no events of', async () => {
		const all = subscriptionsOf(['*']);
		const { ticket, product, ...known } = all;
		const subscribe = (webhooks: JsonObject, url: string) =>
			node.venue.webhooks.change(create(url).webhookId, { webhooks });
		subscribe(known, ours('any-event'));
		subscribe({ ...known, ticket, product }, ours('whole'));
		subscribe({ ...known, ticket: { events: ['Created'] } }, ours('chosen'));
		subscribe({ booking: all.booking }, ours('bookings'));
		subscribe(known, ELSEWHERE);
		const told = (await check()).map(({ advice }) => /no events of ([^:]*):/.exec(String(advice)));
		expect(told.map((found) => found?.[1])).toEqual([
			'Ticket, Product',
			...[undefined, undefined, undefined, undefined],
		]);
	});

	it.each<[string, unknown, string]>([
		['no topic', {}, 'disabled'],
		['a topic without events', { booking: { events: [] }, ticket: null }, 'disabled'],
		['another spelling', { booking: { events: ['CREATED'] } }, 'healthy'],
		['topics that are not known', { giftCard: { events: ['Created'] } }, 'healthy'],
		['events in an unknown form', { booking: { events: [{ kind: 'Created' }] } }, 'healthy'],
		['a list of topics', [{ topic: 'Booking', events: ['Created'] }], 'healthy'],
		['nothing about topics', undefined, 'healthy'],
	])('reports an enabled webhook of this n8n with %s', async (_, webhooks, state) => {
		const fields = { webhooks } as JsonObject;
		for (const url of [ours('ignored'), ELSEWHERE]) {
			node.venue.webhooks.change(create(url).webhookId, fields);
		}
		const [item, foreign] = await check();
		expect(item).toMatchObject({ enabled: true, state });
		expect(foreign).toMatchObject({ state: 'foreign' });
		expect(/stored no event/.test(String(item.advice))).toBe(state === 'disabled');
	});

	it('advises what works for a trigger, for another receiver in n8n and for another system', async () => {
		const own = `${node.engine.publicUrl}/webhook/own-path`;
		const url = [ours('off'), own, ELSEWHERE];
		for (const one of url) create(one, false);
		const off = (await check()).map(({ advice }) => advice);
		expect(off[0]).toMatch(/unpublish it and publish it again/);
		for (const advice of off.slice(1)) {
			expect(advice).toMatch(/Webhook → Update/);
			expect(advice).not.toMatch(/publish/);
		}
		create(ours('twice'));
		create(ours('twice'));
		create(own);
		create(own);
		const doubled = (await check()).slice(3).map(({ advice }) => advice);
		expect(doubled[0]).toMatch(/: unpublish its workflow and publish it/);
		expect(doubled[2]).toMatch(/with Webhook → Update\.$/);
	});

	it('takes the address of a test event for no receiver of the trigger', async () => {
		const atTest = (path: string) => ours(path).replace('/webhook/', '/webhook-test/');
		create(atTest('on'));
		create(atTest('off'), false);
		create(atTest('given-up'));
		node.venue.messages.addFailed({ attempts: 7, webhookId: 1003 });
		const found = (await check()).map(({ state, advice }) => [state, advice]);
		const switchedOff = 'publish the workflow (if it is published, unpublish it first)';
		expect(found).toEqual([
			['healthy', expect.stringContaining(switchedOff)],
			['disabled', 'n8n has listened here for a test event, so there is nothing to do.'],
			['failing', expect.stringContaining(switchedOff)],
		]);
	});

	it('does not have another system’s bookings recovered', async () => {
		create(ELSEWHERE);
		node.venue.messages.addFailed({ attempts: 7, webhookId: 1001 });
		const [{ advice }] = await check();
		expect(advice).not.toMatch(/Recover/);
		expect(advice).toMatch(/tell its owner/);
	});

	it.each(['http://localhost:5678', 'https://127.0.0.1', 'http://n8n:5678'])(
		'has no webhook switched off as foreign if n8n only shows %s',
		async (publicUrl) => {
			const engine = await startEngine({ publicUrl });
			const { baseUrl, credentials } = node.venue;
			const data = { baseUrl, ...credentials };
			const credential = await engine.saveCredential('venuePlatformApi', data);
			const without = new ActionNode(node.venue, engine, credential);
			create('https://n8n.example.com/webhook/fine/venue-platform');
			create('https://n8n.example.com/webhook/off/venue-platform', false);
			const [fine, off] = await without.items('webhook', 'check');
			await engine.stop();
			expect(fine).toMatchObject({ isOurs: false, state: 'foreign' });
			expect(fine.advice).toMatch(/N8N_WEBHOOK_URL/);
			expect(fine.advice).not.toMatch(/switch/);
			expect(off).toMatchObject({ isOurs: false, state: 'disabled' });
			expect(off.advice).toMatch(/unpublish it and publish it again/);
		},
	);

	it('shows the first state that applies', async () => {
		create(ELSEWHERE, false);
		create(ELSEWHERE);
		create(ELSEWHERE);
		node.venue.messages.addFailed({ attempts: 1, webhookId: 1001 });
		node.venue.messages.addFailed({ attempts: 1, webhookId: 1002 });
		expect(await states()).toEqual(['disabled', 'failing', 'doubled']);
	});

	it('does not count a disabled webhook as a double', async () => {
		create(ours('one'));
		create(ours('one'), false);
		expect(await states()).toEqual(['healthy', 'disabled']);
	});

	it('treats a host that only begins like this n8n as another system', async () => {
		const { host } = new URL(node.engine.publicUrl);
		create(`https://${host}.evil.example/webhook/x`);
		create(`https://evil.example/?${node.engine.publicUrl}/webhook/x`);
		create('not a web address');
		expect(await states()).toEqual(['foreign', 'foreign', 'foreign']);
	});

	it('checks a single address, however it is spelled', async () => {
		create(ours('one'));
		create(ELSEWHERE);
		const [only, ...others] = await check({ url: ' HTTPS://CRM.example:443/venue-events' });
		expect(only).toMatchObject({ url: ELSEWHERE, state: 'foreign' });
		expect(others).toEqual([]);
	});

	it('reports if the venue has no such webhook, or if the address is not one', async () => {
		create(ours('one'));
		const { items, hints } = await node.execute([
			'webhook',
			'check',
			{ options: { url: ELSEWHERE } },
		]);
		expect(items[0]).toEqual([]);
		expect(JSON.stringify(hints)).toContain('The venue has no webhook with this URL.');
		const { message } = await node.errorOf('webhook', 'check', { options: { url: 'crm' } });
		expect(message).toMatch(/“URL” is not a complete web address/);
	});

	it('shows no secret that is in an address', async () => {
		create('https://clerk:pass-1@receiver.example/');
		const [item] = await check();
		expect(item.url).toBe('https://clerk:•••@receiver.example/');
		expect(JSON.stringify(item)).not.toContain('a-key-to-hide');
	});

	it('changes nothing at the venue', async () => {
		create(ours('one'));
		await check();
		expect(
			node.venue.requests.map(({ method }) => method).filter((name) => name !== 'GET'),
		).toEqual(['POST']);
		expect(node.venue.count('POST /token')).toBe(1);
	});
});
