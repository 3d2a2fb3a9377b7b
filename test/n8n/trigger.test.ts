import { byMany, Theatre } from './trigger/theatre';
import type { StoredWorkflow } from './lab/rest/workflows';

const START_WITHIN = 300_000;
const SENDERS = 16;

describe('the trigger in a real n8n', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'alone' });
	}, START_WITHIN);

	afterAll(async () => await theatre?.lab.stop(), START_WITHIN);

	beforeEach(async () => await theatre.invite({ delivery: { timeoutMs: 120_000 } }));

	afterEach(async () => await theatre.venue?.stop());

	const resend = async (id: string) => await theatre.venue.messages.resend(id);

	const expectEachOnce = async (workflow: StoredWorkflow, ids: string[]) => {
		const started = await theatre.executions(workflow, ids.length);
		expect(started.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
		const refused = theatre.venue.deliveries.filter(({ status }) => status !== 200);
		expect(refused).toEqual([]);
	};

	it('starts the workflow once when four copies of each of 500 messages come at once', async () => {
		const workflow = await theatre.publish([theatre.trigger()]);
		const ids = await theatre.messages(500);
		await byMany(SENDERS / 4, ids, async (id) => {
			await theatre.venue.messages.resend(id, { copies: 4, together: true });
		});
		await expectEachOnce(workflow, ids);
	}, 600_000);

	it('starts it once with two triggers, renamed, restarted, and all copies sent again', async () => {
		const nodes = [theatre.trigger('Bookings'), theatre.trigger('Everything')];
		const workflow = await theatre.publish(nodes, false);
		const ids = await theatre.messages(250);
		await byMany(SENDERS, ids, resend);

		const renamed = nodes.map((node) => ({ ...node, name: `${node.name} of the venue` }));
		const { id, versionId } = await theatre.lab.workflows.read(workflow);
		const changed = await theatre.lab.workflows.update(
			{ ...workflow, id, versionId },
			'Renamed',
			renamed,
		);
		await theatre.lab.workflows.publish(changed);
		await theatre.untilRegistered(renamed);
		await byMany(SENDERS, ids, resend);

		await theatre.lab.main.restart();
		await theatre.lab.session.enter();
		await theatre.untilRegistered(renamed);
		await byMany(SENDERS, ids, resend);
		await expectEachOnce(workflow, ids);
	}, 600_000);

	it('misses none and starts none twice when n8n is restarted right after a burst of 1,000', async () => {
		const nodes = [theatre.trigger()];
		const workflow = await theatre.publish(nodes);
		const ids = await theatre.messages(1_000);
		await byMany(32, ids, resend);
		await theatre.lab.main.restart();
		await theatre.lab.session.enter();
		await theatre.untilRegistered(nodes);
		await byMany(32, ids, resend);
		await expectEachOnce(workflow, ids);
		const { staticData } = await theatre.lab.workflows.read(workflow);
		expect(JSON.stringify(staticData).length).toBeLessThan(32_000);
	}, 600_000);
});
