import { ExampleLab } from '../exampleLab';
import { atWork, deliver, numbersTo, send, type Outcomes } from './outcome';

const START_WITHIN = 300_000;
export const WITHIN = 300_000;
export const MANY = 300;
/** More than each limit of the apps, of which 150 mails a minute is the largest. */
const AT_ONCE = 180;

/**
 * An n8n for bursts. Its newer expression engine needs five times as long for them; the tests with
 * single events use it.
 */
export const openForBursts = async () =>
	await ExampleLab.open('regular', { N8N_EXPRESSION_ENGINE: 'legacy' });

/** What arrives at the apps of these examples, and more about the same n8n. */
export function describeOutcomes(outcomes: Outcomes, more?: (labOf: () => ExampleLab) => void) {
	describe('what arrives at the apps', () => {
		let lab: ExampleLab;

		beforeAll(async () => {
			lab = await openForBursts();
		}, START_WITHIN);

		afterAll(async () => await lab?.close(), START_WITHIN);

		it.each(Object.entries(outcomes))(
			`is what %s promises, after ${AT_ONCE} events at once`,
			async (name, outcome) => {
				const burst = numbersTo(AT_ONCE);
				const at = await atWork(lab, name, outcome, { numbers: burst });
				await send(at, outcome, burst);
				await deliver(at, outcome);
				expect(await outcome.arrived(at)).toEqual(outcome.promised(burst, at));
				await lab.n8n.workflows.unpublish(at.imported.workflow);
			},
			WITHIN,
		);

		more?.(() => lab);

		it('causes no call that the simulated apps do not know', () =>
			expect(lab.apps.strays).toEqual([]));
	});
}
