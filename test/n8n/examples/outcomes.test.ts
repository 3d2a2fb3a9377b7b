import { exampleNames, type Example } from '../../examples/examples';
import { ExampleLab } from './exampleLab';
import {
	nightlyReportWithout,
	oneChatMessageForEach,
	polledOften,
	straightToTheSheet,
} from './outcomes/changed';
import { guests } from './outcomes/guests';
import { office } from './outcomes/office';
import {
	atWork,
	deliver,
	nothing,
	numbersTo,
	send,
	untilPolled,
	type AtWork,
} from './outcomes/outcome';
import { safety } from './outcomes/safety';
import { askedInZone, ZONES } from './outcomes/timeZones';
import { stopExecutions } from './stoppedWorkflow';

const START_WITHIN = 300_000;
const WITHIN = 300_000;
const MANY = 300;
const BURST = numbersTo(MANY);

/** A user or an agent starts them with one request at a time. */
const ASKED = ['office/front-desk-agent', 'office/ask-your-venue-from-claude'];
const FAILED_DELIVERIES = 'safety/failed-deliveries';
const WHEN_A_WORKFLOW_FAILS = 'safety/when-a-workflow-fails';

const outcomes = { ...guests, ...office, ...safety };

describe('what arrives at the apps', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		// n8n's other expression engine needs five times as long for a burst. The tests with single
		// events use it.
		lab = await ExampleLab.open('regular', { N8N_EXPRESSION_ENGINE: 'legacy' });
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it('is checked for each example', () => {
		const names = [...Object.keys(outcomes), ...ASKED, FAILED_DELIVERIES, WHEN_A_WORKFLOW_FAILS];
		expect(names.sort()).toEqual(exampleNames());
	});

	const end = async ({ imported }: AtWork) => await lab.n8n.workflows.unpublish(imported.workflow);

	it.each(Object.entries(outcomes))(
		'is what %s promises, after 300 events at once',
		async (name, outcome) => {
			const at = await atWork(lab, name, outcome, { numbers: BURST });
			await send(at, outcome, BURST);
			await deliver(at, outcome);
			expect(await outcome.arrived(at)).toEqual(outcome.promised(BURST, at));
			await end(at);
		},
		WITHIN,
	);

	/** The messages about 300 failed messages that the venue gave up between two polls. */
	async function toldOfGivenUp(change: (example: Example) => Example): Promise<string[]> {
		const at = await atWork(lab, FAILED_DELIVERIES, nothing, {
			change: (example) => polledOften(change(example)),
		});
		await untilPolled(lab, 2);
		for (let count = 0; count < MANY; count++) at.venues[0].messages.addFailed({ attempts: 7 });
		await untilPolled(lab, 4);
		await lab.untilIdle(at.imported);
		await end(at);
		return lab.apps.slack.in('#n8n');
	}

	it(
		'is one chat message about 300 messages that the venue has given up',
		async () =>
			expect(await toldOfGivenUp((example) => example)).toEqual([
				[
					`${MANY} × given up: Booking Updated`,
					`The venue’s list of failed messages has ${MANY}, before 0`,
				].join('\n'),
			]),
		WITHIN,
	);

	it(
		'is one digest about 300 executions that stopped',
		async () => {
			const at = await atWork(lab, WHEN_A_WORKFLOW_FAILS, nothing);
			await stopExecutions(lab, at.imported, MANY);
			await at.call('Every Fifteen Minutes');
			await at.call('Every Fifteen Minutes');
			const [digest, ...more] = lab.apps.slack.in('#n8n');
			expect(more).toEqual([]);
			expect(digest).toContain(`A workflow that stops, ${MANY} times at “Last Step”`);
			const [, ids] = /\(executions ([\d, ]+)\)/.exec(digest) ?? [];
			expect(new Set(ids.split(', ')).size).toBe(MANY);
			await end(at);
		},
		WITHIN,
	);

	describe('without a step that prevents losses', () => {
		const FEW = numbersTo(10);
		const [newBookings] = [outcomes['office/new-bookings']];

		/** The rows of ten bookings that are sent to the sheet at once. No execution stops. */
		async function rowsOfTen(useAppend: boolean): Promise<string[]> {
			const change = straightToTheSheet(useAppend);
			const at = await atWork(lab, 'office/new-bookings', newBookings, { change });
			await send(at, newBookings, FEW);
			const { executions } = lab.n8n;
			expect(await executions.count(at.imported.workflow, 'error')).toBe(0);
			await end(at);
			return ((await newBookings.arrived(at)) as { rows: string[] }).rows;
		}

		it('ten bookings at once become ten rows only with Use Append', async () => {
			expect((await rowsOfTen(false)).length).toBeLessThan(FEW.length);
			expect(await rowsOfTen(true)).toHaveLength(FEW.length);
		});

		it('300 bookings need the store, because Google rejects a call for each', async () => {
			const change = straightToTheSheet(true);
			const at = await atWork(lab, 'office/new-bookings', newBookings, { change });
			await send(at, newBookings, BURST);
			const { rows } = (await newBookings.arrived(at)) as { rows: string[] };
			expect(rows.length).toBeLessThan(MANY);
			await end(at);
		});

		/** What is in the sheet after two nights, the older exports first, and what is promised. */
		async function sheetOfTwoNights(change: (example: Example) => Example) {
			const report = outcomes['office/nightly-report'];
			const at = await atWork(lab, 'office/nightly-report', report, { numbers: FEW, change });
			for (const night of [FEW.slice(5), FEW.slice(0, 5)]) {
				await send(at, report, night);
				await deliver(at, report);
			}
			await end(at);
			return { rows: await report.arrived(at), promised: report.promised(FEW, at) };
		}

		it('after two nights, the sheet contains the newest report', async () => {
			const { rows, promised } = await sheetOfTwoNights((example) => example);
			expect(rows).toEqual(promised);
		});

		it.each(Object.entries(nightlyReportWithout))(
			'the nightly report contains other rows without %s',
			async (_, change) => {
				const { rows, promised } = await sheetOfTwoNights(change);
				expect(rows).not.toEqual(promised);
			},
		);

		it('Slack rejects some of 300 chat messages about given-up messages', async () => {
			const told = await toldOfGivenUp(oneChatMessageForEach);
			expect(told.filter((text) => text.startsWith('given up')).length).toBeLessThan(MANY);
		});
	});

	it.each(ZONES)(
		'asks the right guests for their waivers, once, in %s',
		async (zone) => {
			const { asked, toAsk } = await askedInZone(lab, zone);
			expect(asked).toEqual(toAsk);
		},
		WITHIN,
	);

	it('causes no call that the simulated apps do not know', () =>
		expect(lab.apps.strays).toEqual([]));
});
