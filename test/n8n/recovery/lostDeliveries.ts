import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../fixtures/until';
import type { RecoveryLab } from './recoveryLab';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from './tally';

const SECONDS = 1_000;
const LOST_FOR_MS = 75 * SECONDS;
const BOOKINGS = 300;
/**
 * The seventh attempt comes 13 seconds after the first, so most messages are given up in that time.
 */
export const QUICK_RETRIES = { firstRetrySeconds: 0.2, backoffFactor: 2 };

/** The venue cannot reach n8n for 75 seconds, while n8n keeps polling it. */
export async function loseDeliveries(lab: RecoveryLab): Promise<void> {
	const workflow = await lab.publish([lab.recovery(), lab.trigger()]);
	await lab.nextPoll();
	const { venue } = lab;
	const ticking = setInterval(() => void venue.clock.advance(0), 100);
	venue.receivers.makeUnreachable(lab.lab.publicOrigin);
	const sent: string[] = [];
	const bookingOf = new Map<string, string>();
	for (let index = 0; index < BOOKINGS; index++) {
		const { booking, messages } = await venue.bookings.create();
		sent.push(...messages.map(({ id }) => id));
		for (const { id } of messages) bookingOf.set(id, booking.uniqueId);
		await sleep(LOST_FOR_MS / BOOKINGS);
	}
	venue.receivers.makeReachable(lab.lab.publicOrigin);
	await until(() => venue.messages.failed().every(({ status }) => status === 'Failed'));
	clearInterval(ticking);
	await venue.idle();

	const givenUp = venue.messages.failed().map(({ id }) => id);
	const delivered = sent.filter((id) => !givenUp.includes(id));
	expect(givenUp.length).toBeGreaterThan(BOOKINGS / 2);
	await lab.untilItems(workflow, givenUp.length * 2);
	await lab.nextPoll();
	const items = await lab.items(workflow, 'Recovery');
	expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
	const affected = [...new Set(givenUp.map((id) => String(bookingOf.get(id))))];
	expect(tallyOf(affected, bookingIds(items))).toMatchObject({ missing: 0, twice: 0 });
	const all = venue.bookings.all().map(({ uniqueId }) => uniqueId);
	expect(tallyOf(all, bookingIds(items))).toMatchObject({ twice: 0, unexpected: 0 });
	const ids = (await lab.items(workflow, 'Trigger')).map(({ id }) => String(id));
	expect(tallyOf(delivered, ids)).toMatchObject({ missing: 0, twice: 0 });
	// On a slow machine, some start the workflow but are answered too late for the venue, which gives
	// them up.
	expect(tallyOf(sent, ids)).toMatchObject({ twice: 0, unexpected: 0 });
	await lab.lab.workflows.unpublish(workflow);
}
