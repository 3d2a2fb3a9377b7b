import type { Lab } from '../../n8n/lab/lab';
import { type SimulatedVenue, startVenue } from '../../venue';
import { LookUps } from '../lookUps/lookUps';
import type { Contender } from './contenders';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Like a venue on the internet: long enough for other requests in the meantime. */
const ANSWER_MS = 100;

export interface Figures {
	tokenRequests: number;
	/** Token requests that the venue rejected. */
	turnedDown: number;
	/** Look-ups of existing bookings that returned nothing. */
	lost: number;
}

interface Venue {
	lab: Lab;
	venue: SimulatedVenue;
	workflow: LookUps;
}

export type Story = (place: Venue) => Promise<string[][]>;

/** Uses a new venue so that one contender does not affect the next. */
export async function tell(lab: Lab, contender: Contender, story: Story): Promise<Figures> {
	const venue = await startVenue({ now: () => lab.clock.now(), latencyMs: ANSWER_MS });
	try {
		const { baseUrl, credentials } = venue;
		const { credentialType } = contender;
		const credential = await lab.credentials.create(credentialType, { baseUrl, ...credentials });
		const workflow = await LookUps.publish(lab, contender.node(baseUrl, credential));
		const found = await story({ lab, venue, workflow });
		const answers = venue.requestsTo('POST /token').map(({ status }) => status);
		return {
			tokenRequests: answers.length,
			turnedDown: answers.filter((status) => status !== 200).length,
			lost: found.filter((bookings) => bookings.length === 0).length,
		};
	} finally {
		await venue.stop();
	}
}

/** This many executions at once without a token, and again after the venue has revoked it. */
export const burst =
	(executions: number): Story =>
	async ({ lab, venue, workflow }) => {
		const id = aBookingOf(venue);
		const all = async () =>
			await Promise.all(Array.from({ length: executions }, async () => await workflow.find([id])));
		const first = await all();
		lab.clock.advance(10 * MINUTE);
		venue.tokens.revokeAll();
		return [...first, ...(await all())];
	};

interface Day {
	everyMinutes: number;
	executions: number;
	/** One in this many executions also asks for a booking that does not exist. */
	goneEach: number;
}

/** A day on which executions begin together again and again. At noon the token is revoked. */
export const day =
	({ everyMinutes, executions, goneEach }: Day): Story =>
	async ({ lab, venue, workflow }) => {
		const id = aBookingOf(venue);
		const found: string[][] = [];
		const times = DAY / (everyMinutes * MINUTE);
		for (let time = 0; time < times; time++) {
			if (time === times / 2) venue.tokens.revokeAll();
			const asked = Array.from({ length: executions }, (_, index) =>
				(time * executions + index) % goneEach === 0 ? [id, 'gone'] : [id],
			);
			found.push(...(await Promise.all(asked.map(async (ids) => await workflow.find(ids)))));
			lab.clock.advance(everyMinutes * MINUTE);
		}
		return found;
	};

function aBookingOf(venue: SimulatedVenue): string {
	venue.bookings.seed(1);
	return venue.bookings.all()[0].uniqueId;
}
