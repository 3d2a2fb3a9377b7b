import { startVenue } from '../../venue';
import { LabClock } from '../../n8n/lab/server/labClock';
import { type Measured, PollingProcess } from './pollingProcess';
import type { PollFigures } from './poller/messages';

/** What happens at a venue between two polls. */
export interface Load {
	/** Messages that are given up. */
	failed: number;
	/** Bookings that change. */
	bookings: number;
}

export interface Poll extends Measured {
	requests: number;
}

export interface Course {
	/** The poll that finds everything, and emits the oldest thousand or so. */
	news: Poll;
	/** The next poll, with a larger Max Items per Run: it emits all the others. */
	rest: PollFigures;
	/** The polls after it, which find nothing. */
	calm: Poll[];
}

interface Stage {
	build: string;
	node: string;
	folder: string;
	calmPolls: number;
}

const USUAL_PAUSE_MS = 15 * 60_000;

/** All were given up or changed within seconds, as after an outage or an import. */
const SECONDS_BETWEEN_CHANGES = 0.001;

/** Uses a new venue and a new trigger, and moves the time from poll to poll. */
export async function play(
	{ failed, bookings }: Load,
	{ build, node, folder, calmPolls }: Stage,
): Promise<Course> {
	const clock = new LabClock(folder);
	const venue = await startVenue({ now: () => clock.now() });
	const { baseUrl, credentials } = venue;
	const polling = await PollingProcess.publish({
		build,
		node,
		clock,
		venue: { baseUrl, ...credentials },
	}).catch(async (error: unknown) => {
		await venue.stop();
		throw error;
	});
	const poll = async (): Promise<Poll> => {
		clock.advance(USUAL_PAUSE_MS);
		venue.forgetRequests();
		const measured = await polling.poll();
		return { ...measured, requests: venue.requests.length };
	};
	try {
		clock.advance(USUAL_PAUSE_MS);
		for (let count = 0; count < failed; count++) venue.messages.addFailed({ attempts: 7 });
		venue.bookings.seed(bookings, { everySeconds: SECONDS_BETWEEN_CHANGES });
		const news = await poll();
		clock.advance(USUAL_PAUSE_MS);
		const rest = await polling.drain();
		if (news.items + rest.items < failed + bookings) {
			throw new Error(`Of ${failed + bookings} items, ${news.items + rest.items} were handed over`);
		}
		const calm: Poll[] = [];
		while (calm.length < calmPolls) calm.push(await poll());
		return { news, rest, calm };
	} finally {
		await polling.stop();
		await venue.stop();
	}
}
