import { LivesLab } from '../../fixtures/livesLab';
import { slowList } from '../stories/bookings';
import { ownChanges } from '../stories/webhooks';
import { itTells, liveTogether, type Story } from '../together';

const MINUTES = 60_000;

const stories: Record<string, Story> = {
	'reports each version once, with one call, if the list takes two minutes': slowList,
	'raises nothing for changes of its own, over a stop and a kill, and reports those of others':
		ownChanges,
};

describe('lives of workflows that take minutes', () => {
	let lab: LivesLab;
	let results: Record<string, PromiseSettledResult<void>>;

	beforeAll(async () => {
		lab = await LivesLab.open({ mode: 'regular' });
		results = await liveTogether(lab, stories);
	}, 20 * MINUTES);

	afterAll(async () => await lab?.close(), 5 * MINUTES);

	itTells(stories, () => results);
});
