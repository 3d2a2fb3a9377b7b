import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import * as fc from 'fast-check';

import { Attacker, malformed, unauthenticated } from '../../attacks/deliveries';
import { tallyOf, EACH_ONCE } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { TRIGGER_NODE } from '../fixtures/nodes';
import { ALL_CAME_ONCE, publishedWhileEventsCome } from '../fixtures/publishedWhileEventsCome';
import { TriggerFixture, WEBHOOK_API_KEY } from '../fixtures/triggerFixture';
import { expectLiveForms } from '../sharedTests/liveForms';
import { until } from '../fixtures/until';

const START_WITHIN = 300_000;
const MINUTES = 60_000;
const SENDERS = 8;

describe('the trigger in a real n8n', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
	}, START_WITHIN);

	afterAll(async () => await fixture?.stop(), START_WITHIN);

	beforeEach(async () => await fixture.startVenue());

	const resend = async (id: string) => await fixture.venue.messages.resend(id);

	it(
		'starts the workflow once for each message: copies at once, later, renamed, restarted [api 1; 6.2.3] [readme: starts your workflow] [reliability: Each message starts]',
		async () => {
			const nodes = [fixture.trigger('Bookings'), fixture.trigger('Everything')];
			const workflow = await fixture.publish(nodes);
			const ids = await fixture.createMessages(40);
			await inParallel(SENDERS / 2, ids, async (id) => {
				await fixture.venue.messages.resend(id, { copies: 2, together: true });
			});
			await inParallel(SENDERS, ids, resend);
			const renamed = nodes.map((node) => ({ ...node, name: `${node.name} of the venue` }));
			await fixture.publishChanged(workflow, renamed);
			await inParallel(SENDERS, ids, resend);
			await fixture.lab.main.stop();
			await fixture.startAgain(renamed);
			await inParallel(SENDERS, ids, resend);

			const started = await fixture.executions(workflow, ids.length);
			expect(ids).toHaveLength(80);
			// A copy that waits too long on a slow machine is not accepted and is sent again.
			const { missing, twice } = tallyOf(ids, started, fixture.venue);
			expect({ missing, twice }).toEqual({ missing: 0, twice: 0 });
		},
		4 * MINUTES,
	);

	it('has one configuration at the venue, which is disabled while the workflow is not published', async () => {
		const nodes = [fixture.trigger()];
		const workflow = await fixture.publish(nodes);
		const enabled = () =>
			fixture.configurationsFor(`${nodes[0].webhookId}/`).map((own) => own.enabled);
		expect(enabled()).toEqual([true]);
		await fixture.lab.workflows.unpublish(workflow);
		await until(() => enabled().every((isOn) => isOn === false));
		await fixture.publishChanged(workflow, nodes);
		expect(enabled()).toEqual([true]);
	});

	it(
		'misses no event while a changed trigger is published ten times',
		async () => {
			expect(await publishedWhileEventsCome(fixture, 10)).toEqual(ALL_CAME_ONCE);
		},
		10 * MINUTES,
	);

	it(
		'rejects deliveries without the key, and they start nothing',
		async () => {
			const trigger = fixture.trigger();
			const workflow = await fixture.publish([trigger]);
			const attacker = new Attacker(fixture.urlOf(trigger));
			const attacks = [
				...fc.sample(unauthenticated(WEBHOOK_API_KEY), 60),
				...fc.sample(malformed(WEBHOOK_API_KEY), 60),
			];
			const statuses = new Set<number>();
			await inParallel(SENDERS, attacks, async (attack) => {
				statuses.add((await attacker.send(attack)).status);
			});
			attacker.stop();
			expect([...statuses].sort()).toEqual([400, 401, 422]);

			const ids = await fixture.createMessages(1);
			await resend(ids[0]);
			expect(tallyOf(ids, await fixture.executions(workflow, 1), fixture.venue)).toEqual(EACH_ONCE);
		},
		MINUTES,
	);

	it(
		'accepts messages in the forms of the live service, each once',
		async () => {
			const trigger = fixture.trigger();
			const workflow = await fixture.publish([trigger]);
			await expectLiveForms(fixture, trigger, workflow);
		},
		MINUTES,
	);

	it(
		'is answered 401 after a change of the Client Secret, until it is unpublished and published',
		async () => {
			const { venue, lab } = fixture;
			const { baseUrl, credentials } = venue;
			const credential = await lab.credentials.create('venuePlatformApi', {
				baseUrl,
				...credentials,
			});
			const nodes = [{ ...fixture.trigger(), credential }];
			const workflow = await fixture.publish(nodes);
			const answer = async () => {
				const [id] = await fixture.createMessages(1);
				const [{ status }] = await venue.messages.resend(id);
				return status;
			};
			expect(await answer()).toBe(200);
			const rotated = venue.clients.rotateSecret(credentials.clientId);
			await lab.credentials.update(credential, { baseUrl, ...rotated });
			// The old secret is used for ten seconds, and for one more delivery.
			await until(async () => (await answer()) === 401);
			await fixture.publishChanged(workflow, nodes);
			expect(await answer()).toBe(401);
			await lab.workflows.unpublish(workflow);
			await fixture.publishChanged(workflow, nodes);
			expect(await answer()).toBe(200);
		},
		2 * MINUTES,
	);

	it(
		'no longer takes the old Webhook API Key once the new one has come',
		async () => {
			const { venue, lab } = fixture;
			const data = { baseUrl: venue.baseUrl, ...venue.credentials };
			const keyed = (webhookApiKey: string) => ({ ...data, webhookApiKey });
			const credential = await lab.credentials.create('venuePlatformApi', keyed('old'));
			const trigger = { ...fixture.trigger(), credential };
			await fixture.publish([trigger]);
			let sent = 0;
			const statusFor = async (key: string) => {
				const message = { id: `with a key ${++sent}`, type: 'Booking', eventType: 'Created' };
				const headers = { 'x-api-key': key };
				const options = { headers, proxy: false, validateStatus: () => true } as const;
				return (await axios.post(fixture.urlOf(trigger), message, options)).status;
			};
			expect(await statusFor('old')).toBe(200);
			expect(await statusFor('new')).toBe(401);
			await lab.credentials.update(credential, keyed('new'));
			// Wrong keys make the trigger look at the credential once a second.
			await until(async () => (await statusFor('new')) === 200);
			expect(await statusFor('old')).toBe(401);
			expect(await statusFor('new')).toBe(200);
		},
		MINUTES,
	);

	it(
		'lets a Crypto node check the signature, and stores the key in no execution',
		async () => {
			const additionalConfiguration = '{"authentication":{"includeSignature":true}}';
			const options = { includeRequest: true, additionalConfiguration };
			const sign = {
				name: 'Sign',
				type: 'n8n-nodes-base.crypto',
				typeVersion: 1,
				parameters: {
					action: 'hmac',
					type: 'SHA256',
					value: '={{ $json.rawBody }}',
					dataPropertyName: 'signature',
					secret: fixture.venue.signatureKey,
					encoding: 'hex',
				},
			};
			const workflow = await fixture.publish([fixture.trigger('Trigger', { options }), sign]);
			const data = { name: 'Siobhán 李小龍 🎉' };
			const [{ id }] = await fixture.venue.emit({ type: 'Booking', eventType: 'Created', data });
			const [{ executionId }] = await fixture.executions(workflow, 1);
			const execution = await fixture.lab.executions.ended(executionId);
			const [item] = execution.items('Sign') as Array<{ headers: Record<string, string> }>;
			expect(item).toMatchObject({ id, signature: item.headers['x-signature'], data });
			expect(execution.saved).not.toContain(WEBHOOK_API_KEY);
		},
		2 * MINUTES,
	);

	it(
		'comes to its end if a later step has stopped it and a user chooses Retry execution [reliability: later step]',
		async () => {
			const called: string[] = [];
			let isDown = true;
			const app = createServer(({ url = '' }, response) => {
				called.push(url);
				response.writeHead(isDown && url === '/second' ? 503 : 200).end('{}');
			}).listen(0, '127.0.0.1');
			await once(app, 'listening');
			try {
				const { port } = app.address() as AddressInfo;
				const step = (name: string) => ({
					name,
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: { url: `http://127.0.0.1:${port}/${name}` },
				});
				const workflow = await fixture.publish([fixture.trigger(), step('first'), step('second')]);
				await resend((await fixture.createMessages(1))[0]);
				const [{ executionId, status }] = await fixture.executions(workflow, 1);
				expect(status).toBe('error');

				isDown = false;
				const { executions } = fixture.lab;
				await executions.retry(executionId);
				await until(async () => (await executions.count(workflow, 'success')) === 1);
				expect(called).toEqual(['/first', '/second', '/second']);
			} finally {
				app.close();
			}
		},
		2 * MINUTES,
	);

	it('shows its output fields before there is an event', async () => {
		const schema = `${fixture.lab.main.url}/schemas/${TRIGGER_NODE}/1.1.0.json`;
		const { data } = await axios.get<object>(schema, { proxy: false });
		expect(data).toMatchObject({ properties: { eventDate: { type: 'string' } } });
	});
});
