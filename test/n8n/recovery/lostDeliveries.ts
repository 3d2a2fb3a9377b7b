import { setTimeout as sleep } from 'node:timers/promises';

import { askedAgain, type LivesLab } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from '../fixtures/tally';
import { until } from '../fixtures/until';

const SECONDS = 1_000;
const LOST_FOR_MS = 75 * SECONDS;
const BOOKINGS = 300;
const FAILED_LIST = 'GET /webhooks/messages/failed';
/** The venue makes seven attempts, and its last pause is half an hour. */
const TRIES = 8;
const LONGEST_PAUSE_MS = 70 * 60 * SECONDS;
/**
 * The seventh attempt comes 13 seconds after the first, so most messages are given up in that time.
 */
const QUICK_RETRIES = { firstRetrySeconds: 0.2, backoffFactor: 2 };

/** The venue cannot reach n8n until it gives up, because n8n is stopped. */
export async function loseWhileStopped(lab: LivesLab): Promise<void> {
	const { n8n } = lab;
	const venue = await lab.openVenue();
	const credential = await lab.credentialFor(venue);
	const nodes = [recovery(credential), lab.trigger('Trigger', credential)];
	const workflow = await lab.publish('Recovery', nodes);
	await n8n.main.stop();
	// In queue mode, other processes would still receive deliveries.
	venue.receivers.makeUnreachable(n8n.publicOrigin);
	for (let index = 0; index < BOOKINGS; index++) await venue.bookings.create();
	for (let retry = 0; retry < TRIES; retry++) {
		n8n.clock.advance(LONGEST_PAUSE_MS);
		await venue.clock.advance(0);
		await venue.idle();
	}
	const messages = venue.messages.failed();
	expect(messages).toHaveLength(BOOKINGS);
	expect(messages.every(({ status }) => status === 'Failed')).toBe(true);

	venue.receivers.makeReachable(n8n.publicOrigin);
	await n8n.startAgain();
	// The growth of the failed list is one more.
	const all = 2 * BOOKINGS + 1;
	const items = await workflow.untilItems('Recovery', all);
	const givenUp = messages.map(({ id }) => id);
	const bookings = venue.bookings.all().map(({ uniqueId }) => uniqueId);
	expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
	expect(tallyOf(bookings, bookingIds(items))).toEqual(EACH_ONCE);
	expect(items).toHaveLength(all);
	await askedAgain(venue, FAILED_LIST, 1);
	await n8n.restart();
	await askedAgain(venue, FAILED_LIST, 1);
	expect(await workflow.items('Recovery')).toHaveLength(all);
	await workflow.unpublish();
}

/** The venue cannot reach n8n for 75 seconds, while n8n keeps polling it. */
export async function loseWhilePolling(lab: LivesLab): Promise<void> {
	const venue = await lab.openVenue({ delivery: QUICK_RETRIES });
	const credential = await lab.credentialFor(venue);
	const nodes = [recovery(credential), lab.trigger('Trigger', credential)];
	const workflow = await lab.publish('Recovery', nodes);
	await askedAgain(venue, FAILED_LIST, 1);
	const ticking = setInterval(() => void venue.clock.advance(0), 100);
	venue.receivers.makeUnreachable(lab.n8n.publicOrigin);
	const sent: string[] = [];
	const bookingOf = new Map<string, string>();
	for (let index = 0; index < BOOKINGS; index++) {
		const { booking, messages } = await venue.bookings.create();
		sent.push(...messages.map(({ id }) => id));
		for (const { id } of messages) bookingOf.set(id, booking.uniqueId);
		await sleep(LOST_FOR_MS / BOOKINGS);
	}
	venue.receivers.makeReachable(lab.n8n.publicOrigin);
	await until(() => venue.messages.failed().every(({ status }) => status === 'Failed'));
	clearInterval(ticking);
	await venue.idle();

	const givenUp = venue.messages.failed().map(({ id }) => id);
	const delivered = sent.filter((id) => !givenUp.includes(id));
	expect(givenUp.length).toBeGreaterThan(BOOKINGS / 2);
	await workflow.untilItems('Recovery', givenUp.length * 2);
	await askedAgain(venue, FAILED_LIST, 1);
	const items = await workflow.items('Recovery');
	expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
	const affected = [...new Set(givenUp.map((id) => String(bookingOf.get(id))))];
	expect(tallyOf(affected, bookingIds(items))).toMatchObject({ missing: 0, twice: 0 });
	const all = venue.bookings.all().map(({ uniqueId }) => uniqueId);
	expect(tallyOf(all, bookingIds(items))).toMatchObject({ twice: 0, unexpected: 0 });
	const ids = (await workflow.items('Trigger')).map(({ id }) => String(id));
	expect(tallyOf(delivered, ids)).toMatchObject({ missing: 0, twice: 0 });
	// On a slow machine, some start the workflow but are answered too late for the venue, which gives
	// them up.
	expect(tallyOf(sent, ids)).toMatchObject({ twice: 0, unexpected: 0 });
	await workflow.unpublish();
}
