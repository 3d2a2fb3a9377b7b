import { setTimeout as sleep } from 'node:timers/promises';

import type { Example } from '../../../examples/examples';
import type { ExampleLab } from '../exampleLab';
import { polledOften } from '../outcomes/changed';
import { openForBursts } from '../outcomes/describeOutcomes';
import { guests } from '../outcomes/guests';
import { office } from '../outcomes/office';
import {
	atWork,
	deliver,
	nothing,
	numbersTo,
	send,
	untilPolled,
	type AtWork,
} from '../outcomes/outcome';
import { safety } from '../outcomes/safety';
import { starters } from '../outcomes/starters';

const START_WITHIN = 300_000;
const ASK_MS = 500;
const WITHIN = 600_000;
const TWO_MINUTES = 120_000;
const EVENTS = numbersTo(300);
const MEANWHILE = EVENTS.slice(0, 150);
const BEFORE = EVENTS.slice(150);

/** These two only need n8n for what they promise. */
const WITHOUT_APP = ['office/visitors-today', 'safety/exactly-once'];
const outcomes = Object.entries({ ...guests, ...office, ...safety, ...starters }).filter(
	([name]) => !WITHOUT_APP.includes(name),
);

describe('during an outage of the apps of two minutes', () => {
	let lab: ExampleLab;
	let watcher: AtWork;

	beforeAll(async () => {
		lab = await openForBursts();
		watcher = await atWork(lab, 'safety/when-a-workflow-fails', nothing);
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	/** All apps, and the database of the mirror. */
	async function setDown(isDown: boolean): Promise<void> {
		lab.apps.setDown(isDown);
		await lab.apps.setDatabaseDown(isDown);
	}

	const watched = (example: Example): Example => ({
		...example,
		settings: { ...example.settings, errorWorkflow: watcher.imported.workflow.id },
	});

	/** What “When a workflow fails” reports in its next two runs. */
	async function digests(): Promise<string[]> {
		await lab.untilIdle(watcher.imported);
		for (let run = 0; run < 2; run++) await watcher.call('Every Fifteen Minutes');
		return lab.apps.slack.in('#n8n');
	}

	it.each(outcomes)(
		'%s later delivers what came in the meantime, and one digest reports the failed executions',
		async (name, outcome) => {
			const at = await atWork(lab, name, outcome, { numbers: EVENTS, change: watched });
			const run = async () => {
				for (const schedule of outcome.deliver.schedules) await at.call(schedule);
			};
			await send(at, outcome, BEFORE);
			await run();

			await setDown(true);
			const stopped = await lab.n8n.executions.count(at.imported.workflow, 'error');
			await send(at, outcome, MEANWHILE);
			if (outcome.deliver.retriesStopped) {
				const { executions } = lab.n8n;
				const listed = await executions.count(at.imported.workflow, 'error');
				expect(listed).toBe(stopped + MEANWHILE.length);
			}
			await run();
			lab.n8n.clock.advance(TWO_MINUTES);
			await setDown(false);

			await deliver(at, outcome);
			expect(await outcome.arrived(at)).toEqual(outcome.promised(EVENTS, at));
			const { workflow } = at.imported;
			expect(await digests()).toEqual([expect.stringContaining(`${workflow.name}, `)]);
			await lab.n8n.workflows.unpublish(workflow);
		},
		WITHIN,
	);

	it(
		'safety/failed-deliveries is named in a digest if Slack has rejected its message',
		async () => {
			const at = await atWork(lab, 'safety/failed-deliveries', nothing, {
				change: (example) => watched(polledOften(example)),
			});
			await untilPolled(lab, 2);
			await setDown(true);
			EVENTS.forEach(() => at.venues[0].messages.addFailed({ attempts: 7 }));
			const { workflow } = at.imported;
			while ((await lab.n8n.executions.count(workflow, 'error')) === 0) await sleep(ASK_MS);
			lab.n8n.clock.advance(TWO_MINUTES);
			await setDown(false);
			expect(await digests()).toEqual([expect.stringContaining(`${workflow.name}, once at `)]);
			await lab.n8n.workflows.unpublish(workflow);
		},
		WITHIN,
	);
});
