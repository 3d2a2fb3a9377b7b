import { setImmediate as soon } from 'node:timers/promises';

import { inOrder } from '../../../nodes/VenuePlatform/items';

/** Work that ends when the test says so, in any order. */
function slowWork() {
	const begun: number[] = [];
	const ends = new Map<number, { well: () => void; badly: (reason: Error) => void }>();
	const told: number[] = [];
	const work = async (index: number, ended: AbortSignal) => {
		begun.push(index);
		ended.addEventListener('abort', () => told.push(index));
		await new Promise<void>((well, badly) => ends.set(index, { well, badly }));
		return `item ${index}`;
	};
	const end = async (index: number) => {
		ends.get(index)?.well();
		await soon();
	};
	const fail = async (index: number) => {
		ends.get(index)?.badly(new Error(`not ${index}`));
		await soon();
	};
	return { work, begun, told, end, fail };
}

describe('inOrder', () => {
	it('starts the next item when one has ended, and returns the results in the order of the items', async () => {
		const { work, begun, end } = slowWork();
		const results = inOrder(5, 2, work);
		expect(begun).toEqual([0, 1]);
		await end(1);
		expect(begun).toEqual([0, 1, 2]);
		await end(2);
		await end(3);
		await end(4);
		expect(begun).toEqual([0, 1, 2, 3, 4]);
		await end(0);
		expect(await results).toEqual(['item 0', 'item 1', 'item 2', 'item 3', 'item 4']);
	});

	it('fails with the first error, after the items under way have ended', async () => {
		const { work, begun, told, end, fail } = slowWork();
		let outcome: unknown = 'not over';
		const results = inOrder(9, 3, work).catch((thrown: Error) => (outcome = thrown.message));
		await fail(1);
		expect({ begun, told }).toEqual({ begun: [0, 1, 2], told: [0, 1, 2] });
		await fail(0);
		expect(outcome).toBe('not over');
		await end(2);
		await results;
		expect({ outcome, begun }).toEqual({ outcome: 'not 1', begun: [0, 1, 2] });
	});

	it('tells only the items under way that the execution was canceled', async () => {
		const { work, told, end } = slowWork();
		const canceling = new AbortController();
		const results = inOrder(2, 1, work, canceling.signal);
		canceling.abort();
		expect(told).toEqual([0]);
		await end(0);
		await end(1);
		await results;
	});

	it('does nothing without items', async () => {
		expect(await inOrder(0, 5, async () => 'never')).toEqual([]);
	});
});
