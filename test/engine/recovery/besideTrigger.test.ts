import { type EngineParts, partsOf } from '../harness/engineParts';
import { nodeFrom } from '../harness/execution';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { send } from '../harness/triggers/deliverySender';
import { register, webhooksOf } from '../harness/triggers/registration';
import { freshNodes } from '../support/freshNodes';
import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

const KEY = { 'x-api-key': 'the-key-of-the-venue' };

describe('the recovery trigger next to the webhook trigger in one workflow', () => {
	let fixture: RecoveryFixture;
	let parts: EngineParts;
	let recovery: ActiveTrigger;
	let url: string;

	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		await fixture.engine.updateCredential(fixture.credential, { webhookApiKey: KEY['x-api-key'] });
		parts = partsOf(fixture.engine);
		const nodes = freshNodes('VenuePlatformRecoveryTrigger', 'VenuePlatformTrigger');
		recovery = await fixture.engine.activate(
			fixture.trigger({ refetchBookings: false }, nodes.VenuePlatformRecoveryTrigger),
		);
		const trigger = nodeFrom(parts, { ...fixture.events(), node: nodes.VenuePlatformTrigger });
		const row = await parts.workflows.load(recovery.workflowId);
		await parts.workflows.update(row.id, { nodes: [...row.nodes, trigger] });
		const workflow = parts.workflows.open(await parts.workflows.load(row.id));
		const [webhook] = webhooksOf(parts, workflow, trigger);
		await register(parts, workflow, webhook, 'activate', 1);
		url = `${fixture.engine.receiverUrl}/webhook/${webhook.path}`;
	});
	afterEach(async () => await fixture.close());

	const restart = async () => {
		const nodes = freshNodes('VenuePlatformRecoveryTrigger', 'VenuePlatformTrigger');
		parts.types.add(nodes.VenuePlatformTrigger);
		await recovery.restart(nodes.VenuePlatformRecoveryTrigger);
	};

	/** Whether the message has started the workflow. */
	const deliver = async (id: string) => {
		const date = new Date().toISOString();
		const message = { id, sendDate: date, eventDate: date, type: 'Booking', eventType: 'Updated' };
		const { body } = await send(url, 'POST', { ...message, data: {} }, KEY);
		return body.includes('has started');
	};

	it('keeps what the other trigger remembers, whichever of them writes last [reliability: processors receive deliveries]', async () => {
		const ids: string[] = [];
		for (let round = 0; round < 6; round++) {
			for (const id of [`a-${round}`, `b-${round}`, `c-${round}`]) {
				expect(await deliver(id)).toBe(true);
				ids.push(id);
			}
			fixture.giveUp(2);
			fixture.later();
			expect(ofEvent((await recovery.poll()).items, 'final')).toHaveLength(2);
			if (round % 2 === 0) {
				ids.push(`last-${round}`);
				expect(await deliver(`last-${round}`)).toBe(true);
			}
			if (round % 3 !== 1) await restart();
			for (const id of ids) expect(await deliver(id)).toBe(false);
			expect(await recovery.poll()).toEqual({ items: [] });
		}
	});

	it('does not report again after a delivery has overwritten its memory with an older one', async () => {
		const before = await fixture.staticData(recovery.workflowId);
		fixture.giveUp(3);
		fixture.later();
		expect(ofEvent((await recovery.poll()).items, 'final')).toHaveLength(3);
		await parts.workflows.update(recovery.workflowId, { staticData: before });
		expect(await deliver('the next one')).toBe(true);
		await restart();
		expect(await recovery.poll()).toEqual({ items: [] });
		expect(ofEvent(await recovery.emitted(), 'final')).toHaveLength(3);
	});

	it('reports a message once that was answered too late for the venue, and started the workflow once [reliability: may have arrived]', async () => {
		const { id } = fixture.venue.messages.addFailed({ attempts: 7 });
		expect(await deliver(id)).toBe(true);
		fixture.later();
		const reports = ofEvent((await recovery.poll()).items, 'final');
		expect(reports.map(({ messageId }) => messageId)).toEqual([id]);
		await restart();
		expect(await deliver(id)).toBe(false);
		expect(await recovery.poll()).toEqual({ items: [] });
	});
});
