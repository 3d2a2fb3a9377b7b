import type { ExampleLab } from './exampleLab';
import { openForBursts, WITHIN } from './outcomes/describeOutcomes';
import { askedInZone, ZONES } from './outcomes/timeZones';

describe('missing waivers', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await openForBursts();
	}, WITHIN);

	afterAll(async () => await lab?.close(), WITHIN);

	it.each(ZONES)(
		'asks the right guests for their waivers, once, in %s',
		async (zone) => {
			const { asked, toAsk } = await askedInZone(lab, zone);
			expect(asked).toEqual(toAsk);
		},
		WITHIN,
	);
});
