import { until } from '../fixtures/until';
import { OwnAddress } from './ownAddress';
import { RecoveryLab } from './recoveryLab';

const MINUTES = 60_000;
const TWO_POLLS_MS = 150_000;

/** A restored backup or a machine that was copied for tests, for example. */
describe('a copy of n8n with the same address and credential', () => {
	let own: OwnAddress;
	let original: RecoveryLab;
	let copy: RecoveryLab;

	beforeAll(async () => {
		own = await OwnAddress.open();
		const plan = { mode: 'regular', environment: own.environment } as const;
		original = await RecoveryLab.open(plan);
		copy = await RecoveryLab.open(plan);
		own.lead(original.trigger().webhookId!, { to: original.lab.webhookUrl });
	}, 10 * MINUTES);

	afterAll(async () => {
		await copy?.lab.stop();
		await original?.close();
		await own?.close();
	}, 5 * MINUTES);

	it(
		'is reported by the original within two polls if it switches a webhook off',
		async () => {
			await original.invite();
			await copy.join(original);
			const receiving = await original.publish([original.trigger()]);
			const parameters = { events: ['switchedOff'], refetchBookings: false };
			const watching = await original.publish([original.recovery(parameters)]);
			await original.nextPoll('GET /webhooks');

			const { webhooks } = original.venue;
			const isOn = () => webhooks.all().map(({ configuration }) => configuration.enabled);
			const copied = await copy.publish([copy.trigger()]);
			expect(isOn()).toEqual([true]);
			await copy.lab.workflows.unpublish(copied);
			await until(() => Promise.resolve(isOn().join() === 'false'));

			const items = await original.untilItems(watching, 1, TWO_POLLS_MS);
			expect(items).toMatchObject([
				{
					event: 'switchedOff',
					url: expect.stringContaining('/beside-the-recovery/') as string,
					advice: expect.stringContaining('Another n8n') as string,
				},
			]);

			// What the advice says brings the events back.
			await original.lab.workflows.unpublish(receiving);
			await original.lab.workflows.publish(await original.lab.workflows.read(receiving));
			await original.untilPublished(receiving);
			expect(isOn()).toEqual([true]);
			await original.nextPoll('GET /webhooks');
			expect(await original.items(watching, 'Recovery')).toHaveLength(1);
		},
		10 * MINUTES,
	);
});
