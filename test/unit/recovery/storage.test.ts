import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keepInStep, registerWriter } from '../../../nodes/n8n/staticData';
import { Storage } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/storage';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PUBLISHING = { why: 'publishing' } as const;
const POLLING = { why: 'schedule' } as const;

let workflows = 0;

/** Static data as n8n passes it: the node's data has a flag that shows a change. */
class Workflow {
	readonly id = `workflow ${++workflows}`;
	readonly data: IDataObject = {};

	storage(id: string, nodeData: IDataObject = { __dataChanged: false }): Storage {
		return new Storage({
			getWorkflowStaticData: (type: string) => (type === 'global' ? this.data : nodeData),
			getWorkflow: () => ({ id: this.id, active: true }),
			getNode: () => ({ id }),
		} as unknown as IPollFunctions);
	}

	poll(id: string): void {
		const storage = this.storage(id);
		storage.write(storage.read() ?? { venue: 1, recoverSince: Date.now() }, POLLING);
	}

	nodes(): string[] {
		return Object.values(this.data).flatMap((nodes) => Object.keys(nodes as object));
	}
}

describe('the storage of a workflow’s recovery triggers', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) }));
	afterEach(() => jest.useRealTimers());
	const later = (ms: number) => jest.setSystemTime(Date.now() + ms);

	it('keeps each of 40 nodes, even after n8n was off for a year', () => {
		const workflow = new Workflow();
		const ids = Array.from({ length: 40 }, (_, index) => `node ${index}`);
		for (const id of ids) workflow.poll(id);
		for (const pause of [1_000, 365 * DAY, 365 * DAY]) {
			later(pause);
			const remembered = ids.map((id) => workflow.storage(id).read());
			for (const id of ids) workflow.poll(id);
			expect(ids.map((id) => workflow.storage(id).read())).toEqual(remembered);
		}
		expect(workflow.nodes()).toHaveLength(40);
	});

	it('forgets a deleted node, but none that polls once a month [reliability: after three months]', () => {
		const workflow = new Workflow();
		for (const id of ['often', 'seldom', 'deleted']) workflow.poll(id);
		for (let hour = 1; hour < 100 * 24; hour++) {
			later(DAY / 24);
			workflow.poll('often');
			if (hour % (31 * 24) === 0) workflow.poll('seldom');
			if (hour === 90 * 24) expect(workflow.nodes()).toHaveLength(3);
		}
		expect(workflow.nodes().sort()).toEqual(['often', 'seldom']);
	});

	it('does not grow without end if nodes are deleted and added again all the time', () => {
		const workflow = new Workflow();
		for (const id of ['often', 'seldom']) workflow.poll(id);
		for (let round = 0; round < 500; round++) {
			later(DAY / 4);
			workflow.poll('often');
			if (round % 20 === 0) workflow.poll('seldom');
			workflow.poll(`replaced ${round}`);
		}
		expect(workflow.nodes().length).toBeLessThanOrEqual(45);
		expect(workflow.nodes()).toEqual(expect.arrayContaining(['often', 'seldom']));
	});

	it('keeps 45 nodes if all of them poll', () => {
		const workflow = new Workflow();
		const ids = Array.from({ length: 45 }, (_, index) => `node ${index}`);
		for (let hour = 0; hour < 3; hour++) {
			later(DAY / 24);
			for (const id of ids) workflow.poll(id);
		}
		expect(workflow.nodes()).toHaveLength(45);
	});

	it('forgets a deleted node, whatever executions write back and other processes count', () => {
		const workflow = new Workflow();
		for (const id of ['often', 'deleted']) workflow.poll(id);
		const atStart = JSON.stringify(workflow.data);
		for (let day = 0; day < 95; day++) {
			later(DAY);
			if (day < 90) Object.assign(workflow.data, JSON.parse(atStart));
			workflow.poll('often');
			if (day < 90) expect(workflow.nodes()).toContain('deleted');
		}
		expect(workflow.nodes()).toEqual(['often']);

		const other = new Workflow();
		for (const id of ['often', 'deleted']) other.poll(id);
		Object.assign(other.data, JSON.parse(JSON.stringify(other.data)));
		const [nodes] = Object.values(other.data) as Array<Record<string, IDataObject>>;
		nodes.deleted.idleMs = 91 * DAY;
		for (let day = 0; day < 2; day++) {
			later(DAY);
			other.poll('often');
		}
		expect(other.nodes()).toEqual(['often']);
	});

	it('finds what was learned at publishing even if n8n saves only the node’s data', () => {
		const workflow = new Workflow();
		const thrownAway = {};
		workflow.storage('node', thrownAway).write({ venue: 1, recoverSince: 5 }, PUBLISHING);
		const cursor: IDataObject = {};
		const first = workflow.storage('node', cursor);
		expect(first.read()).toMatchObject({ recoverSince: 5 });
		const published = JSON.stringify(workflow.data);
		first.write({ venue: 1, recoverSince: 6 }, POLLING);
		expect(JSON.stringify(workflow.data)).toBe(published);
		expect(workflow.storage('node', cursor).read()).toMatchObject({ recoverSince: 6 });

		later(DAY);
		workflow.storage('node', { ...cursor }).write({ venue: 2 }, PUBLISHING);
		expect(workflow.storage('node', cursor).read()).toEqual({ venue: 2 });
	});

	it('reads what earlier versions of the package have saved', () => {
		const workflow = new Workflow();
		const entry = { polledAt: Date.now(), idleMs: 0, memory: { venue: 1, recoverSince: 5 } };
		workflow.data.venuePlatformRecoveryTrigger = { node: entry };
		expect(workflow.storage('node').read()).toMatchObject({ venue: 1, recoverSince: 5 });
		expect(workflow.storage('other').read()).toBeUndefined();

		workflow.poll('third');
		expect(workflow.storage('node').read()).toMatchObject({ venue: 1, recoverSince: 5 });

		const committed = { venuePlatformRecoveryTrigger: { ...entry, polledAt: Date.now() + 1 } };
		committed.venuePlatformRecoveryTrigger.memory = { venue: 1, recoverSince: 6 };
		for (const one of [workflow, new Workflow()]) {
			expect(one.storage('node', committed).read()).toMatchObject({ recoverSince: 6 });
		}
	});

	it('uses the newer of what one process knows and another has written', () => {
		const workflow = new Workflow();
		workflow.poll('node');
		workflow.poll('other');
		const earlier = JSON.stringify(workflow.data);
		const write = (id: string, recoverSince: number) =>
			workflow.storage(id).write({ venue: 1, recoverSince }, POLLING);
		write('node', 7);
		// An execution writes back what it read at its start, and another node polls.
		Object.assign(workflow.data, JSON.parse(earlier));
		write('other', 8);
		expect(workflow.storage('node').read()).toMatchObject({ recoverSince: 7 });
		expect(workflow.storage('other').read()).toMatchObject({ recoverSince: 8 });

		const [place] = Object.keys(workflow.data);
		const nodes = workflow.data[place] as Record<string, IDataObject>;
		const byAnother = { ...nodes.node, polledAt: Date.now() + MINUTE, memory: { venue: 3 } };
		workflow.data[place] = { ...nodes, node: byAnother };
		write('other', 9);
		expect(workflow.storage('node').read()).toEqual({ venue: 3 });
	});

	it('is part of what another trigger of the workflow writes, if it is newer', () => {
		const workflow = new Workflow();
		workflow.poll('node');
		const earlier = JSON.parse(JSON.stringify(workflow.data)) as IDataObject;
		workflow.storage('node').write({ venue: 2 }, POLLING);
		for (const data of [{}, earlier]) {
			Object.assign(workflow.data, { venuePlatformRecoveryTrigger: undefined }, data);
			keepInStep(workflow.id, 'another trigger', workflow.data);
			expect(workflow.storage('node').read()).toEqual({ venue: 2 });
		}
	});

	it('makes the other triggers of the workflow write, too', () => {
		const workflow = new Workflow();
		registerWriter(workflow.id, 'another trigger', (staticData) => (staticData.another = 7));
		workflow.poll('node');
		expect(workflow.data.another).toBe(7);
	});

	it('is newer with each poll, even if the clock was set back', () => {
		const workflow = new Workflow();
		workflow.poll('node');
		const earlier = JSON.parse(JSON.stringify(workflow.data)) as IDataObject;
		later(-DAY);
		workflow.storage('node').write({ venue: 2 }, POLLING);
		Object.assign(workflow.data, earlier);
		workflow.poll('other');
		expect(workflow.storage('node').read()).toEqual({ venue: 2 });
	});

	it('survives anything that another node has written there', () => {
		for (const data of [
			7,
			[],
			{ node: 1 },
			{ node: { polledAt: 'now' } },
			{ node: { memory: {} } },
			{ node: { memory: { venue: 1 } } },
			{ node: { memory: { venue: 1 }, polledAt: 1 } },
			{ node: { memory: { venue: 1 }, polledAt: 1, idleMs: -1 } },
			{ node: { memory: { venue: 1 }, polledAt: 'now', idleMs: 0 } },
			{ node: { memory: 1, polledAt: 1, idleMs: 0 } },
		]) {
			const workflow = new Workflow();
			workflow.poll('node');
			const [place] = Object.keys(workflow.data);
			workflow.data[place] = data;
			expect(workflow.storage('node').read()).toBeUndefined();
			workflow.poll('node');
			expect(workflow.storage('node').read()).toBeDefined();
		}
	});
});
