import { gapIn, readToTheEnd } from '../../../nodes/VenuePlatformRecoveryTrigger/cutLists';
import { type ChangeList, versionOf } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

/** A list that was cut off, with a booking that changed at each of these minutes. */
const cut = (minutes: number[]): ChangeList => ({
	versions: minutes.map((minute, index) =>
		versionOf({ uniqueId: index, modifiedDate: new Date(NOON + minute * MINUTE).toISOString() }),
	),
	isPart: true,
	isCut: true,
	askedAt: NOON,
	answeredAt: NOON,
});
const nothing = new Set<number>();
const gapOf = (minutes: number[]) => gapIn(cut(minutes), NOON, NOON + 60 * MINUTE, nothing);
const oldestFirst = Array.from({ length: 12 }, (_, minute) => minute + 10);

describe('a list that was cut off', () => {
	it('may miss changes until its oldest one if it begins with the newest', () => {
		const newestFirst = [...oldestFirst].reverse();
		expect(gapOf(newestFirst)).toEqual({ from: NOON, to: NOON + 10 * MINUTE });
	});

	it.each([[[30, 20, 10]], [[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]], [[10]]])(
		'may miss changes until now if its order may be chance: %j',
		(minutes) => {
			expect(gapOf(minutes)).toEqual({ from: NOON, to: NOON + 60 * MINUTE });
		},
	);

	it.each([
		[oldestFirst, 2],
		[[10, 20, 30], 1],
	])('is read on only if its order is no chance: %j', async (minutes, lists) => {
		const asked: number[] = [];
		await readToTheEnd(NOON, async (since) => {
			asked.push(since);
			return await Promise.resolve(asked.length > 1 ? { ...cut([]), isCut: false } : cut(minutes));
		});
		expect(asked).toHaveLength(lists);
	});
});
