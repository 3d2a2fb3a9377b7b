import { PollContext } from 'n8n-core';
import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { partsOf } from '../harness/engineParts';
import { nodeFrom, workflowOf } from '../harness/execution';
import { isN8n1 } from '../harness/n8n';
import { fresh, ofEvent, RecoveryFixture } from './support/recoveryFixture';

const BUDGET_MS = 36_000;

interface Scheduled {
	items: INodeExecutionData[];
	commit: () => unknown;
}

describe('the recovery trigger and what n8n saves after a poll', () => {
	let fixture: RecoveryFixture;
	let cursor: IDataObject;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		cursor = {};
	});
	afterEach(async () => await fixture.close());

	it('reports again what was not saved, and nothing else', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.giveUp(2);
		await trigger.poll();
		const parts = partsOf(fixture.engine);
		const staticData = await fixture.staticData(trigger.workflowId);
		const [message] = fixture.giveUp(1);
		await trigger.poll();
		await parts.workflows.update(trigger.workflowId, { staticData });
		await trigger.restart(fresh());
		const said = ofEvent(await trigger.emitted(), 'final').map(({ messageId }) => messageId);
		expect(said).toHaveLength(4);
		expect(said.slice(2)).toEqual([message.id, message.id]);
	});

	// n8n 1.x has no such scheduler.
	if (isN8n1) return;

	/**
	 * With a new context for each poll, and a cursor that n8n commits together with the execution.
	 */

	const schedule = () => {
		const parts = partsOf(fixture.engine);
		const setup = fixture.trigger({ events: ['final', 'booking'] });
		const row = workflowOf([nodeFrom(parts, setup)], {});
		return async (isFirst = false): Promise<Scheduled> => {
			const workflow = parts.workflows.open(row);
			const staged = deepCopy(cursor);
			const context = new PollContext(
				workflow,
				row.nodes[0],
				parts.additionalData({ workflowId: row.id }),
				'trigger',
				isFirst ? 'activate' : 'update',
				undefined,
				undefined,
				undefined,
				undefined,
				() => staged,
				isFirst ? undefined : () => BUDGET_MS,
			);
			const type = parts.types.getByNameAndVersion(row.nodes[0].type, 1);
			const data = await type.poll!.call(context);
			// After publishing, n8n discards the node's data and saves the workflow's. After any other
			// poll it commits only the node's.
			if (isFirst) row.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
			else expect(workflow.staticData.__dataChanged).not.toBe(true);
			const commit = isFirst ? () => undefined : () => (cursor = staged);
			return { items: (data ?? []).flat(), commit };
		};
	};

	it('reports once in that scheduler what was committed, and again what was not', async () => {
		const poll = schedule();
		fixture.giveUp(1);
		await poll(true);
		fixture.giveUp(2);
		fixture.later();
		const { booking } = await fixture.venue.bookings.create();
		for (let lost = 0; lost < 2; lost++) {
			const { items } = await poll();
			expect(ofEvent(items, 'final')).toHaveLength(2);
			expect(ofEvent(items, 'booking')).toMatchObject([
				{ booking: { uniqueId: booking.uniqueId } },
			]);
		}
		const { items, commit } = await poll();
		expect(items).toHaveLength(3);
		commit();
		for (let empty = 0; empty < 3; empty++) {
			fixture.later();
			const next = await poll();
			expect(next.items).toEqual([]);
			next.commit();
		}
	});
});
