/** A fix of the shipped client, and how to take it out. */
export interface Mutant {
	/** The finding that the fix is for. */
	finding: string;
	/** Without an extension, from the root of the sources. */
	module: string;
	/** Exactly once in the source. */
	search: string;
	replacement: string;
}

const PAUSE = 'nodes/venueApi/pacing/pause';
const SURFACES = 'nodes/venueApi/pacing/surfaces';
const NEXT_STEP = 'nodes/venueApi/transport/nextStep';
const GUARD = 'credentials/tokenGuard';
const CREDENTIAL = 'credentials/VenuePlatformApi.credentials';

/**
 * Each has to break a rule within 1,000 seeds. A text that is not found any more fails the run, so
 * that a mutant moves with the code.
 */
export const MUTANTS: readonly Mutant[] = [
	{
		finding: 'S1: calls under way together each double the pause',
		module: PAUSE,
		search: 'const isNews = departedAt > this.setAt;',
		replacement: 'const isNews = true;',
	},
	{
		finding: 'S2: a pause is doubled without an end',
		module: PAUSE,
		search: 'return Math.min(this.lastMs * 2, LONGEST_DOUBLED_MS);',
		replacement: 'return this.lastMs * 2;',
	},
	{
		finding: 'S3: a token that had worked is renewed only after a minute',
		module: GUARD,
		search: `	if (!own || own.value === memory.provenToken) return undefined;
	if (!memory.invalidTokens.get(own.value)) return undefined;
	return { from: own.obtainedAt, ms: pauseAfter(uselessTokens - 1), failure: REFUSED_AT_ONCE };`,
		replacement: `	if (!own || !memory.invalidTokens.get(own.value)) return undefined;
	return { from: own.obtainedAt, ms: MINUTE_MS, failure: REFUSED_AT_ONCE };`,
	},
	{
		finding: 'S4: each failed answer of n8n’s HTTP Request node costs a token',
		module: CREDENTIAL,
		search: `if (verdict.token === 'invalid') guard.invalidate(account, doubted.value);
			else if (verdict.token === 'accepted') guard.prove(account, doubted.value);
			else if (verdict.unreachable && !use) throw verdict.unreachable;
			if (verdict.token === 'accepted' && use?.signed?.wasRefused) throw new RefusedHere();
			// Something else than the token displeased the venue, and n8n shows what it said. It also does
			// where the venue may have done what was asked: with a new token n8n would ask for it again.
			if (verdict.token !== 'invalid' || use?.signed?.mayBeDone) return {};`,
		replacement: 'guard.invalidate(account, doubted.value);',
	},
	{
		finding: 'S4: n8n’s HTTP Request node sends what the venue has done once more',
		module: CREDENTIAL,
		search: "if (verdict.token !== 'invalid' || use?.signed?.mayBeDone) return {};",
		replacement: "if (verdict.token !== 'invalid') return {};",
	},
	{
		finding: 'S5: all credentials of an address stand in one line',
		module: SURFACES,
		search: 'const key = `rest ${baseUrl} ${clientId}`;',
		replacement: 'const key = `one line for ${new URL(baseUrl).host}`;',
	},
	{
		finding: 'S6: nobody notices that a body does not come any more',
		module: 'nodes/venueApi/transport/body',
		search: 'const waitMs = Math.min(silenceMs, endsAt - performance.now());',
		replacement: 'const waitMs = endsAt - performance.now();',
	},
	{
		finding: 'S7: a clock that is set back stops everything',
		module: 'nodes/venueApi/pacing/steadyClock',
		search: 'if (time < latest || missing > TOLERANCE_MS)',
		replacement: 'if (time < -Infinity)',
	},
	{
		finding: 'S9: a wrong secret asks every minute for ever',
		module: 'credentials/hold',
		search: 'Math.min(MINUTE_MS * 4 ** (timesInVain - 1), HOUR_MS);',
		replacement: 'MINUTE_MS;',
	},
	{
		finding: 'S10: the same export is asked for twice at once',
		module: 'nodes/venueApi/pacing/cooldowns',
		search: 'const turn = this.last.then(work);',
		replacement: 'const turn = work();',
	},
	{
		finding: 'S11: the limit of all reports is taken for the hours of an export',
		module: 'nodes/venueApi/pacing/cooldowns',
		search: 'if (retryAfterMs === RATE_LIMIT_COOLDOWN_MS) return this.doubt(now) === 1;',
		replacement:
			'if (retryAfterMs <= RATE_LIMIT_COOLDOWN_MS) return (this.asksFrom = this.worksFrom = now + this.rule.ms) < 0;',
	},
	{
		finding: 'S12: what may have been done is to be run again',
		module: NEXT_STEP,
		search: 'if (!isSafe && isUnclear) return explainUnclear(answer);',
		replacement: '',
	},
	{
		finding: 'S17: a call without a token is sent',
		module: CREDENTIAL,
		search: 'if (!token) throw new TokenNeeded();',
		replacement:
			"if (!token) return { ...requestOptions, headers: { ...headers, authorization: 'Bearer ' } };",
	},
	{
		finding: 'S18: the venue’s own text on its maintenance is lost',
		module: NEXT_STEP,
		search: "{ reason: 'maintenance', retryAfterMs, said }",
		replacement: "{ reason: 'maintenance', retryAfterMs }",
	},
	{
		finding: 'N1: a token that came under way is shown where the venue echoes it',
		module: CREDENTIAL,
		search: 'neverShow(token.value);',
		replacement: '',
	},
	{
		finding: 'N2: an unsafe call is repeated where its answer is lost',
		module: NEXT_STEP,
		search: 'const mayRepeat = !isHopeless && (fault.neverLeft || isSafeToRepeat(call));',
		replacement: 'const mayRepeat = !isHopeless;',
	},
	{
		finding: 'N3: whoever looks on is told too late that there is too much to do',
		module: 'nodes/venueApi/pacing/rateLimiter',
		search: 'const waitMs = Math.min(freeInMs, this.waiting.patienceMs(now));',
		replacement: 'const waitMs = freeInMs;',
	},
	{
		finding: 'N3: nobody is told while the first one stands in the line of the address',
		module: 'nodes/venueApi/pacing/rateLimiter',
		search: 'await this.whileOthersWait(limiter.acquire({ ...call.options, limit }));',
		replacement: 'await limiter.acquire({ ...call.options, limit });',
	},
	{
		finding: 'N4: the beginning of a token is quoted from a sign-in that broke off',
		module: 'credentials/tokenExchange',
		search: "const words = isGood ? '' : inOneLine(",
		replacement: 'const words = inOneLine(',
	},
	{
		finding: 'N5: the connection under a stalled body stays open',
		module: 'nodes/venueApi/transport/body',
		search: 'if (!isWhole) patience.hangUp?.();',
		replacement: '',
	},
	{
		finding: 'S2: a long pause of one venue closes the address for all',
		module: SURFACES,
		search: 'if (asked.retryAfterMs <= cooldownMs) {',
		replacement: 'if (asked.retryAfterMs > 0) {',
	},
];
