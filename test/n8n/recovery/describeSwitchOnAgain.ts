import axios from 'axios';

import { Nginx } from '../fixtures/nginx';
import { until } from '../fixtures/until';
import { newestRelease, type Release } from '../lab/installation/release';
import { OwnAddress } from './ownAddress';
import { RecoveryLab } from './recoveryLab';

const MINUTES = 60_000;
/** One minute, one, 15, an hour, a day and three days. */
const PAUSES_MS = [1, 1, 15, 60, 24 * 60, 3 * 24 * 60].map((minutes) => minutes * MINUTES);
const TWO_POLLS_MS = 150_000;
const KEY_HEADER = 'x-venue-apikey';

/** By the ID of the trigger. */
const EXPECTED = {
	direct: { switchedOn: true },
	nginx: { switchedOn: true },
	rejecting: { switchedOn: false, advice: expect.stringContaining('proxy') as string },
	silent: { switchedOn: false, advice: expect.stringContaining('did not reach') as string },
};

/** The recovery trigger of this release puts back what the venue switched off. */
export function describeSwitchOnAgain(release: Release): void {
	describe(`Switch On Again in n8n ${release.n8n}`, () => {
		let own: OwnAddress;
		let lab: RecoveryLab;
		let nginx: Nginx;

		beforeAll(async () => {
			own = await OwnAddress.open();
			const { environment } = own;
			lab = await RecoveryLab.open({ mode: 'regular', environment, release });
			nginx = await Nginx.before(lab.lab.webhookUrl, KEY_HEADER);
			own.lead('direct', { to: lab.lab.webhookUrl });
			own.lead('nginx', { to: nginx.url });
			own.lead('rejecting', { status: 401, json: { message: 'Unauthorized' } });
			own.lead('silent', 'silence');
		}, 10 * MINUTES);

		afterAll(async () => {
			await nginx?.stop();
			await lab?.close();
			await own?.close();
		}, 5 * MINUTES);

		const isOn = () => lab.venue.webhooks.all().map(({ configuration }) => configuration.enabled);

		const giveUp = async () => {
			await lab.venue.emit({ type: 'Booking', eventType: 'Created' });
			for (const pause of PAUSES_MS) {
				lab.clock.advance(pause);
				await lab.venue.clock.advance(0);
				await lab.venue.idle();
			}
		};

		it(
			'puts back what the venue switched off while it did not reach n8n for days, if n8n reaches it [troubleshooting: Does the venue reach your n8n again?; Is Switch On Again on?]',
			async () => {
				await lab.invite({ profile: 'live' });
				lab.venue.receivers.map(lab.lab.publicOrigin, nginx.url);
				const receive = async (webhookId: string) =>
					await lab.publish([{ ...lab.trigger(), webhookId }]);
				const [first, ...later] = Object.keys(EXPECTED);
				const receiving = [await receive(first)];
				const parameters = { events: ['switchedOff'], refetchBookings: false };
				const options = { switchOnAgain: true };
				const workflow = await lab.publish([lab.recovery({ ...parameters, options })]);
				// n8n stores nothing of these before it stops.
				for (const webhookId of later) receiving.push(await receive(webhookId));
				await lab.nextPoll('GET /webhooks');
				expect(isOn()).toEqual([true, true, true, true]);

				// n8n 1 itself puts a webhook back when it starts.
				if (release === newestRelease) await lab.lab.main.stop();
				else lab.venue.receivers.makeUnreachable(lab.lab.publicOrigin);
				await giveUp();
				expect(isOn()).toEqual([false, false, false, false]);
				lab.venue.receivers.makeReachable(lab.lab.publicOrigin);
				if (release === newestRelease) await lab.startAgain();
				const items = await lab.untilItems(workflow, 4, TWO_POLLS_MS);
				expect(items).toMatchObject(
					Object.entries(EXPECTED).map(([webhookId, expected]) => ({
						...{ event: 'switchedOff', url: expect.stringContaining(`/${webhookId}/`) as string },
						...expected,
					})),
				);
				expect(isOn()).toEqual([true, true, false, false]);

				await lab.venue.emit({ type: 'Booking', eventType: 'Updated' });
				for (const one of receiving.slice(0, 2)) {
					await until(async () => (await lab.items(one, 'Trigger')).length === 1);
				}
				await lab.nextPoll('GET /webhooks');
				expect(await lab.items(workflow, 'Recovery')).toHaveLength(4);
				expect(lab.venue.count('PUT /webhooks/{webhookId}')).toBe(2);

				const [, , rejecting] = receiving;
				await lab.lab.workflows.unpublish(rejecting);
				await lab.lab.workflows.publish(await lab.lab.workflows.read(rejecting));
				await lab.untilPublished(rejecting);
				expect(isOn()).toEqual([true, true, true, false]);
				await lab.venue.emit({ type: 'Booking', eventType: 'Updated' });
				await until(async () => (await lab.items(rejecting, 'Trigger')).length === 1);
			},
			10 * MINUTES,
		);

		it('nginx lets questions without a key through, but not all of them, and no wrong key', async () => {
			const ask = async (headers: Record<string, string>) => {
				const url = `${nginx.url}/webhook/direct/venue-platform`;
				const options = { headers, proxy: false, validateStatus: () => true } as const;
				const { status, data } = await axios.post<unknown>(url, {}, options);
				const isOfTrigger = JSON.stringify(data).includes('This delivery does not show');
				return `${status} ${isOfTrigger ? 'trigger' : 'nginx'}`;
			};
			expect(await ask({})).toBe('401 trigger');
			expect(await ask({ [KEY_HEADER]: 'wrong' })).toBe('401 nginx');
			expect(await ask({ [KEY_HEADER]: 'THE-KEY-OF-THE-VENUE' })).toBe('401 nginx');
			const all = await Promise.all(Array.from({ length: 60 }, async () => await ask({})));
			const passed = all.filter((answer) => answer === '401 trigger').length;
			expect(passed).toBeGreaterThan(0);
			expect(passed).toBeLessThan(30);
			expect(all.filter((answer) => answer === '401 nginx')).toHaveLength(60 - passed);
		});
	});
}
