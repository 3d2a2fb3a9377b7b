import type { SimulatedVenue } from '../../venue';
import { askedAgain, LivesLab } from '../fixtures/livesLab';
import { recovery, trigger } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { OwnAddress } from './ownAddress';

const MINUTES = 60_000;
const TWO_POLLS_MS = 150_000;
const WEBHOOKS = 'GET /webhooks';
const WEBHOOK_ID = 'in-both';

/** A restored backup or a machine that was copied for tests, for example. */
describe('a copy of n8n with the same address and credential', () => {
	let own: OwnAddress;
	let original: LivesLab;
	let copy: LivesLab;

	beforeAll(async () => {
		own = await OwnAddress.open();
		const plan = { mode: 'regular', environment: own.environment } as const;
		original = await LivesLab.open(plan);
		copy = await LivesLab.open(plan);
		own.lead(WEBHOOK_ID, { to: original.n8n.webhookUrl });
	}, 10 * MINUTES);

	afterAll(async () => {
		await copy?.close();
		await original?.close();
		await own?.close();
	}, 5 * MINUTES);

	/** Publishes what each of both n8n has. */
	const receive = async (lab: LivesLab, venue: SimulatedVenue) => {
		const credential = await lab.credentialFor(venue);
		const receiving = await lab.publish('Receiving', [trigger(credential, WEBHOOK_ID)]);
		return { credential, receiving };
	};

	it(
		'is reported by the original within two polls if it switches a webhook off',
		async () => {
			const venue = await original.openVenue();
			const { credential, receiving } = await receive(original, venue);
			const parameters = { events: ['switchedOff'], refetchBookings: false };
			const watching = await original.publish('Watching', [recovery(credential, parameters)]);
			await askedAgain(venue, WEBHOOKS, 1);

			const isOn = () => venue.webhooks.all().map(({ configuration }) => configuration.enabled);
			const copied = await receive(copy, venue);
			expect(isOn()).toEqual([true]);
			await copied.receiving.unpublish();
			await until(() => Promise.resolve(isOn().join() === 'false'));

			expect(await watching.untilItems('Recovery', 1, TWO_POLLS_MS)).toMatchObject([
				{
					event: 'switchedOff',
					url: expect.stringContaining(`/${WEBHOOK_ID}/`) as string,
					advice: expect.stringContaining('Another n8n') as string,
				},
			]);

			// What the advice says brings the events back.
			await receiving.unpublish();
			await receiving.publish([]);
			expect(isOn()).toEqual([true]);
			await askedAgain(venue, WEBHOOKS, 1);
			expect(await watching.items('Recovery')).toHaveLength(1);
		},
		10 * MINUTES,
	);
});
