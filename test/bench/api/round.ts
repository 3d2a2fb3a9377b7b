import type { Lab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import { LookUps } from '../lookUps/lookUps';
import type { QuickClock } from '../time/quickClock';
import type { Contender } from './contenders';

export interface Job {
	lookUps: number;
	/** The executions that share the look-ups, all at once. */
	executions: number;
	/** How long the venue takes to answer. */
	latencyMs: number;
}

export interface Round {
	/** Bookings found per minute, as a share of the calls per minute that the venue allows. */
	share: number;
	minutes: number;
	tooMany: number;
	lost: number;
	requests: number;
}

const ALLOWED_PER_MINUTE = 600;
const MINUTE = 60_000;
const LOOK_UP = 'GET /bookings/{uniqueId}';

/** Uses a new venue so that one contender's 429s do not slow down the next. */
export async function lookUp(
	lab: Lab,
	clock: QuickClock,
	contender: Contender,
	job: Job,
): Promise<Round> {
	const { now } = clock;
	const venue = await startVenue({ now, latencyMs: clock.onTheMachine(job.latencyMs) });
	try {
		venue.bookings.seed(job.lookUps);
		const { baseUrl, credentials } = venue;
		const data = { baseUrl, ...credentials };
		const credential = await lab.credentials.create('venuePlatformApi', data);
		const workflow = await LookUps.publish(lab, contender.node(baseUrl, credential));
		const ids = venue.bookings.all().map(({ uniqueId }) => uniqueId);
		const begin = now();
		const found = await Promise.all(
			partsOf(ids, job.executions).map(async (part) => await workflow.find(part)),
		);
		const minutes = (now() - begin) / MINUTE;
		const bookings = new Set(found.flat());
		const requests = venue.requestsTo(LOOK_UP);
		return {
			share: bookings.size / minutes / ALLOWED_PER_MINUTE,
			minutes,
			tooMany: requests.filter(({ status }) => status === 429).length,
			lost: ids.filter((id) => !bookings.has(id)).length,
			requests: requests.length,
		};
	} finally {
		await venue.stop();
	}
}

function partsOf(ids: string[], count: number): string[][] {
	const size = Math.ceil(ids.length / count);
	return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
