import * as fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { entityOf } from '../../../nodes/VenuePlatformTrigger/delivery/entity';
import { fingerprintsOf } from '../../../nodes/VenuePlatformTrigger/delivery/fingerprints';
import { fingerprintOf } from '../../../nodes/VenuePlatformTrigger/memory/fingerprint';
import { WorkflowMemory } from '../../../nodes/VenuePlatformTrigger/memory/workflowMemory';

const full = () => {
	const memory = new WorkflowMemory();
	for (let number = 0; number < 25_000; number++) {
		memory.emitted.add(fingerprintOf(String(number)));
		memory.newest.note(fingerprintOf('entity', String(number)), Date.now());
	}
	return memory;
};

describe('the trigger’s memory in the static data', () => {
	it('is less than 32 kB, whatever the messages of a venue say [reliability: less than 32 kB]', () => {
		const long = fc.string({ unit: 'binary' }).map((text) => text.repeat(1_000));
		const text = fc.oneof(fc.string({ unit: 'binary' }), long);
		const value = fc.oneof(text, fc.jsonValue());
		const date = fc.oneof(
			fc.constantFrom('0001-01-01', '9999-12-31T23:59:59Z', '2026-11-25T10:00:00Z'),
			fc.constantFrom('+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'),
			value,
		);
		const message = fc.record(
			{
				...{ id: value, type: fc.oneof(fc.constantFrom('Booking', 'Ticket'), value) },
				...{ eventType: value, eventDate: date, sendDate: date },
				data: fc.oneof(fc.record({ uniqueId: value }), fc.dictionary(text, value)),
			},
			{ requiredKeys: [] },
		);
		const path = fc.constantFrom('', 'id', 'data.uniqueId');
		const node = { webhookId: 'trigger' } as unknown as INode;
		let memory = full();
		fc.assert(
			fc.property(message, path, (given, entityIdPath) => {
				const sent = given as IDataObject;
				const { messageFingerprint: own, entity } = fingerprintsOf(
					node,
					sent,
					entityOf(sent, { entityIdPath }),
				);
				memory.emitted.add(own);
				if (entity) memory.newest.note(entity.fingerprint, entity.changedAt);
				const staticData: IDataObject = {};
				memory.record(staticData);
				const stored = JSON.stringify(staticData);
				expect(Buffer.byteLength(stored)).toBeGreaterThan(29_000);
				expect(Buffer.byteLength(stored)).toBeLessThan(32_000);
				const restarted = new WorkflowMemory();
				restarted.learnFrom(JSON.parse(stored) as IDataObject);
				expect(restarted.emitted.has(own)).toBe(true);
				memory = restarted;
			}),
			{ numRuns: 200 },
		);
	});

	it('has this form, and leaves the data of other nodes alone', () => {
		const saved = {
			venuePlatformTrigger: { emitted: 'message1message2', newest: 'entity01000mhzw3nls' },
		};
		const memory = new WorkflowMemory();
		memory.learnFrom(saved);
		for (const message of ['message1', 'message2']) {
			expect(memory.emitted.has(message)).toBe(true);
		}
		const changedAt = parseInt('mhzw3nls', 36);
		expect(memory.newest.isNewerThan('entity01', changedAt - 1)).toBe(true);
		expect(memory.newest.isNewerThan('entity01', changedAt)).toBe(false);
		const staticData: IDataObject = { counter: 7 };
		memory.record(staticData);
		expect(staticData).toEqual({ ...saved, counter: 7 });
	});

	it('survives any form, because every node of the workflow can write there', () => {
		const anything = fc.record({
			venuePlatformTrigger: fc.oneof(
				fc.jsonValue(),
				fc.record({ emitted: fc.jsonValue(), newest: fc.jsonValue() }),
				fc.record({ emitted: fc.dictionary(fc.string(), fc.jsonValue()) }),
			),
		});
		fc.assert(
			fc.property(anything, (staticData) => {
				const memory = new WorkflowMemory();
				memory.learnFrom(staticData as IDataObject);
				memory.record(staticData as IDataObject);
				expect(memory.learnFrom(staticData as IDataObject)).toEqual({ isComplete: true });
			}),
		);
	});

	it('is complete when this process reads what it has written, until something else is emitted', () => {
		const write = () => {
			const staticData: IDataObject = {};
			memory.record(staticData);
			return JSON.parse(JSON.stringify(staticData)) as IDataObject;
		};
		const memory = new WorkflowMemory();
		memory.emitted.add('message1');
		const first = write();
		expect(memory.learnFrom(first)).toEqual({ isComplete: true });
		memory.emitted.add('message1');
		expect(memory.learnFrom(first)).toEqual({ isComplete: true });
		memory.emitted.add('message2');
		expect(memory.learnFrom(first)).toEqual({ isComplete: false });
		const second = write();
		expect(memory.learnFrom(second)).toEqual({ isComplete: true });
		memory.newest.note('entity01', 5);
		expect(memory.learnFrom(second)).toEqual({ isComplete: false });
	});
});
