import { ExampleLab } from './exampleLab';
import { office } from './outcomes/office';
import { atWork, deliver, numbersTo, send } from './outcomes/outcome';

const START_WITHIN = 300_000;
const BURST = numbersTo(300);

const outcomes = { ...office };

describe('a burst of 300 events in the examples', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await ExampleLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	it.each(Object.entries(outcomes))('%s keeps its promise for each', async (name, outcome) => {
		const at = await atWork(lab, name, outcome);
		await send(at, outcome, BURST);
		await deliver(at, outcome);
		expect(await outcome.arrived(at)).toEqual(outcome.promised(BURST));
		await lab.n8n.workflows.unpublish(at.imported.workflow);
	});
});
