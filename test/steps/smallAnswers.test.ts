import { answerOf, SHAPES, shapeOf } from '../attacks/smallAnswers';
import { RESOURCES } from '../../nodes/VenuePlatform/operations';
import { steps } from './counter';
import { OPERATIONS, type Reader } from './operations';

/**
 * All shapes at 50 and 200 kB, with a table of the steps:
 * STEPS=all npx jest --selectProjects steps -t 'a small response'
 */
const isWhole = process.env.STEPS === 'all';
const KILOBYTES: [number, number] = isWhole ? [50, 200] : [5, 20];

/** One of each kind. */
const CHOSEN = [
	'empty records',
	'thousands of secrets in one webhook',
	'IDs as names',
	'one record with 50,000 fields',
	'the same address many times',
	'records with 25 fields that no other has',
	'many failed messages for many webhooks',
	'many bookings',
	'a record in deep wrappers',
	'a refusal field by field',
	'a list with thousands of totals',
];

/**
 * Four times as long, at most four times as much: a little more where a number gets another digit.
 * What is quadratic grows less in short responses, so they may grow less.
 */
const mostGrowth = (shortKilobytes: number) => (shortKilobytes < 10 ? 1.11 : 1.25);

/** For each character. Webhook → Check makes an item of 350 characters of `{}`. */
const MOST_PER_CHARACTER = 1_000;

const shapes = Object.entries(SHAPES).filter(([name]) => isWhole || CHOSEN.includes(name));
const table: Array<Record<string, unknown>> = [];

describe('a small response never costs more than its length explains', () => {
	afterAll(() => {
		if (isWhole) console.table(table);
	});

	describe.each(Object.entries(OPERATIONS))('%s', (operation, { open, kilobytes = KILOBYTES }) => {
		let reader: Reader;
		beforeAll(async () => {
			reader = await open();
			await reader.read('[]');
		});
		afterAll(async () => await reader.close());

		const stepsPerKilobyte = async (body: string) => {
			const before = steps.count;
			await reader.read(body);
			return ((steps.count - before) / body.length) * 1_000;
		};

		it.each(shapes)('%s', async (shape, parts) => {
			const characters = shape === 'empty records' ? 250 : 1_000;
			const [short, long] = kilobytes.map((size) => answerOf(shapeOf(parts), size * characters));
			const before = await stepsPerKilobyte(short);
			const after = await stepsPerKilobyte(long);
			const growth = Number((after / before).toFixed(2));
			table.push({ operation, shape, stepsPerKilobyte: Math.round(after), growth });
			expect(growth).toBeLessThan(mostGrowth(kilobytes[0]));
			expect(after / 1_000).toBeLessThan(MOST_PER_CHARACTER);
		});
	});

	const names = RESOURCES.flatMap(({ option, operations }) =>
		operations.map((operation) => `${option.name} → ${operation.option.name}`),
	);
	it.each(names)('%s is among the operations that are tried', (name) => {
		const isIt = (row: string) => row === name || row.startsWith(`${name},`);
		expect(Object.keys(OPERATIONS).filter(isIt)).not.toEqual([]);
	});
});
