import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue } from '../../../venue';
import { until } from '../../fixtures/until';
import type { StoredCredential } from '../../lab/rest/credentials';
import { EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const STAGING = 'https://staging.venue.test';

/** An hour of the venue and of both n8n, in which each polls every ten seconds of real time. */
const STEPS = 30;
const STEP_MS = 2 * MINUTES;
const TICKS = 4;
const REAL_MS_OF_A_TICK = 2 * SECONDS;

/** A message is given up after five minutes, and an outage of one n8n takes eight. */
const DELIVERY = { timeoutMs: 2 * MINUTES, firstRetrySeconds: 15, backoffFactor: 1.5 };
const OUTAGE_STEPS = 4;
const DOWN: Record<'production' | 'staging', number[]> = { production: [3, 20], staging: [10, 24] };
const REPUBLISHED_AT = 18;

interface Place {
	lab: LivesLab;
	origin: string;
	receiving: LivingWorkflow;
	watching: LivingWorkflow;
}

describe('production and staging at one venue with one credential, for an hour of weather', () => {
	const labs: LivesLab[] = [];
	let venue: SimulatedVenue;
	let production: Place;
	let staging: Place;

	beforeAll(async () => {
		labs.push(await LivesLab.open({ mode: 'regular' }));
		const environment = { WEBHOOK_URL: `${STAGING}/` };
		labs.push(await LivesLab.open({ mode: 'regular', environment }));
		const [here] = labs;
		venue = await here.openVenue({ delivery: DELIVERY });
		venue.receivers.map(STAGING, labs[1].n8n.webhookUrl);
		production = await settle(labs[0], here.n8n.publicOrigin);
		staging = await settle(labs[1], STAGING);
	}, 15 * MINUTES);

	afterAll(async () => {
		for (const lab of labs) await lab.close();
	}, 5 * MINUTES);

	const settle = async (lab: LivesLab, origin: string): Promise<Place> => {
		const credential: StoredCredential = await lab.credentialFor(venue);
		const trigger = { ...lab.trigger('Trigger', credential), webhookId: 'the-same-in-both' };
		const receiving = await lab.publish('Receiving', [trigger]);
		const parameters = { events: ['final', 'switchedOff'], refetchBookings: false };
		const watching = await lab.publish('Watching', [
			lab.recovery('Watcher', credential, parameters),
		]);
		await askedAgain(venue, FAILED_LIST, 2);
		return { lab, origin, receiving, watching };
	};

	const pass = async (ms: number) => {
		for (let tick = 0; tick < TICKS; tick++) {
			for (const { n8n } of labs) n8n.clock.advance(ms / TICKS);
			await venue.clock.advance(0);
			await sleep(REAL_MS_OF_A_TICK);
		}
	};

	const sendTo = ({ origin }: Place, step: number, downs: number[]) => {
		if (downs.includes(step)) venue.receivers.makeUnreachable(origin);
		if (downs.includes(step - OUTAGE_STEPS)) venue.receivers.makeReachable(origin);
	};

	const messagesTo = ({ origin }: Place) => {
		const own = venue.webhooks.all().find(({ configuration: { url } }) => url.startsWith(origin));
		return venue.messages.all().filter(({ webhookId }) => webhookId === own?.webhookId);
	};

	it(
		'each event starts each n8n once, and each n8n reports what it missed itself, once',
		async () => {
			for (let step = 0; step < STEPS; step++) {
				sendTo(production, step, DOWN.production);
				sendTo(staging, step, DOWN.staging);
				venue.faults.clear();
				const isStormy = step % 5 < 2;
				const busy = { kind: 'answer', status: 503, headers: { 'Retry-After': '20' } } as const;
				if (isStormy) venue.faults.on('GET /**', busy, { probability: 0.3, seed: step });
				await venue.emit({ type: 'Booking', eventType: 'Created' });
				await venue.emit({ type: 'Ticket', eventType: 'Updated' });
				if (step === REPUBLISHED_AT) await staging.receiving.unpublish();
				await pass(STEP_MS);
				if (step === REPUBLISHED_AT) await staging.receiving.publish([]);
			}
			venue.faults.clear();
			await until(async () => {
				await pass(STEP_MS);
				return venue.messages.all().every(({ status }) => ['Delivered', 'Failed'].includes(status));
			});
			for (let poll = 0; poll < 6; poll++) await askedAgain(venue, FAILED_LIST, 1);

			for (const [name, place] of Object.entries({ production, staging })) {
				const all = messagesTo(place);
				const withStatus = (wanted: string) =>
					all.filter(({ status }) => status === wanted).map(({ id }) => id);
				const started = (await place.receiving.items('Trigger')).map(({ id }) => String(id));
				const told = await place.watching.items('Watcher');
				const failures = await place.watching.failures();
				process.stdout.write(
					`${name}: ${all.length} messages, ${withStatus('Failed').length} given up, ${JSON.stringify(failures)}, ${JSON.stringify(told.filter(({ event }) => event !== 'final'))}\n`,
				);
				expect(withStatus('Failed').length).toBeGreaterThan(0);
				expect(tallyOf(withStatus('Delivered'), started)).toEqual(EACH_ONCE);
				expect(tallyOf(withStatus('Failed'), messageIds(told))).toEqual(EACH_ONCE);
				expect(told.filter(({ event }) => event !== 'final')).toEqual([]);
			}
		},
		30 * MINUTES,
	);
});
