import type { Lab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import { LookUps } from '../lookUps/lookUps';
import type { Contender } from './contenders';

/** Like a venue on the internet: long enough for other requests in the meantime. */
const ANSWER_MS = 100;

const USUAL_PAUSE_MS = 10 * 60_000;

/**
 * This many executions at once without a token, and again after the venue has revoked it. Returns how
 * many tokens they request.
 */
export async function burst(lab: Lab, contender: Contender, executions: number): Promise<number> {
	// One contender must not affect the next.
	const venue = await startVenue({ now: () => lab.clock.now(), latencyMs: ANSWER_MS });
	try {
		const { baseUrl, credentials } = venue;
		const { credentialType } = contender;
		const credential = await lab.credentials.create(credentialType, { baseUrl, ...credentials });
		const workflow = await LookUps.publish(lab, contender.node(baseUrl, credential));
		venue.bookings.seed(1);
		const [{ uniqueId }] = venue.bookings.all();
		const all = async () => {
			const once = async () => await workflow.find([uniqueId]);
			await Promise.all(Array.from({ length: executions }, once));
		};
		await all();
		lab.clock.advance(USUAL_PAUSE_MS);
		venue.tokens.revokeAll();
		await all();
		return venue.count('POST /token');
	} finally {
		await venue.stop();
	}
}
