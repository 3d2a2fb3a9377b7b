import { type Permit, RateLimiter } from '../../../../nodes/venueApi/pacing/rateLimiter';
import type { Quota } from '../../../../nodes/venueApi/pacing/quotas';
import { VirtualClock } from '../../support/virtualClock';
import { credentialAt } from './support/credentialAt';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TWENTY_MINUTES = 20 * MINUTE;

/** What the package paces of the 600 requests that a venue allows. */
const PACED = 591;
const AN_ANSWER_TAKES = 50;

/** Calls for twenty minutes, five of them under way, as a large job of the action node has. */
function workplace() {
	const clock = new VirtualClock();
	const limiter = new RateLimiter(PACED, { clock, shareAsBurst: 0.15 });
	const startedAt = clock.now();
	const isOver = () => clock.now() >= startedAt + TWENTY_MINUTES;

	const call = async (credential: Quota, isUrgent = false) => {
		const askedAt = clock.now();
		const acquired = await credential.acquire({
			queuedAt: askedAt,
			patienceMs: Infinity,
			isUrgent,
		});
		const { permit } = acquired as { permit: Permit };
		const waitedMs = clock.now() - askedAt;
		await clock.wait(AN_ANSWER_TAKES);
		permit.processed();
		permit.release();
		return waitedMs;
	};
	const job = async (credential: Quota) => {
		let calls = 0;
		const worker = async () => {
			for (; !isOver(); calls++) await call(credential);
		};
		await Promise.all(Array.from({ length: 5 }, worker));
		return calls / (TWENTY_MINUTES / MINUTE);
	};
	/** A look-up of a user every few seconds, from the first second on. Returns the longest wait. */
	const lookUps = async (credential: Quota) => {
		let longest = 0;
		let lookUps = 0;
		for (; !isOver(); lookUps++) {
			await clock.wait(500 + (lookUps % 7) * 1_000);
			longest = Math.max(longest, await call(credential, true));
		}
		return { longest, perMinute: lookUps / (TWENTY_MINUTES / MINUTE) };
	};
	return { clock, limiter, job, lookUps };
}

describe('beside a job of twenty minutes', () => {
	it('look-ups of the same and of another credential wait 2.5 seconds at most, at 97 % of the limit', async () => {
		const { clock, limiter, job, lookUps } = workplace();
		const busy = credentialAt(limiter);
		const [perMinute, own, others] = await clock.until(
			Promise.all([job(busy), lookUps(busy), lookUps(credentialAt(limiter))]),
		);
		expect(Math.max(own.longest, others.longest)).toBeLessThanOrEqual(2_500);
		expect(perMinute + own.perMinute + others.perMinute).toBeGreaterThanOrEqual(0.97 * 600);
	});
});
