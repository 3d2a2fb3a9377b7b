import type { INodeParameters } from 'n8n-workflow';

import type { HostileAnswer } from '../../attacks/answers';
import { largeAnswers, longWords } from '../../attacks/largeAnswers';
import type { SimulatedVenue } from '../../venue';
import type { Engine, SavedCredential } from '../harness/engine';
import { isN8n1 } from '../harness/n8n';
import { connectN8n } from '../support/connectedN8n';
import { textsThatMustNotBe } from './whatMustNotBe';

type Call = [resource: string, operation: string, parameters?: INodeParameters];

const LIST: Call = ['booking', 'getAll', { returnAll: true }];

const MESSAGE = /larger than n8n|no memory left|is not a list/;

/**
 * A real n8n reads all of them every week: test/n8n/fullScale/hostile.test.ts. Three of them are read
 * below, compressed.
 */
const LENGTHY = [
	'numbers',
	'short texts',
	'records with a field that no other has',
	'records with a number for a name',
	'the same field again and again',
	'a list in objects',
	'texts of a megabyte',
	'numbers of a megabyte',
	'one text alone',
	'lines of a table',
	'a page',
];

const isCompressed = ({ name }: HostileAnswer) => name.endsWith('compressed');
const plain = largeAnswers.filter(
	(answer) => !isCompressed(answer) && !LENGTHY.includes(answer.name),
);
/** They differ in what our own code reads of them: n8n 1 passes on the first ones like all others. */
const read = isN8n1 ? plain.slice(0, 3) : plain;
const compressed = largeAnswers.filter(isCompressed);

/** The data on its way from the venue at any time. 20,000 bookings take four times as much. */
const MOST_MB = 5;

/**
 * n8n does nothing else in the meantime. Six responses at once take half of that, much of it garbage
 * collection. A slow machine parses more slowly, too.
 */
const LONGEST_TURN_MB = 2_000;

/** A process with the memory of a small n8n reads responses that would take all of it. */
describe('responses that would take all of n8n’s memory', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;
	let small: Awaited<ReturnType<Engine['startOtherProcess']>>;

	beforeAll(async () => {
		({ venue, engine, credential } = await connectN8n());
		venue.bookings.seed(3);
		small = await engine.startOtherProcess(['--max-old-space-size=1024']);
	});

	beforeEach(() => venue.faults.clear());

	afterAll(async () => {
		await engine.stop();
		await venue.stop();
	});

	const execute = async ([resource, operation, parameters = {}]: Call) =>
		await small.execute({
			source: 'nodes/VenuePlatform/VenuePlatform.node',
			parameters: { resource, operation, ...parameters },
			credentials: { venuePlatformApi: credential },
		});

	const all = async (calls: Call[]) => {
		const executions = await Promise.all(calls.map(execute));
		for (const { longestTurnMb } of executions) expect(longestTurnMb).toBeLessThan(LONGEST_TURN_MB);
		for (const { status, error } of executions) {
			if (status === 'error') expect(textsThatMustNotBe(error ?? '')).toEqual([]);
		}
		return executions;
	};

	it.each(read)('end the call with a message: $name [api 8.5]', async ({ faults }) => {
		venue.faults.on('GET /bookings', faults);
		const [{ error }] = await all([LIST]);
		expect(error).toMatch(MESSAGE);
	});

	it('end their calls but not a good one, with six compressed ones at once [self-hosting: heap of 1 GB]', async () => {
		const six = compressed.slice(0, 6);
		for (const [index, { faults }] of six.entries()) venue.faults.on(`GET /data/${index}`, faults);
		const hostile = six.map<Call>((_, index) => [
			'bulkReport',
			'query',
			{ path: `/data/${index}` },
		]);
		const [good, ...others] = await all([LIST, ...hostile]);
		expect(good).toMatchObject({ status: 'success', items: [{ length: 3 }] });
		for (const { error } of others) expect(error).toMatch(MESSAGE);
	});

	it.each(longWords)(
		'end no process if the fields around the records are too large: $name',
		async ({ faults }) => {
			venue.faults.on('GET /**', faults);
			await all([LIST]);
		},
	);

	it('do not affect the next good response', async () => {
		expect(await execute(LIST)).toMatchObject({ status: 'success', items: [{ length: 3 }] });
	});
});

describe('a search through 30,000 bookings', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeAll(async () => {
		({ venue, engine, credential } = await connectN8n());
		venue.bookings.seed(30_000);
	});

	afterAll(async () => {
		await engine.stop();
		await venue.stop();
	});

	it('keeps only what it finds in memory', async () => {
		const other = await engine.startOtherProcess(['--expose-gc']);
		const find = async (parameters: INodeParameters) => {
			const { items, mostMemoryMb } = await other.execute({
				source: 'nodes/VenuePlatform/VenuePlatform.node',
				parameters: { resource: 'booking', operation: 'getAll', ...parameters },
				credentials: { venuePlatformApi: credential },
			});
			return { found: items[0].length, mostMemoryMb };
		};
		// Loads all code before the measurement.
		await find({ limit: 1, filters: { containsText: 'guest1@' } });
		const search = await find({ returnAll: true, filters: { containsText: 'guest424' } });
		expect(search.found).toBe(11);
		expect(search.mostMemoryMb).toBeLessThan(MOST_MB);
		const newest = await find({ limit: 50, options: { sort: 'newestFirst' } });
		expect(newest.found).toBe(50);
		expect(newest.mostMemoryMb).toBeLessThan(MOST_MB);
		const all = await find({ limit: 20_000 });
		expect(all.found).toBe(20_000);
		expect(all.mostMemoryMb).toBeGreaterThan(3 * MOST_MB);
	}, 300_000);
});
