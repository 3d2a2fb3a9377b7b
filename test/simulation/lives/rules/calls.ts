import type { N8nProcess } from '../n8n/process';
import type { Outcome } from '../venue/venue';
import type { World } from '../world';

const MINUTE_MS = 60_000;
/** For each call in the shared queue. */
const TURN_MS = 1_000;

interface Call {
	process: N8nProcess;
	host: string;
	/** Whose token it carries. */
	client?: string;
	/** It changes something at the venue. */
	isWrite: boolean;
	isSignIn: boolean;
	at: number;
	/** How long the venue takes, and how long it asks to wait. */
	takesMs: number;
	asksMs: number;
	/** A web page in place of the answer comes from elsewhere, so it says nothing about the venue. */
	isGood: boolean;
}

interface Sent {
	method: string;
	host: string;
	path: string;
	client?: string;
}

/** All requests to venues. A caller waits at most as long as they ask, plus a minute. */
export class Calls {
	private readonly all: Call[] = [];
	/** The pauses that the venues have asked for. */
	private readonly pauses: Array<{ host: string; from: number; until: number }> = [];

	constructor(private readonly world: World) {}

	arrived(process: N8nProcess, { method, host, path, client }: Sent, answer: Outcome): void {
		const at = this.world.time.now();
		const isBroken = 'breaksOff' in answer;
		const asked = isBroken ? undefined : answer.headers['retry-after'];
		const asksMs = Number(asked ?? 0) * 1_000;
		if (asksMs > 0) this.pauses.push({ host, from: at, until: at + asksMs });
		const isSignIn = path === '/token';
		this.all.push({
			...{ process, host, client, isWrite: method !== 'GET' && !isSignIn, isSignIn, at, asksMs },
			takesMs: isBroken ? 0 : answer.afterMs + answer.bodyMs,
			isGood: !isBroken && answer.status < 300 && answer.headers['content-type'] !== 'text/html',
		});
		if (isBroken || answer.status >= 300) {
			this.world.say(`${method} ${host}${path}: ${isBroken ? answer.breaksOff : answer.status}`);
		}
	}

	/** Which process wrote to the venue at this moment. */
	writerAt(host: string, at: number): N8nProcess | undefined {
		return this.all.find((call) => call.host === host && call.at === at && call.isWrite)?.process;
	}

	/** Apart from one 429, the venue has answered well. */
	wasWell(host: string, since: number): boolean {
		const those = this.all.filter((call) => call.host === host && call.at >= since);
		return those.filter(({ isGood }) => !isGood).length <= 1;
	}

	/** A pause that the venue asked for was not over during this time. */
	hasAskedToWait(host: string, since: number, until = since): boolean {
		return this.pauses.some(
			(pause) => pause.host === host && pause.from <= until && pause.until > since,
		);
	}

	/** A poll waits at most as long as the venue last asked, plus a minute. */
	judge(): void {
		const { polls, stays, venues } = this.world;
		for (const { process, node, venue, startedAt, endedAt, hasHung } of polls.all) {
			// Only a longer one can break the rule, and there are few.
			if (endedAt === Infinity || endedAt - startedAt <= MINUTE_MS || hasHung) continue;
			// If the user changes Base URL during a poll, it waits for two venues.
			if (stays.wasEditedBetween(node.credentials!.venuePlatformApi.id!, startedAt, endedAt))
				continue;
			const { host } = venues[venue];
			const before = this.all.filter(
				(call) => call.process === process && call.host === host && call.at <= endedAt,
			);
			const refused = before.filter(({ isGood }) => !isGood).at(-1);
			const from = Math.max(startedAt, refused?.at ?? startedAt);
			// A probe that fails in another way does not end a pause that the venue asked for.
			const refusedAt = refused?.at ?? -Infinity;
			// A venue may sign in while its lists are down for maintenance.
			const well = before.filter((call) => call.isGood && !call.isSignIn && call.at < refusedAt);
			// A call that was under way when the venue asked for the pause does not end it, either, and
			// what is well for one Client ID may not be for another.
			const isOver = ({ at, takesMs, client = 'any' }: Call) =>
				well.some(
					(good) => good.at >= at + takesMs + TURN_MS && [good.client, 'any'].includes(client),
				);
			const pauses = before
				.filter((call) => !call.isGood && call.at <= refusedAt && !isOver(call))
				.map(({ at, asksMs }) => at + asksMs - from);
			const asked = Math.max(0, ...pauses);
			const taken = before
				.map(({ at, takesMs }) => Math.min(takesMs, at + takesMs - from))
				.filter((leftMs) => leftMs >= 0)
				.reduce((sum, leftMs) => sum + leftMs + TURN_MS, 0);
			if (endedAt - from <= MINUTE_MS + asked + taken) continue;
			this.world.broken(
				'nobody waits longer than the venue asks for',
				`“${node.name}” polls for ${endedAt - startedAt} ms at ${this.world.clockTime(startedAt)}`,
			);
		}
	}
}
