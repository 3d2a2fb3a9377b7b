import { smallAnswers } from '../../attacks/smallAnswers';
import { ActionNode, VenuePlatformTool } from '../action/support/actionNode';

type Call = Parameters<ActionNode['execute']>[0];

const ALL = { returnAll: true };
const OPERATIONS: Record<string, [call: Call, tool?: true]> = {
	'Booking → Get Many, simplified': [['booking', 'getAll', { ...ALL, output: 'simplified' }]],
	'Booking → Get Many for an agent': [
		['booking', 'getAll', { ...ALL, output: 'simplified' }],
		true,
	],
	'Failed Message → Get Many for an agent': [
		['failedMessage', 'getAll', { ...ALL, output: 'simplified' }],
		true,
	],
	'Webhook → Get Many': [['webhook', 'getAll', ALL]],
	'Webhook → Check': [['webhook', 'check']],
	'Webhook → Check for an agent': [['webhook', 'check'], true],
	'API → Call': [['api', 'call', { method: 'GET', path: '/webhooks' }]],
};

/** What is counted: entries of lists and characters of texts that built-in methods go over. */
function countSteps() {
	let steps = 0;
	const counted = (
		owner: object,
		name: string,
		sizeOf: (self: unknown, made: unknown) => number,
	) => {
		const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
		return jest.spyOn(owner as never, name as never).mockImplementation(function (
			this: unknown,
			...args: unknown[]
		) {
			const made = Reflect.apply(original, this, args);
			steps += sizeOf(this, made);
			return made;
		} as never);
	};
	const own = (self: unknown) => (self as string | unknown[]).length;
	const spies = [
		...['includes', 'filter', 'some', 'map', 'flatMap'].map((name) =>
			counted(Array.prototype, name, own),
		),
		...['includes', 'split', 'replace'].map((name) => counted(String.prototype, name, own)),
		counted(JSON, 'stringify', (_, made) => String(made ?? '').length),
	];
	return () => {
		for (const spy of spies) spy.mockRestore();
		return steps;
	};
}

/** Twice as long, at most twice as much: a little more where a number gets another digit. */
const MOST_GROWTH = 1.25;

describe('a small response never costs more than its length explains', () => {
	let node: ActionNode;
	beforeAll(async () => (node = await ActionNode.open()));
	afterAll(async () => await node.close());

	const stepsFor = async ([call, tool]: [Call, true?], body: string) => {
		node.venue.faults.clear();
		node.venue.faults.on('GET /**', { kind: 'answer', status: 200, body });
		const begun = countSteps();
		const { status } = await node.execute(call, tool ? { node: VenuePlatformTool } : {});
		const steps = begun();
		expect(['success', 'error']).toContain(status);
		return steps / (body.length / 1_000);
	};

	const names = smallAnswers(1).map(([name]) => name);

	describe.each(Object.entries(OPERATIONS))('%s', (_, operation) => {
		it.each(names)('%s', async (name) => {
			const perKilobyte: number[] = [];
			for (const kilobytes of [50, 100, 200]) {
				const [, body] = smallAnswers(kilobytes * 1_000).find(([of]) => of === name)!;
				perKilobyte.push(await stepsFor(operation, body));
			}
			const [short, , long] = perKilobyte;
			expect(long / short).toBeLessThan(MOST_GROWTH);
		});
	});
});
