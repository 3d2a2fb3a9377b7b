import { exampleNames } from '../../examples/examples';
import { comparable, itemsOnPage } from '../../examples/page';
import { ExampleLab } from './exampleLab';
import { describeFrontDesk } from './frontDesk/describeFrontDesk';
import { guests } from './stories/guests';
import { office } from './stories/office';
import { safety } from './stories/safety';

const START_WITHIN = 300_000;

/** The page shows all fields of this step, and only the important ones of others. */
const MAP_FIELDS = 'Map Fields';

const stories = { ...guests, ...office, ...safety };

describe('the examples in a real n8n', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await ExampleLab.open();
	}, START_WITHIN);

	afterAll(async () => await lab?.close(), START_WITHIN);

	describeFrontDesk(() => lab);

	it('are all covered', () => expect(Object.keys(stories).sort()).toEqual(exampleNames()));

	it.each(Object.entries(stories))(
		'%s returns what its page says [guideline: Example workflows]',
		async (name, story) => {
			const items = await story(lab, name);
			for (const [node, told] of Object.entries(itemsOnPage(name))) {
				const names = [...new Set(told.flatMap((item) => Object.keys(item)))];
				const given = items[node].map((item) =>
					node === MAP_FIELDS ? item : Object.fromEntries(names.map((key) => [key, item[key]])),
				);
				expect({ [node]: comparable(given) }).toEqual({ [node]: comparable(told) });
			}
		},
	);

	it('call nothing that the simulated apps do not have', () => expect(lab.apps.strays).toEqual([]));
});
