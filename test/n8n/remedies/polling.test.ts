import { RemedyLab } from './remedyLab';
import { describePolling } from './sections/polling';

const START_WITHIN = 300_000;

/** Remedies for what the recovery trigger says while n8n polls with it, once a minute. */
describe('what the help says to do, over several polls', () => {
	let lab: RemedyLab;

	beforeAll(async () => {
		lab = await RemedyLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	describePolling(() => lab);
});
