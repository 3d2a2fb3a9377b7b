import type { World } from '../world';

/** What happened, in chronological order. */
export function tellStory({ operations, venue, startedAt, story, weather }: World): string[] {
	const lines: Array<{ at: number; text: string }> = [];
	const add = (at: number, text: string) => lines.push({ at, text });
	for (const spell of weather.spells) {
		const { kind, from, until, chance, amount, retryAfter, host, clientId, surface, path } = spell;
		const where = [host, clientId, surface, path].filter(Boolean).join(' ') || 'everywhere';
		const what = `${where}, chance ${chance}, amount ${amount}, ${JSON.stringify(retryAfter)}`;
		add(from, `☁ ${kind} until ${clock(until)}: ${what}`);
	}
	for (const { name, jumps } of story.processes) {
		for (const { at, byMs } of jumps) add(startedAt + at, `⏱ ${name} by ${byMs / 1000} s`);
	}
	for (const { at, credential, toAccount, delayMs } of story.edits) {
		const to = toAccount?.clientId ?? `a new secret after ${delayMs} ms`;
		add(startedAt + at, `✎ ${credential} becomes ${to}`);
	}
	// A probe that found that calls flow is not part of the story.
	const silent = new Set(
		operations
			.filter(({ probe, outcome }) => probe && outcome === 'answered')
			.map(({ name }) => name),
	);
	for (const operation of operations) {
		if (silent.has(operation.name)) continue;
		const { name, kind, process, credential, startedAt: at, endedAt, outcome, text } = operation;
		const { probe, canceledAt } = operation;
		const why = probe ? `, probe: ${probe.because}` : '';
		add(at, `▶ ${name}: ${kind}, ${process}, ${credential}${why}`);
		if (canceledAt !== undefined) add(canceledAt, `■ ${name} is canceled`);
		if (endedAt !== undefined) add(endedAt, `◀ ${name}: ${outcome} ${text}`);
	}
	for (const exchange of venue.ledger.exchanges) {
		const { at, operation, method, path, host, clientId, result, trouble, answeredAt } = exchange;
		if (silent.has(operation)) continue;
		const asked = exchange.askedUntil ? `, asks to wait until ${clock(exchange.askedUntil)}` : '';
		const what = `${operation}: ${method} ${host}${path} of ${clientId || 'nobody'}`;
		const done = exchange.isDone ? ', done' : '';
		const end = exchange.isClosedEarly ? ', given up' : '';
		const answered = answeredAt === undefined ? 'no answer' : `${result} at ${clock(answeredAt)}`;
		add(at, `  → ${what}: ${answered}${trouble ? ` (${trouble})` : ''}${asked}${done}${end}`);
	}
	return lines
		.sort((one, other) => one.at - other.at)
		.map(({ at, text }) => `${clock(at)} ${text}`);

	function clock(moment: number): string {
		const ms = moment - startedAt;
		const minutes = Math.floor(ms / 60_000);
		return `${String(minutes).padStart(3, '0')}:${((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')}`;
	}
}
