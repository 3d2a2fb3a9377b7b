import type { SimulatedVenue } from '../../venue';
import { askedAgain, LivesLab, subscribe } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { EACH_ONCE, tallyOf, type Item } from '../fixtures/tally';

const MINUTES = 60_000;
const AN_HOUR = 60 * MINUTES;
const DAYS = 24 * AN_HOUR;
const BOOKINGS = 'GET /bookings';

describe('bookings that change without a delivery to n8n', () => {
	let lab: LivesLab;
	let venue: SimulatedVenue;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);
	beforeEach(async () => (venue = await lab.openVenue()));

	const publish = async () => {
		const node = recovery(await lab.credentialFor(venue), { events: ['booking'] });
		return await lab.publish('Recovery', [node]);
	};

	/** Returns the current versions. */
	const change = async (count: number, field: string): Promise<string[]> => {
		const changed = venue.bookings.all().slice(0, count);
		for (const { uniqueId } of changed) await venue.bookings.change(uniqueId, { field });
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
			venue.bookings.seed(200, { everySeconds: 1 });
			const configuration = subscribe(venue, `${lab.n8n.publicOrigin}/webhook/nobody`);
			lab.n8n.clock.advance(AN_HOUR);
			const workflow = await publish();
			await askedAgain(venue, BOOKINGS, 1);
			expect(await workflow.items('Recovery')).toHaveLength(0);

			await workflow.unpublish();
			const unpublished = await change(200, 'while it was not published');
			lab.n8n.clock.advance(AN_HOUR);
			await workflow.publish([]);
			const first = await workflow.untilItems('Recovery', 200, 3 * MINUTES);
			expect(tallyOf(unpublished, versions(first))).toEqual(EACH_ONCE);

			await lab.n8n.main.stop();
			const off = await change(200, 'while n8n was off');
			lab.n8n.clock.advance(3 * DAYS);
			await lab.n8n.startAgain();
			const second = await workflow.untilItems('Recovery', 400, 3 * MINUTES);
			expect(tallyOf([...unpublished, ...off], versions(second))).toEqual(EACH_ONCE);

			venue.webhooks.change(configuration, { enabled: false });
			const silent = await change(100, 'while the configuration was off');
			await workflow.untilItems('Recovery', 500, 3 * MINUTES);

			await askedAgain(venue, BOOKINGS, 1);
			await lab.n8n.restart();
			await askedAgain(venue, BOOKINGS, 1);
			const all = versions(await workflow.items('Recovery'));
			expect(tallyOf([...unpublished, ...off, ...silent], all)).toEqual(EACH_ONCE);
			expect(all).toHaveLength(500);
			await workflow.unpublish();
		},
		25 * MINUTES,
	);

	it(
		'are reported in their last version if they change twice between two polls',
		async () => {
			venue.bookings.seed(20, { everySeconds: 1 });
			lab.n8n.clock.advance(AN_HOUR);
			const workflow = await publish();
			await askedAgain(venue, BOOKINGS, 1);
			await change(20, 'first');
			await change(20, 'second');
			const items = await workflow.untilItems('Recovery', 20, 3 * MINUTES);
			await askedAgain(venue, BOOKINGS, 1);
			expect(await workflow.items('Recovery')).toHaveLength(20);
			expect(versions(items).every((version) => version.endsWith(' second'))).toBe(true);
			await workflow.unpublish();
		},
		10 * MINUTES,
	);
});
