import { LivesLab } from '../fixtures/livesLab';
import { inEveryRelease } from './stories/inEveryRelease';
import { itTells, liveTogether } from './together';

const MINUTES = 60_000;

describe('lives of workflows in one n8n', () => {
	let lab: LivesLab;
	let results: Record<string, PromiseSettledResult<void>>;

	beforeAll(async () => {
		lab = await LivesLab.open({ mode: 'regular' });
		results = await liveTogether(lab, inEveryRelease);
	}, 20 * MINUTES);

	afterAll(async () => await lab?.close(), 5 * MINUTES);

	itTells(inEveryRelease, () => results);
});
