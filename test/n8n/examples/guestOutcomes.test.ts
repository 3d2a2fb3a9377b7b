import { describeExportParts } from './outcomes/describeExportParts';
import { describeOutcomes, WITHIN } from './outcomes/describeOutcomes';
import { guests } from './outcomes/guests';
import { askedInZone, ZONES } from './outcomes/timeZones';

describeOutcomes(guests, (labOf) => {
	it.each(ZONES)(
		'is a request for waivers to the right guests, once, in %s',
		async (zone) => {
			const { asked, toAsk } = await askedInZone(labOf(), zone);
			expect(asked).toEqual(toAsk);
		},
		WITHIN,
	);

	describeExportParts(labOf);
});
