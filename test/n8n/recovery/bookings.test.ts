import { RecoveryLab } from './recoveryLab';
import { EACH_ONCE, tallyOf, type Item } from './tally';

const MINUTES = 60_000;
const AN_HOUR = 60 * MINUTES;
const DAYS = 24 * AN_HOUR;

describe('bookings that change without a delivery to n8n', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);
	beforeEach(async () => await lab.invite());

	const publish = async () => await lab.publish([lab.recovery({ events: ['booking'] })]);

	/** Returns the current versions. */
	const change = async (count: number, field: string): Promise<string[]> => {
		const changed = lab.venue.bookings.all().slice(0, count);
		for (const { uniqueId } of changed) await lab.venue.bookings.change(uniqueId, { field });
		return changed.map(({ uniqueId }) => `${uniqueId} ${field}`);
	};

	const versions = (items: Item[]) =>
		items.map(({ booking }) => {
			const { uniqueId, field } = booking as { uniqueId: string; field?: string };
			return `${uniqueId} ${field ?? ''}`;
		});

	it(
		'are reported once per version: unpublished for an hour, n8n off for three days, webhook off [reliability: unpublished for an hour; leaves the failed list]',
		async () => {
			lab.venue.bookings.seed(200, { everySeconds: 1 });
			const configuration = lab.subscribe();
			lab.clock.advance(AN_HOUR);
			const workflow = await publish();
			await lab.nextPoll('GET /bookings');
			expect(await lab.items(workflow, 'Recovery')).toHaveLength(0);

			await lab.lab.workflows.unpublish(workflow);
			const unpublished = await change(200, 'while it was not published');
			lab.clock.advance(AN_HOUR);
			await lab.lab.workflows.publish(workflow);
			const first = await lab.untilItems(workflow, 200, 3 * MINUTES);
			expect(tallyOf(unpublished, versions(first))).toEqual(EACH_ONCE);

			await lab.lab.main.stop();
			const off = await change(200, 'while n8n was off');
			lab.clock.advance(3 * DAYS);
			await lab.startAgain();
			const second = await lab.untilItems(workflow, 400, 3 * MINUTES);
			expect(tallyOf([...unpublished, ...off], versions(second))).toEqual(EACH_ONCE);

			lab.venue.webhooks.change(configuration, { enabled: false });
			const silent = await change(100, 'while the configuration was off');
			await lab.untilItems(workflow, 500, 3 * MINUTES);

			await lab.nextPoll('GET /bookings');
			await lab.lab.main.restart();
			await lab.lab.session.logIn();
			await lab.nextPoll('GET /bookings');
			const all = versions(await lab.items(workflow, 'Recovery'));
			expect(tallyOf([...unpublished, ...off, ...silent], all)).toEqual(EACH_ONCE);
			expect(all).toHaveLength(500);
			await lab.lab.workflows.unpublish(workflow);
		},
		25 * MINUTES,
	);

	it(
		'are reported in their last version if they change twice between two polls',
		async () => {
			lab.venue.bookings.seed(20, { everySeconds: 1 });
			lab.clock.advance(AN_HOUR);
			const workflow = await publish();
			await lab.nextPoll('GET /bookings');
			await change(20, 'first');
			await change(20, 'second');
			const items = await lab.untilItems(workflow, 20, 3 * MINUTES);
			await lab.nextPoll('GET /bookings');
			expect(await lab.items(workflow, 'Recovery')).toHaveLength(20);
			expect(versions(items).every((version) => version.endsWith(' second'))).toBe(true);
			await lab.lab.workflows.unpublish(workflow);
		},
		10 * MINUTES,
	);
});
