import type { Example } from '../../../examples/examples';
import type { ExampleLab } from '../exampleLab';
import { polledOften } from './changed';
import { atWork, nothing, untilPolled } from './outcome';

/** What “Failed deliveries” says about messages that the venue gave up between two polls. */
export async function toldOfGivenUp(
	lab: ExampleLab,
	count: number,
	change: (example: Example) => Example = (example) => example,
): Promise<string[]> {
	const at = await atWork(lab, 'safety/failed-deliveries', nothing, {
		change: (example) => polledOften(change(example)),
	});
	await untilPolled(lab, 2);
	for (let message = 0; message < count; message++) {
		at.venues[0].messages.addFailed({ attempts: 7 });
	}
	await untilPolled(lab, 4);
	await lab.untilIdle(at.imported);
	await lab.n8n.workflows.unpublish(at.imported.workflow);
	return lab.apps.slack.in('#n8n');
}
