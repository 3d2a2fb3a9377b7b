import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue } from '../../../venue';
import { EVERY_MINUTE } from '../../fixtures/nodes';
import { until } from '../../fixtures/until';
import { EACH_ONCE, messageIds, tallyOf, type Item } from '../../fixtures/tally';
import { askedAgain, type LivesLab } from '../../fixtures/livesLab';
import type { Restart } from '../together';

const MINUTES = 60_000;
const BOOKINGS = 'GET /bookings';

/** Returns the current versions. */
async function change(venue: SimulatedVenue, count: number, field: string): Promise<string[]> {
	const changed = venue.bookings.all().slice(0, count);
	for (const { uniqueId } of changed) await venue.bookings.change(uniqueId, { field });
	return changed.map(({ uniqueId }) => `${uniqueId} ${field}`);
}

const versions = (items: Item[]) =>
	items
		.filter(({ event }) => event === 'booking')
		.map(({ booking }) => {
			const { uniqueId, field } = booking as { uniqueId: string; field?: string };
			return `${uniqueId} ${field ?? ''}`;
		});

/**
 * One booking an hour until yesterday, because a change right before a failed message is recovered
 * with it.
 */
function seed(venue: SimulatedVenue): void {
	venue.bookings.seed(20, { everySeconds: 3_600, secondsAgo: 86_400 });
}

export async function slowList(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue();
	seed(venue);
	const credential = await lab.credentialFor(venue);
	const nodes = [
		lab.recovery('Recovery', credential, {
			events: ['booking'],
			// n8n's default. Polls begin while the list is still on its way.
			pollTimes: EVERY_MINUTE,
		}),
	];
	const workflow = await lab.publish('Slow list', nodes);
	venue.faults.on(BOOKINGS, { kind: 'trickle', pieces: 24, everyMs: 5_000 });
	const changed = await change(venue, 5, 'changed');
	venue.forgetRequests();

	const items = await workflow.untilItems('Recovery', changed.length, 5 * MINUTES);
	// The time of an item is the beginning of its poll.
	const reportedBy = Math.min(...items.map(({ at }) => Date.parse(String(at))));
	const inVain = venue.requestsTo(BOOKINGS).filter(({ at }) => at < reportedBy);
	process.stdout.write(
		`two-minute list: ${items.length} of ${changed.length}, after ${inVain.length} calls in vain, ${venue.count(BOOKINGS)} calls in all\n`,
	);
	expect(tallyOf(changed, versions(items))).toEqual(EACH_ONCE);
	expect(inVain).toEqual([]);

	// The user publishes a change while the list is on its way.
	venue.faults.clear();
	venue.faults.on(BOOKINGS, { kind: 'trickle', pieces: 8, everyMs: 5_000 });
	changed.push(...(await change(venue, 3, 'changed before a publication')));
	const asked = venue.count(BOOKINGS);
	const nextPoll = Date.now() + 3 * MINUTES;
	while (venue.count(BOOKINGS) === asked && Date.now() < nextPoll) await sleep(200);
	const often = lab.recovery('Recovery', credential, { events: ['booking'] });
	nodes[0] = { ...nodes[0], parameters: often.parameters };
	await workflow.change(nodes);
	await workflow.untilItems('Recovery', changed.length);

	venue.faults.clear();
	await restart();
	changed.push(...(await change(venue, 3, 'changed after the restart')));
	await workflow.untilItems('Recovery', changed.length);
	await askedAgain(venue, BOOKINGS, 2);
	expect(tallyOf(changed, versions(await workflow.items('Recovery')))).toEqual(EACH_ONCE);
	await workflow.unpublish();
}

export async function newClientId(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue();
	seed(venue);
	const credential = await lab.credentialFor(venue);
	const nodes = [lab.recovery('Recovery', credential, { events: ['final', 'booking'] })];
	const workflow = await lab.publish('New Client ID', nodes);
	await askedAgain(venue, BOOKINGS, 1);

	venue.clients.block(venue.credentials.clientId, 'disabled key');
	const given = Array.from({ length: 5 }, () => venue.messages.addFailed({ attempts: 7 }).id);
	const changed = await change(venue, 5, 'while the old credentials were disabled');
	await askedAgain(venue, 'GET /**', 2);
	await restart();
	await askedAgain(venue, 'GET /**', 1);
	expect(await workflow.items('Recovery')).toEqual([]);

	const data = { baseUrl: venue.baseUrl, ...venue.addCredentials() };
	await lab.n8n.credentials.update(credential, data);
	await workflow.untilItems('Recovery', given.length + changed.length);
	await askedAgain(venue, BOOKINGS, 2);
	const items = await workflow.items('Recovery');
	expect(tallyOf(given, messageIds(items))).toEqual(EACH_ONCE);
	expect(tallyOf(changed, versions(items))).toEqual(EACH_ONCE);
	await workflow.unpublish();
}

export async function owedBookings(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue();
	seed(venue);
	const recovery = lab.recovery('Recovery', await lab.credentialFor(venue), { events: ['final'] });
	// Once a minute so that no poll comes between the report and the publication.
	const rarely = { ...recovery.parameters, pollTimes: EVERY_MINUTE };
	const workflow = await lab.publish('Owed bookings', [{ ...recovery, parameters: rarely }]);
	venue.faults.on(BOOKINGS, { kind: 'answer', status: 503 });
	const given = [venue.messages.addFailed({ attempts: 7 }).id];
	const changed = await change(venue, 3, 'while the list was not to be had');
	await workflow.untilItems('Recovery', given.length);
	venue.faults.clear();
	const withBookings = { ...recovery.parameters, events: ['final', 'booking'] };
	await workflow.change([{ ...recovery, parameters: withBookings }]);
	await restart();

	await workflow.untilItems('Recovery', given.length + changed.length);
	const later = await change(venue, 2, 'changed as usual');
	await workflow.untilItems('Recovery', given.length + changed.length + later.length);
	await askedAgain(venue, BOOKINGS, 2);
	const items = await workflow.items('Recovery');
	expect(tallyOf(given, messageIds(items))).toEqual(EACH_ONCE);
	expect(tallyOf([...changed, ...later], versions(items))).toMatchObject({ missing: 0, twice: 0 });
	await workflow.unpublish();
}

export async function partOfList(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue({ variations: { list: 'dataAndTotal' } });
	seed(venue);
	const credential = await lab.credentialFor(venue);
	const nodes = [
		lab.recovery('Recovery', credential, {
			events: ['booking'],
			options: { safetyMarginMinutes: 0 },
		}),
	];
	const workflow = await lab.publish('Part of a list', nodes);
	await askedAgain(venue, BOOKINGS, 1);

	venue.vary({ atMostInList: 4 });
	await change(venue, 10, 'more than the venue gives');
	await until(async () => (await workflow.failures()).join().includes('may be missing'));
	await workflow.untilItems('Recovery', 4);
	await restart();
	await askedAgain(venue, BOOKINGS, 2);

	venue.vary({ atMostInList: Infinity });
	const later = await change(venue, 2, 'changed as usual');
	await workflow.untilItems('Recovery', 4 + later.length);
	await askedAgain(venue, BOOKINGS, 2);
	const all = versions(await workflow.items('Recovery'));
	expect(new Set(all).size).toBe(all.length);
	expect(tallyOf(later, all)).toMatchObject({ missing: 0, twice: 0 });
	await workflow.unpublish();
}
