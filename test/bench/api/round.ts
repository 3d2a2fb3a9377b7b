import type { Lab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import { LookUps } from '../lookUps/lookUps';
import type { QuickClock } from '../time/quickClock';
import type { Contender } from './contenders';

export interface Job {
	lookUps: number;
	/** The executions that share the look-ups, all at once. */
	executions: number;
}

export interface Round {
	/** Bookings that came out until the last execution ended. */
	perMinute: number;
	lostPercent: number;
}

const MINUTE = 60_000;
const ANSWER_MS = 50;

/** Uses a new venue so that one contender's 429s do not slow down the next. */
export async function lookUp(
	lab: Lab,
	clock: QuickClock,
	contender: Contender,
	job: Job,
): Promise<Round> {
	const { now } = clock;
	const venue = await startVenue({ now, latencyMs: clock.onTheMachine(ANSWER_MS) });
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
		return {
			perMinute: bookings.size / minutes,
			lostPercent: (100 * ids.filter((id) => !bookings.has(id)).length) / ids.length,
		};
	} finally {
		await venue.stop();
	}
}

function partsOf(ids: string[], count: number): string[][] {
	const size = Math.ceil(ids.length / count);
	return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
