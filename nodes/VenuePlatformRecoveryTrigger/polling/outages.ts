import type { PollFailure } from './pollFailure';

interface Outage {
	polls: number;
	said: Set<string>;
}

/** One poll may fail by chance: an outage is what two in a row meet. */
const POLLS_OF_AN_OUTAGE = 2;

const outages = new Map<string, Outage>();

/** Everything has worked: whatever comes next is something new. */
export function endOutage(node: string): void {
	outages.delete(node);
}

/** Whether this is to be said now: an outage once, and each reason once that does not pass. */
export function shouldReport(node: string, failures: PollFailure[]): boolean {
	const outage = outages.get(node) ?? { polls: 0, said: new Set() };
	outages.set(node, outage);
	outage.polls++;
	const permanent = failures.find(({ isTransient }) => !isTransient);
	if (!permanent && outage.polls < POLLS_OF_AN_OUTAGE) return false;
	const reason = permanent?.reason ?? 'outage';
	const isNew = !outage.said.has(reason);
	outage.said.add(reason);
	return isNew;
}
