import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../fixtures/until';
import type { StoredWorkflow } from '../../lab/rest/workflows';
import { type RemedyLab, WORKS } from '../remedyLab';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

export function describeStarting(labOf: () => RemedyLab) {
	let at: RemedyLab;

	beforeEach(async () => {
		at = labOf();
		await at.invite({ delivery: { firstRetrySeconds: 60 } });
	});

	const started = async (workflow: StoredWorkflow) =>
		(await at.lab.executions.list(workflow)).length;

	const starts = async (workflow: StoredWorkflow, count: number) => {
		await until(async () => (await started(workflow)) >= count);
		await sleep(500);
		expect(await started(workflow)).toBe(count);
	};

	const published = async (parameters = {}) => {
		const credential = await at.credential();
		const node = at.trigger(credential, parameters);
		const { workflow, says } = await at.publish(node);
		expect(says).toBe('');
		await at.lab.untilRouted(`${node.webhookId}/venue-platform`);
		return { credential, node, workflow };
	};

	const unpublishAndPublish = async ({ node, workflow }: Awaited<ReturnType<typeof published>>) => {
		await at.lab.workflows.unpublish(workflow);
		expect((await at.publish(node, workflow)).says).toBe('');
		await at.lab.untilRouted(`${node.webhookId}/venue-platform`);
	};

	const check = async () => (await at.call(['webhook', 'check'])).items;

	const failedList = async () => (await at.call(['failedMessage', 'getAll'])).items;

	const retry = async () => {
		at.lab.clock.advance(2 * 60_000);
		await at.venue.clock.advance(0);
		await at.venue.idle();
	};

	describe('The trigger does not start', () => {
		it('1. Is the workflow published?', async () => {
			const node = at.trigger(await at.credential());
			const workflow = await at.lab.workflows.create('Not published', [node]);
			await at.venue.bookings.create();
			expect(at.venue.webhooks.all()).toEqual([]);
			await at.triggers.lab.workflows.run(workflow, node.name);
			await until(() => at.venue.webhooks.subscribedTo('Booking', 'Created').length > 0);
			const [{ configuration }] = at.venue.webhooks.all();
			expect(configuration.url).toContain('/webhook-test/');
			await at.venue.bookings.create();
			await starts(workflow, 1);
			expect((await at.publish(node, workflow)).says).toBe('');
			await at.lab.untilRouted(`${node.webhookId}/venue-platform`);
			await at.venue.bookings.create();
			await starts(workflow, 2);
		});

		it.each([
			['missing', (id: number) => at.venue.webhooks.remove(id)],
			['disabled', (id: number) => void at.venue.webhooks.change(id, { enabled: false })],
			[
				'for another event',
				(id: number) =>
					void at.venue.webhooks.change(id, { webhooks: { ticket: { events: ['Created'] } } }),
			],
		])('2. Does the venue have a webhook for it? The webhook is %s', async (how, change) => {
			const trigger = await published({ events: ['Booking.Created'] });
			const [{ webhookId }] = at.venue.webhooks.all();
			change(webhookId);
			await at.venue.bookings.create();
			const found = await check();
			if (how === 'missing') expect(found).toEqual([]);
			else if (how === 'disabled') {
				expect(found).toEqual([expect.objectContaining({ state: 'disabled', isOurs: true })]);
				expect(found[0].advice).toContain('unpublish it and publish it again');
			} else expect(found[0].events).toEqual(['Ticket.Created']);
			await unpublishAndPublish(trigger);
			expect(await check()).toEqual([
				expect.objectContaining({ state: 'healthy', events: ['Booking.Created'] }),
			]);
			await at.venue.bookings.create();
			await starts(trigger.workflow, 1);
		});

		it('3. Can the venue reach your n8n? 401: the Client Secret was changed', async () => {
			const trigger = await published();
			const rotated = at.venue.clients.rotateSecret(at.venue.credentials.clientId);
			Object.assign(at.venue.credentials, rotated);
			await at.lab.credentials.update(trigger.credential, at.data());
			await sleep(11_000);
			await at.venue.bookings.create();
			await at.venue.bookings.create();
			expect(await failedList()).toContainEqual(expect.objectContaining({ lastHttpStatus: 401 }));
			await unpublishAndPublish(trigger);
			const before = await started(trigger.workflow);
			await at.venue.bookings.create();
			await starts(trigger.workflow, before + 1);
			const { items } = await at.call(['failedMessage', 'recover'], trigger.credential);
			expect(items.map(({ uniqueId }) => uniqueId)).toEqual(
				expect.arrayContaining(['BKG-000001', 'BKG-000002']),
			);
		});

		it('3. Can the venue reach your n8n? 503: n8n cannot read the credential', async () => {
			const trigger = await published();
			await at.lab.session.call('DELETE', `/rest/credentials/${trigger.credential.id}`);
			await sleep(11_000);
			await at.venue.bookings.create();
			await at.venue.bookings.create();
			expect(await failedList()).toContainEqual(expect.objectContaining({ lastHttpStatus: 503 }));
			expect(await at.lab.log()).toContain('cannot read its credential');
			const before = await started(trigger.workflow);
			const node = { ...trigger.node, credential: await at.credential() };
			expect((await at.publish(node, trigger.workflow)).says).toBe('');
			await at.venue.bookings.create();
			await starts(trigger.workflow, before + 1);
			await retry();
			await until(async () => (await failedList()).length === 0);
		});

		it('3. Can the venue reach your n8n? 404: the workflow was not published at that moment', async () => {
			const trigger = await published();
			await at.lab.workflows.unpublish(trigger.workflow);
			await at.lab.untilRouted(`${trigger.node.webhookId}/venue-platform`, false);
			await at.venue.bookings.create();
			expect(await failedList()).toEqual([expect.objectContaining({ lastHttpStatus: 404 })]);
			await at.publish(trigger.node, trigger.workflow);
			await at.lab.untilRouted(`${trigger.node.webhookId}/venue-platform`);
			await retry();
			await starts(trigger.workflow, 1);
		});

		it('3. Can the venue reach your n8n? No HTTP status', async () => {
			const trigger = await published();
			at.venue.receivers.map(at.lab.publicOrigin, 'http://127.0.0.1:1');
			await at.venue.bookings.create();
			const [{ lastHttpStatus }] = await failedList();
			expect(lastHttpStatus ?? null).toBeNull();
			at.venue.receivers.map(at.lab.publicOrigin, at.lab.webhookUrl);
			await retry();
			await starts(trigger.workflow, 1);
		});

		it('4. Was it an event that you chose?', async () => {
			const trigger = await published({ events: ['Booking.Created'] });
			const { booking } = await at.venue.bookings.create();
			await starts(trigger.workflow, 1);
			await at.venue.bookings.change(booking.uniqueId, { guests: 3 });
			await starts(trigger.workflow, 1);
			const parameters = { events: ['Booking.Created', 'Booking.Updated'] };
			await at.publish({ ...trigger.node, parameters }, trigger.workflow);
			await at.venue.bookings.change(booking.uniqueId, { guests: 4 });
			await starts(trigger.workflow, 2);
		});

		it('5. Is the Skip Outdated Events option on?', async () => {
			const options = { skipOutdated: true };
			const trigger = await published({ events: ['*'], options });
			const event = (minutes: number) => ({
				type: 'Booking' as const,
				eventType: 'Updated' as const,
				eventDate: new Date(at.lab.clock.now() + minutes * 60_000).toISOString(),
				data: { uniqueId: 'BKG-000001' },
			});
			await at.venue.emit(event(0));
			await at.venue.emit(event(-5));
			await starts(trigger.workflow, 1);
			const parameters = { events: ['*'] };
			await at.publish({ ...trigger.node, parameters }, trigger.workflow);
			await at.venue.emit(event(-4));
			await starts(trigger.workflow, 2);
		});
	});

	describe('An event starts the workflow twice', () => {
		const itemsOf = async (workflow: StoredWorkflow) => {
			const list = await at.lab.executions.list(workflow);
			const read = await Promise.all(list.map(async ({ id }) => await at.lab.executions.ended(id)));
			return read.flatMap((execution) => execution.items('Trigger'));
		};

		it('1. Is it the same event?', async () => {
			const trigger = await published();
			const { booking } = await at.venue.bookings.create();
			await at.venue.bookings.change(booking.uniqueId, { guests: 3 });
			await starts(trigger.workflow, 2);
			const items = await itemsOf(trigger.workflow);
			expect(new Set(items.map(({ id }) => id)).size).toBe(2);
		});

		it('2. Does the venue send it to two webhooks? Both have the address of the trigger', async () => {
			const trigger = await published();
			const [{ configuration }] = at.venue.webhooks.all();
			at.venue.webhooks.create({ ...configuration });
			await at.venue.bookings.create();
			await starts(trigger.workflow, 2);
			expect((await check()).map(({ state }) => state)).toEqual(['doubled', 'doubled']);
			await unpublishAndPublish(trigger);
			expect((await check()).map(({ state }) => state).sort()).toEqual(['disabled', 'healthy']);
			await at.venue.bookings.create();
			await starts(trigger.workflow, 3);
		});

		it('2. Does the venue send it to two webhooks? Both have another address', async () => {
			const configuration = {
				url: 'https://other.example/events',
				enabled: true,
				authentication: { apiKey: 'known' },
				webhooks: { booking: { events: ['Created' as const] } },
			};
			at.venue.webhooks.create({ ...configuration });
			at.venue.webhooks.create({ ...configuration });
			expect((await check()).map(({ state }) => state)).toEqual(['doubled', 'doubled']);
			const off = { webhookId: byId('1002'), updateFields: { enabled: false } };
			expect(await at.call(['webhook', 'update', off])).toEqual(WORKS);
			expect((await check()).map(({ state }) => state)).toEqual(['foreign', 'disabled']);
		});

		it('3. Did you choose it in two triggers?', async () => {
			const credential = await at.credential();
			const one = { ...at.trigger(credential), name: 'One' };
			const two = { ...at.trigger(credential), name: 'Two' };
			const workflow = await at.triggers.publish([one, two]);
			await at.venue.bookings.create();
			await starts(workflow, 2);
			const other = { ...two, parameters: { events: ['Ticket.Created'] } };
			const first = { ...one, parameters: { events: ['Booking.Created'] } };
			await at.triggers.publishChanged(workflow, [first, other]);
			await at.venue.bookings.create();
			await starts(workflow, 3);
		});
	});
}
