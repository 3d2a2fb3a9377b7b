import type { Example } from '../../../examples/examples';
import type { ExampleLab } from '../exampleLab';
import { oneChatMessageForEach, reportFilesWithout, straightToTheSheet } from '../outcomes/changed';
import { MANY, openForBursts } from '../outcomes/describeOutcomes';
import { toldOfGivenUp } from '../outcomes/givenUp';
import { office } from '../outcomes/office';
import { atWork, deliver, numbersTo, send } from '../outcomes/outcome';

const FEW = 10;
const newBookings = office['office/new-bookings'];

describe('an example without a step that prevents losses', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await openForBursts();
	});

	afterAll(async () => await lab?.close());

	/** The rows of bookings that are sent to the sheet at once. */
	async function rowsOf(count: number, useAppend: boolean) {
		const change = straightToTheSheet(useAppend);
		const at = await atWork(lab, 'office/new-bookings', newBookings, { change });
		await send(at, newBookings, numbersTo(count));
		const stopped = await lab.n8n.executions.count(at.imported.workflow, 'error');
		await lab.n8n.workflows.unpublish(at.imported.workflow);
		const { rows } = (await newBookings.arrived(at)) as { rows: string[] };
		return { rows: rows.length, stopped };
	}

	it('ten bookings at once become ten rows only with Use Append', async () => {
		const without = await rowsOf(FEW, false);
		expect(without.rows).toBeLessThan(FEW);
		expect(without.stopped).toBe(0);
		expect(await rowsOf(FEW, true)).toEqual({ rows: FEW, stopped: 0 });
	});

	it('300 bookings need the store, because Google rejects a call for each', async () => {
		expect((await rowsOf(MANY, true)).rows).toBeLessThan(MANY);
	});

	/**
	 * What is in the sheet after two nights, and what is promised. Of the newest export, four of six
	 * parts have come; the next one was not requested.
	 */
	async function sheetOfTwoNights(change: (example: Example) => Example) {
		const name = 'office/report-files';
		const report = office[name];
		const at = await atWork(lab, name, report, { change });
		const numbers = numbersTo(48).filter((number) => number <= 4 || number > 12);
		const isFirst = (number: number) => number > 36;
		for (const night of [numbers.filter(isFirst), numbers.filter((number) => !isFirst(number))]) {
			await send(at, report, night);
			await deliver(at, report);
		}
		await lab.n8n.workflows.unpublish(at.imported.workflow);
		return { rows: await report.arrived(at), promised: report.promised(numbers, at) };
	}

	it('after two nights, the sheet contains the newest complete export', async () => {
		const { rows, promised } = await sheetOfTwoNights((example) => example);
		expect(rows).toEqual(promised);
	});

	it.each(Object.entries(reportFilesWithout))(
		'the sheet of report files contains other rows without %s',
		async (_, change) => {
			const { rows, promised } = await sheetOfTwoNights(change);
			expect(rows).not.toEqual(promised);
		},
	);

	it('Slack rejects some of 300 chat messages about given-up messages', async () => {
		const told = await toldOfGivenUp(lab, MANY, oneChatMessageForEach);
		expect(told.filter((text) => text.startsWith('given up')).length).toBeLessThan(MANY);
	});
});
