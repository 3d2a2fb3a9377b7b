import { orderOf } from '../../bench/run/commandLine';
import { median, spreadOf } from '../../bench/statistics';
import { empty, emptyThatStores, venuePlatformTrigger } from '../../bench/trigger/contenders';
import type { ContestPlan } from '../../bench/trigger/contest';
import { claimOfProfile, claimsOf } from '../../bench/trigger/figures';
import { sharesOf } from '../../bench/trigger/profile/shares';
import { waitsOf } from '../../bench/trigger/waits/waits';

describe('the command line of the bench', () => {
	const known = ['trigger', 'api'];

	it('measures all benches or one of them', () => {
		const benches = (...args: string[]) => orderOf(args, known).benches;
		expect(benches('all')).toEqual(known);
		expect(benches('quick')).toEqual(known);
		expect(benches('trigger', 'before.tgz')).toEqual(['trigger']);
		expect(orderOf(['trigger', 'before.tgz'], known).earlier).toBe('before.tgz');
	});

	it('lists the names that it knows', () => {
		expect(() => orderOf(['trigge'], known)).toThrow('Names: trigger, api');
	});
});

describe('medians and quartiles', () => {
	it('lie between two figures if there is none in the middle', () => {
		expect(median([4, 1, 3, 2])).toBe(2.5);
		expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
	});

	it('are not made up if nothing was measured', () => {
		expect(() => median([])).toThrow('Nothing was measured');
	});
});

describe('a profile of n8n', () => {
	const frame = (functionName: string, url = '') => ({
		callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
	});
	const inN8n = '/cache/n8n-nodes-venue-platform/n8n-2/node_modules';
	const profile = {
		startTime: 0,
		endTime: 4_000,
		nodes: [
			{ id: 1, ...frame('(root)'), children: [2, 3, 6, 7] },
			{ id: 2, ...frame('executeWebhook', `${inN8n}/n8n/dist/webhooks.js`), children: [4] },
			{ id: 3, ...frame('(idle)') },
			{
				id: 4,
				...frame('webhook', '/x/node_modules/n8n-nodes-venue-platform/t.js'),
				children: [5],
			},
			{ id: 5, ...frame('getNode', `${inN8n}/n8n-core/context.js`) },
			{ id: 6, ...frame('(garbage collector)') },
			{ id: 7, ...frame('run', `${inN8n}/@n8n/typeorm/dist/query.js`) },
		],
		samples: [2, 3, 3, 4, 5, 6, 7],
		timeDeltas: [500, 500, 90_000, 500, 500, 500, 500],
	};

	it('counts n8n’s work for a node as the node’s own, and drops idle time', () => {
		expect(sharesOf(profile)).toEqual({
			'the trigger node, and what it asks of n8n': 1,
			'expression isolates': 0,
			database: 0.5,
			'garbage collection': 0.5,
			'the rest of n8n': 0.5,
		});
	});

	it('says how much of a delivery our trigger takes', () => {
		const claimFor = (own: number) =>
			claimOfProfile('queue', {
				caption: '',
				columns: ['', 'Empty', 'Empty of version 2', 'Ours, 0 remembered', 'Ours, 9 remembered'],
				rows: [
					['the trigger node', 0, 0, 0.5, own],
					['the rest of n8n', 20, 19, 19.5, 20],
				],
			});
		expect(claimFor(0.6)).toEqual({
			claim: expect.stringContaining(
				'0.50 of 20.0 ms (0 remembered), 0.60 of 20.6 ms (9 remembered)',
			),
			isKept: true,
		});
		expect(claimFor(1)).toMatchObject({ isKept: false });
	});
});

describe('the goal for deliveries', () => {
	it('is measured against the empty trigger that stores the same amount', () => {
		const credential = { id: '1', name: 'Venue', type: 'venuePlatformApi' };
		const standing = (contender: typeof empty, perSecond: number) => ({
			contender,
			rounds: new Map([[8, [{ perSecond, cpuMsEach: 1, latencies: [1], waits: {} as never }]]]),
		});
		const standings = [
			standing(empty, 100),
			standing(emptyThatStores(credential, 0), 80),
			standing(emptyThatStores(credential, 2_000), 50),
			standing(venuePlatformTrigger(credential, 0), 76),
			standing(venuePlatformTrigger(credential, 2_000), 49),
		];
		const plan = { mode: 'regular', groups: [{ senders: 8, deliveries: 1, rounds: 1 }] };
		expect(claimsOf(plan as ContestPlan, standings)).toEqual([
			{ claim: expect.stringContaining('0 remembered: 0.95 with 8 senders'), isKept: false },
			{ claim: expect.stringContaining('2,000 remembered: 0.98 with 8 senders'), isKept: true },
		]);
	});
});

describe('the time that a sender waits', () => {
	const before = [1_000, 5, 500, 50];

	it('is split by n8n’s methods, each without the methods that it calls', () => {
		expect(waitsOf(before, [1_070, 6, 530, 59], 100)).toEqual({
			'the trigger node, and what it asks of n8n': 1,
			'n8n saves what the trigger remembers': 9,
			'n8n stores the execution, or hands it to a worker': 30,
			'n8n reads the workflow and takes an expression isolate': 30,
			'on the way, and in line': 30,
		});
	});

	it('is not made up if n8n has other methods', () => {
		expect(() => waitsOf(before, [1_070, 6, 530, 50], 100)).toThrow('saveStaticData');
	});
});
