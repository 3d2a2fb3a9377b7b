import type { Message, SimulatedVenue } from '../../../venue';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';

const MINUTES = 60_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const MESSAGES = 10_000;
const GIVEN_UP_FIRST = 3_000;
const BOOKINGS = 300;
/** Max Items per Run, if it was not added. */
const MOST_ITEMS = 1_000;
const MINIMUM_ATTEMPT = 5;
/** The poll under way, and another for the growth of the list and the bookings. */
const MORE_POLLS = 2;

describe('an outage of 10,000 messages', () => {
	let lab: LivesLab;
	let venue: SimulatedVenue;
	let workflow: LivingWorkflow;

	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	const polls = async (count: number) => {
		for (let poll = 0; poll < count; poll++) await askedAgain(venue, FAILED_LIST, 1);
	};

	const fail = (messages: Message[]) => {
		const failure = { httpResponseStatus: 503, detail: 'The receiver answered 503' };
		for (const message of messages) venue.messages.failedOnceMore(message, failure);
	};

	it(
		'is reported at the default settings, those given up first, each once, as soon as Max Items allows',
		async () => {
			venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			await lab.publish('Receiving', [lab.trigger('Trigger', credential)]);
			workflow = await lab.publish('Watching', [lab.recovery('Recovery', credential)]);
			await polls(2);
			venue.receivers.makeUnreachable(lab.n8n.publicOrigin);
			const bookings: string[] = [];
			const messages: Message[] = [];
			for (let index = 0; index < BOOKINGS; index++) {
				const { booking, messages: own } = await venue.bookings.create();
				bookings.push(booking.uniqueId);
				messages.push(...own);
			}
			for (let attempt = 1; attempt < MINIMUM_ATTEMPT; attempt++) fail(messages);
			while (messages.length < MESSAGES) {
				messages.push(venue.messages.addFailed({ attempts: MINIMUM_ATTEMPT }));
			}
			await polls(3);

			// The venue still tries most of them, and n8n has not reported all of these yet.
			const first = messages.slice(0, GIVEN_UP_FIRST);
			for (let attempt = 0; attempt < 2; attempt++) fail(first);
			await polls(GIVEN_UP_FIRST / MOST_ITEMS + MORE_POLLS);
			const early = messageIds(await workflow.items('Recovery'));
			expect(tallyOf(ids(first), early)).toEqual(EACH_ONCE);

			const others = messages.slice(GIVEN_UP_FIRST);
			for (let attempt = 0; attempt < 2; attempt++) fail(others);
			await polls(others.length / MOST_ITEMS + MORE_POLLS);
			const all = await workflow.items('Recovery');
			expect(tallyOf(ids(messages), messageIds(all))).toEqual(EACH_ONCE);

			await polls(3);
			const items = await workflow.items('Recovery');
			expect(messageIds(items)).toHaveLength(MESSAGES);
			expect(tallyOf(bookings, bookingIds(items))).toEqual(EACH_ONCE);
			const attempts = items
				.filter(({ event }) => event === 'attempt')
				.map(({ messageId }) => String(messageId));
			expect(new Set(attempts).size).toBe(attempts.length);
			const counts = new Map<unknown, number>();
			for (const { event } of items) counts.set(event, (counts.get(event) ?? 0) + 1);
			process.stdout.write(`an outage of 10,000 messages: ${JSON.stringify([...counts])}\n`);
			expect(await workflow.failures()).toEqual([]);
		},
		20 * MINUTES,
	);
});

const ids = (messages: Message[]) => messages.map(({ id }) => id);
