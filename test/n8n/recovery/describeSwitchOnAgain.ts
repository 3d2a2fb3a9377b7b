import axios from 'axios';

import type { SimulatedVenue } from '../../venue';
import { askedAgain, LivesLab } from '../fixtures/livesLab';
import { Nginx } from '../fixtures/nginx';
import { recovery, trigger } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { newestRelease, type Release } from '../lab/installation/release';
import { OwnAddress } from './ownAddress';

const MINUTES = 60_000;
/** One minute, one, 15, an hour, a day and three days. */
const PAUSES_MS = [1, 1, 15, 60, 24 * 60, 3 * 24 * 60].map((minutes) => minutes * MINUTES);
const TWO_POLLS_MS = 150_000;
const KEY = 'the-key-of-the-venue';
const KEY_HEADER = 'x-venue-apikey';
const WEBHOOKS = 'GET /webhooks';

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
		let lab: LivesLab;
		let nginx: Nginx;

		beforeAll(async () => {
			own = await OwnAddress.open();
			const { environment } = own;
			lab = await LivesLab.open({ mode: 'regular', environment, release });
			nginx = await Nginx.before(lab.n8n.webhookUrl, KEY_HEADER);
			own.lead('direct', { to: lab.n8n.webhookUrl });
			own.lead('nginx', { to: nginx.url });
			own.lead('rejecting', { status: 401, json: { message: 'Unauthorized' } });
			own.lead('silent', 'silence');
		}, 10 * MINUTES);

		afterAll(async () => {
			await nginx?.stop();
			await lab?.close();
			await own?.close();
		}, 5 * MINUTES);

		const giveUp = async (venue: SimulatedVenue) => {
			await venue.emit({ type: 'Booking', eventType: 'Created' });
			for (const pause of PAUSES_MS) {
				lab.n8n.clock.advance(pause);
				await venue.clock.advance(0);
				await venue.idle();
			}
		};

		it(
			'puts back what the venue switched off while it did not reach n8n for days, if n8n reaches it [troubleshooting: Does the venue reach your n8n again?; Is Switch On Again on?]',
			async () => {
				const venue = await lab.openVenue({ profile: 'live' });
				venue.receivers.map(lab.n8n.publicOrigin, nginx.url);
				const isOn = () => venue.webhooks.all().map(({ configuration }) => configuration.enabled);
				const credential = await lab.credentialFor(venue, { webhookApiKey: KEY });
				const receive = async (webhookId: string) =>
					await lab.publish(webhookId, [trigger(credential, webhookId)]);
				const [first, ...later] = Object.keys(EXPECTED);
				const receiving = [await receive(first)];
				const parameters = { events: ['switchedOff'], refetchBookings: false };
				const options = { switchOnAgain: true };
				const workflow = await lab.publish('Recovery', [
					recovery(credential, { ...parameters, options }),
				]);
				// n8n stores nothing of these before it stops.
				for (const webhookId of later) receiving.push(await receive(webhookId));
				await askedAgain(venue, WEBHOOKS, 1);
				expect(isOn()).toEqual([true, true, true, true]);

				// n8n 1 itself puts a webhook back when it starts.
				if (release === newestRelease) await lab.n8n.main.stop();
				else venue.receivers.makeUnreachable(lab.n8n.publicOrigin);
				await giveUp(venue);
				expect(isOn()).toEqual([false, false, false, false]);
				venue.receivers.makeReachable(lab.n8n.publicOrigin);
				if (release === newestRelease) await lab.n8n.startAgain();
				const items = await workflow.untilItems('Recovery', 4, TWO_POLLS_MS);
				expect(items).toMatchObject(
					Object.entries(EXPECTED).map(([webhookId, expected]) => ({
						...{ event: 'switchedOff', url: expect.stringContaining(`/${webhookId}/`) as string },
						...expected,
					})),
				);
				expect(isOn()).toEqual([true, true, false, false]);

				await venue.emit({ type: 'Booking', eventType: 'Updated' });
				for (const one of receiving.slice(0, 2)) {
					await until(async () => (await one.items('Trigger')).length === 1);
				}
				await askedAgain(venue, WEBHOOKS, 1);
				expect(await workflow.items('Recovery')).toHaveLength(4);
				expect(venue.count('PUT /webhooks/{webhookId}')).toBe(2);

				const [, , rejecting] = receiving;
				await rejecting.unpublish();
				await rejecting.publish([]);
				expect(isOn()).toEqual([true, true, true, false]);
				await venue.emit({ type: 'Booking', eventType: 'Updated' });
				await until(async () => (await rejecting.items('Trigger')).length === 1);
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
			expect(await ask({ [KEY_HEADER]: KEY.toUpperCase() })).toBe('401 nginx');
			const all = await Promise.all(Array.from({ length: 60 }, async () => await ask({})));
			const passed = all.filter((answer) => answer === '401 trigger').length;
			expect(passed).toBeGreaterThan(0);
			expect(passed).toBeLessThan(30);
			expect(all.filter((answer) => answer === '401 nginx')).toHaveLength(60 - passed);
		});
	});
}
