import { exampleNames, starterNames } from '../../examples/examples';
import { describeOutcomes, MANY, WITHIN } from './outcomes/describeOutcomes';
import { toldOfGivenUp } from './outcomes/givenUp';
import { guests } from './outcomes/guests';
import { office } from './outcomes/office';
import { atWork, nothing } from './outcomes/outcome';
import { safety } from './outcomes/safety';
import { starters } from './outcomes/starters';
import { stopExecutions } from './stoppedWorkflow';

const FAILED_DELIVERIES = 'safety/failed-deliveries';
const WHEN_A_WORKFLOW_FAILS = 'safety/when-a-workflow-fails';
/** A user, an agent or a schedule starts them with one request at a time. */
const ASKED = [
	'office/front-desk-agent',
	'office/ask-your-venue-from-claude',
	'office/nightly-report',
];

it('is checked for each example', () => {
	const bursts = Object.keys({ ...guests, ...office, ...safety });
	const names = [...bursts, ...ASKED, FAILED_DELIVERIES, WHEN_A_WORKFLOW_FAILS];
	expect(names.sort()).toEqual(exampleNames());
	expect(Object.keys(starters).sort()).toEqual(starterNames());
});

describeOutcomes(safety, (labOf) => {
	it(
		'is one chat message about 300 messages that the venue has given up',
		async () =>
			expect(await toldOfGivenUp(labOf(), MANY)).toEqual([
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
			const lab = labOf();
			const at = await atWork(lab, WHEN_A_WORKFLOW_FAILS, nothing);
			await stopExecutions(lab, at.imported, MANY);
			await at.call('Every Fifteen Minutes');
			await at.call('Every Fifteen Minutes');
			const [digest, ...more] = lab.apps.slack.in('#n8n');
			expect(more).toEqual([]);
			expect(digest).toContain(`A workflow that stops, ${MANY} times at “Last Step”`);
			const [, ids] = /\(executions ([\d, ]+)\)/.exec(digest) ?? [];
			expect(new Set(ids.split(', ')).size).toBe(MANY);
			await lab.n8n.workflows.unpublish(at.imported.workflow);
		},
		WITHIN,
	);
});
