import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { keepInStep, registerWriter } from '../../../nodes/n8n/staticData';
import { memoryOf } from '../../../nodes/VenuePlatformTrigger/memory/deliveryMemory';
import { fingerprintOf } from '../../../nodes/VenuePlatformTrigger/memory/fingerprint';
import { WorkflowMemory } from '../../../nodes/VenuePlatformTrigger/memory/workflowMemory';

const NOON = Date.UTC(2026, 10, 21, 12);

let workflows = 0;

/** A new workflow, and the memory that a delivery gets if n8n has read this static data. */
function workflow() {
	const id = `workflow ${++workflows}`;
	const delivery = (staticData: IDataObject) =>
		memoryOf({
			getWorkflow: () => ({ id }),
			getWorkflowStaticData: (type: string) => (type === 'global' ? staticData : {}),
		} as unknown as IWebhookFunctions);
	return { id, delivery };
}

const message = (id: string) => ({ messageFingerprint: fingerprintOf(id) });
const EMITTED = expect.stringContaining('this message') as string;
const NEWER = expect.stringContaining('newer event') as string;
const about = (id: string, changedAt: number) => ({
	...message(`${id} ${changedAt}`),
	entity: { fingerprint: fingerprintOf(id), changedAt },
});

/** Whether another process learns about the message from the static data. */
const knows = (staticData: IDataObject, id: string) => {
	const other = new WorkflowMemory();
	other.learnFrom(staticData);
	return other.emitted.has(fingerprintOf(id));
};

describe('what a workflow remembers of its deliveries', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON }));
	afterEach(() => jest.useRealTimers());

	it('is known to its next delivery, and to no other workflow', () => {
		const { delivery } = workflow();
		const staticData = {};
		const first = delivery(staticData);
		expect(first.reasonToDrop(message('one'))).toBeUndefined();
		first.remember(message('one'));
		expect(knows(staticData, 'one')).toBe(true);
		expect(first.reasonToDrop(message('one'))).toEqual(EMITTED);
		expect(delivery(staticData).reasonToDrop(message('one'))).toEqual(EMITTED);
		expect(delivery(staticData).reasonToDrop(message('two'))).toBeUndefined();
		expect(workflow().delivery({}).reasonToDrop(message('one'))).toBeUndefined();
		expect(workflow().delivery(staticData).reasonToDrop(message('one'))).toEqual(EMITTED);
	});

	it('has no message that n8n did not accept in the end, even if it is stored', () => {
		const { delivery } = workflow();
		const staticData = {};
		const memory = delivery(staticData);
		memory.remember(message('one'));
		memory.forget(message('one'));
		expect(memory.reasonToDrop(message('one'))).toBeUndefined();
		expect(delivery(staticData).reasonToDrop(message('one'))).toBeUndefined();
	});

	it('has the newest date of each entity', () => {
		const memory = workflow().delivery({});
		expect(
			memory.reasonToDrop({ ...about('booking', NOON), ...message('another') }),
		).toBeUndefined();
		memory.remember(about('booking', NOON));
		expect(memory.reasonToDrop(about('booking', NOON - 1))).toEqual(NEWER);
		expect(
			memory.reasonToDrop({ ...about('booking', NOON), ...message('another') }),
		).toBeUndefined();
		expect(memory.reasonToDrop(about('other', NOON - 1))).toBeUndefined();
		expect(memory.reasonToDrop(message('booking'))).toBeUndefined();
	});

	it('is written again if another writer has left it out, and only then', () => {
		const { delivery } = workflow();
		const whole: IDataObject = {};
		delivery(whole).remember(message('one'));
		const written = JSON.stringify(whole);
		const stored = whole.venuePlatformTrigger;
		delivery(whole).writeBackIfOverwritten();
		expect(whole.venuePlatformTrigger).toBe(stored);
		expect(JSON.stringify(whole)).toBe(written);

		const lost: IDataObject = {};
		delivery(lost).writeBackIfOverwritten();
		expect(knows(lost, 'one')).toBe(true);
	});

	it('is part of what another trigger of the workflow writes', () => {
		const { id, delivery } = workflow();
		delivery({}).remember(message('one'));
		const staticData: IDataObject = {};
		keepInStep(id, 'another trigger', staticData);
		expect(knows(staticData, 'one')).toBe(true);

		const stored = staticData.venuePlatformTrigger;
		keepInStep(id, 'another trigger', staticData);
		expect(staticData.venuePlatformTrigger).toBe(stored);

		const ofAnother: IDataObject = {};
		keepInStep('another workflow', 'another trigger', ofAnother);
		expect(ofAnother).toEqual({});
	});

	it('also records a message where another trigger wrote last, because n8n saves that later', () => {
		const { id, delivery } = workflow();
		const published: IDataObject = {};
		registerWriter(id, 'another trigger', (staticData) => (staticData.another = 7));
		keepInStep(id, 'another trigger', published);
		const staticData: IDataObject = {};
		delivery(staticData).remember(message('one'));
		expect(staticData.another).toBe(7);
		// As after a restart, which leaves only what was saved last.
		expect(knows(published, 'one')).toBe(true);
	});

	it('keeps a message that comes again for as long as a new one', () => {
		const { delivery } = workflow();
		const staticData = {};
		const memory = delivery(staticData);
		memory.remember(message('first'));
		memory.remember(message('second'));
		for (let other = 2; other < 3_000; other++) memory.remember(message(`other ${other}`));
		expect(memory.reasonToDrop(message('first'))).toEqual(EMITTED);
		memory.remember(message('last'));
		expect(knows(staticData, 'first')).toBe(true);
		expect(knows(staticData, 'second')).toBe(false);
	});

	it('is less if many workflows remember much, and then the fullest gives way first [reliability: room for 200,000 in total] [reliability: 11 workflows can have 20,000]', () => {
		const full = (ids: number) => {
			const { id, delivery } = workflow();
			const all = Array.from({ length: ids }, (_, index) => fingerprintOf(id, String(index)));
			const memory = delivery({ venuePlatformTrigger: { emitted: all.join('') } });
			return (index: number) => memory.reasonToDrop({ messageFingerprint: all[index] });
		};
		const [quiet, ...busy] = [5_000, ...Array<number>(12).fill(20_000)].map(full);
		workflow().delivery({}).remember(message('one'));

		expect(quiet(0)).toEqual(EMITTED);
		const forgotten = 12 * 20_000 - (12 * 3_000 + 200_000 - 2_000);
		for (const one of busy) {
			expect(one(forgotten / 12 - 1)).toBeUndefined();
			// The other tests of this file have left a few entries.
			expect(one(forgotten / 12 + 10)).toEqual(EMITTED);
		}
	});
});
