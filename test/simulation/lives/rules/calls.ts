import type { N8nProcess } from '../n8n/process';
import type { Answer } from '../venue/request';
import type { World } from '../world';

const MINUTE_MS = 60_000;

interface Call {
	process: N8nProcess;
	host: string;
	at: number;
	/** What the venue takes, and what it asks to wait. */
	takesMs: number;
	asksMs: number;
	isGood: boolean;
}

/** What was asked of venues. Nobody waits longer than they ask for, and a minute. */
export class Calls {
	private readonly all: Call[] = [];

	constructor(private readonly world: World) {}

	arrived(
		process: N8nProcess,
		{ method, host, path }: { method: string; host: string; path: string },
		answer: Answer,
	): void {
		const at = this.world.time.now();
		const isBroken = 'breaksOff' in answer;
		const asked = isBroken ? undefined : answer.headers['retry-after'];
		this.all.push({
			...{ process, host, at },
			takesMs: isBroken ? 0 : answer.afterMs + answer.bodyMs,
			asksMs: Number(asked ?? 0) * 1_000,
			isGood: !isBroken && answer.status < 300,
		});
		if (isBroken || answer.status >= 300) {
			this.world.say(`${method} ${host}${path}: ${isBroken ? answer.breaksOff : answer.status}`);
		}
	}

	/** Apart from one 429, the venue has answered well. */
	wasWell(host: string, since: number): boolean {
		const those = this.all.filter((call) => call.host === host && call.at >= since);
		return those.filter(({ isGood }) => !isGood).length <= 1;
	}

	judge(): void {
		for (const poll of this.world.polls.all) {
			if (poll.endedAt === Infinity) continue;
			const tookMs = poll.endedAt - poll.startedAt;
			const longest = MINUTE_MS + this.excuseMs(poll);
			if (tookMs <= longest) continue;
			this.world.broken(
				'nobody waits longer than the venue asks for',
				`“${poll.node.name}” polls for ${tookMs} ms at ${this.world.clockTime(poll.startedAt)}`,
			);
		}
	}

	private excuseMs({
		process,
		startedAt,
		endedAt,
	}: {
		process: N8nProcess;
		startedAt: number;
		endedAt: number;
	}) {
		const before = this.all.filter((call) => call.process === process && call.at < startedAt);
		const pauses = before.map(({ at, asksMs }) => at + asksMs - startedAt);
		return this.all
			.filter((call) => call.process === process && call.at >= startedAt && call.at <= endedAt)
			.reduce((sum, { takesMs, asksMs }) => sum + takesMs + asksMs + 500, Math.max(0, ...pauses));
	}
}
