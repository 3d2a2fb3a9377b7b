import { WEATHER } from '../weather/spells';
import type { World } from '../world';
import { KINDS } from '../story/story';

const BRANCHES = [
	'answered',
	'failed',
	'canceled',
	'a time was named',
	'export cooldown',
	'invalid token',
	'probe: calm for five minutes',
	'probe: the time that was named',
	'probe: the end of the pause that the venue asked for',
	'clock set back',
	'several processes',
	'several credentials at one host',
	'repeated call',
] as const;

/** Must happen in a run of many seeds, or the run proves nothing. */
export const SOMETIMES: readonly string[] = [
	...WEATHER.map((kind) => `weather: ${kind}`),
	...KINDS.map((kind) => `operation: ${kind}`),
	...BRANCHES,
];

export const RARELY: readonly string[] = [
	'canceled before anything was sent',
	'clock set forward',
	'new secret',
	'other venue',
	'50 calls under way',
	'limit of the venue',
	'a venue like the live one',
];

export function tally(world: World): Record<string, number> {
	const { operations, venue, story } = world;
	const seen: Record<string, number> = {};
	const add = (what: string, times = 1) => {
		if (times > 0) seen[what] = (seen[what] ?? 0) + times;
	};
	const calls = new Map<string, number>();
	for (const { trouble, operation, surface } of venue.ledger.exchanges) {
		if (trouble !== undefined) add(`weather: ${trouble}`);
		if (trouble === 'exportCooldown') add('export cooldown');
		if (trouble === 'limit') add('limit of the venue');
		if (trouble === 'invalidToken') add('invalid token');
		if (surface !== 'token') calls.set(operation, (calls.get(operation) ?? 0) + 1);
	}
	for (const { outcome, kind, probe, retryAt, name } of operations) {
		add(`operation: ${kind}`);
		add(outcome ?? 'never ended');
		if (retryAt !== undefined) add('a time was named');
		if (probe) add(`probe: ${probe.because}`);
		if ((calls.get(name) ?? 0) > 1) add('repeated call');
		if (outcome === 'canceled' && !calls.has(name)) add('canceled before anything was sent');
	}
	for (const { kind } of story.spells) {
		if (!isSeenInTrouble(kind)) add(`weather: ${kind}`);
	}
	for (const { byMs } of story.processes.flatMap(({ jumps }) => jumps)) {
		add(byMs < 0 ? 'clock set back' : 'clock set forward');
	}
	for (const { toAccount } of story.edits) add(toAccount ? 'other venue' : 'new secret');
	add('several processes', story.processes.length > 1 ? 1 : 0);
	add('a venue like the live one', story.manners.isLive ? 1 : 0);
	const atHosts = new Set(story.credentials.map(({ account }) => account.host));
	add('several credentials at one host', story.credentials.length > atHosts.size ? 1 : 0);
	add('50 calls under way', venue.mostOpen >= 50 ? 1 : 0);
	return seen;
}

/** Weather that changes what a later call meets is not recorded in the call itself. */
function isSeenInTrouble(kind: string): boolean {
	return !['slowAnswers', 'tokensRevoked', 'youngTokensRevoked', 'shortTokens'].includes(kind);
}
