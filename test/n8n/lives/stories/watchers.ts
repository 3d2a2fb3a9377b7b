import type { SimulatedVenue } from '../../../venue';
import { EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, type LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';
import type { Restart } from '../together';

const VENUES = 3;
const WATCHERS = 6;
const REPLACEMENTS = 3;
const MESSAGES_EACH = 3;
const REPORTED_WITHIN_MS = 90_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';

/** Two recovery triggers for each of three venues; the README recommends one for each. */
export async function sixWatchers(lab: LivesLab, restart: Restart): Promise<void> {
	const venues: SimulatedVenue[] = [];
	for (let venue = 0; venue < VENUES; venue++) venues.push(await lab.openVenue());
	const credentials = await Promise.all(
		venues.map(async (venue) => await lab.credentialFor(venue)),
	);
	const watcher = (index: number) =>
		lab.recovery(`Watcher ${index}`, credentials[index % VENUES], {
			events: ['final'],
			refetchBookings: false,
		});
	const given = venues.map((): string[] => []);
	const giveUp = () => {
		for (const [index, venue] of venues.entries()) {
			for (let message = 0; message < MESSAGES_EACH; message++) {
				given[index].push(venue.messages.addFailed({ attempts: 7 }).id);
			}
		}
	};

	const nodes = Array.from({ length: WATCHERS }, (_, index) => watcher(index));
	const workflow = await lab.publish('Six watchers', nodes);
	const tallies = async () => await talliesOf(workflow, given);
	giveUp();
	await untilReported(workflow, given);
	expect(await tallies()).toEqual(ALL_ONCE);

	const others = nodes.slice(0, -1);
	for (let replacement = 0; replacement < REPLACEMENTS; replacement++) {
		await workflow.change(others);
		await askedAgain(venues[0], FAILED_LIST, 2);
		await workflow.change([...others, watcher(WATCHERS - 1)]);
		giveUp();
		await untilReported(workflow, given);
	}
	expect(await tallies()).toEqual(ALL_ONCE);

	await restart({ whileOff: giveUp });
	await untilReported(workflow, given);
	for (const venue of venues) await askedAgain(venue, FAILED_LIST, 4);
	expect(await tallies()).toEqual(ALL_ONCE);
	await workflow.unpublish();
}

const names = Array.from({ length: WATCHERS }, (_, index) => `Watcher ${index}`);
const ALL_ONCE = Object.fromEntries(names.map((name) => [name, EACH_ONCE]));

async function untilReported(workflow: LivingWorkflow, given: string[][]): Promise<void> {
	const giveUpAt = Date.now() + REPORTED_WITHIN_MS;
	for (const [index, name] of names.entries()) {
		await workflow.untilItems(name, given[index % VENUES].length, giveUpAt - Date.now());
	}
}

async function talliesOf(workflow: LivingWorkflow, given: string[][]) {
	const tallies = await Promise.all(
		names.map(async (name, index) => [
			name,
			tallyOf(given[index % VENUES], messageIds(await workflow.items(name))),
		]),
	);
	return Object.fromEntries(tallies) as Record<string, typeof EACH_ONCE>;
}
