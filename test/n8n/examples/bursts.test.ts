import { exampleNames } from '../../examples/examples';
import { ExampleLab } from './exampleLab';
import { guests } from './outcomes/guests';
import { office } from './outcomes/office';
import { atWork, deliver, numbersTo, send } from './outcomes/outcome';
import { safety } from './outcomes/safety';

const START_WITHIN = 300_000;
const WITHIN = 300_000;
const BURST = numbersTo(300);

/** Events come to them one at a time, from somebody who asks. */
const ASKED = ['office/front-desk-agent', 'office/ask-your-venue-from-claude'];
const WATCHERS = ['safety/failed-deliveries', 'safety/when-a-workflow-fails'];

const outcomes = { ...guests, ...office, ...safety };

describe('a burst of 300 in the examples', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		// n8n's other engine for expressions takes five times as long for a burst and is the one of
		// the other tests.
		lab = await ExampleLab.open('regular', { N8N_EXPRESSION_ENGINE: 'legacy' });
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it('comes to each of them', () => {
		const names = [...Object.keys(outcomes), ...ASKED, ...WATCHERS];
		expect(names.sort()).toEqual(exampleNames());
	});

	it.each(Object.entries(outcomes))(
		'%s keeps its promise for each event',
		async (name, outcome) => {
			const at = await atWork(lab, name, outcome, { numbers: BURST });
			await send(at, outcome, BURST);
			await deliver(at, outcome);
			expect(await outcome.arrived(at)).toEqual(outcome.promised(BURST, at));
			await lab.n8n.workflows.unpublish(at.imported.workflow);
		},
		WITHIN,
	);
});
