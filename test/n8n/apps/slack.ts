import { Quota } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

const SECOND = 1_000;

/**
 * Slack's chat.postMessage: one message a second in a channel, and 429 with Retry-After above that.
 * Slack accepts short bursts, without a promised number; this one does not.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
export class Slack implements SimulatedApp {
	readonly hosts = ['slack.com'];
	readonly messages: Array<{ channel: string; text: string }> = [];

	private readonly posts: Quota;

	constructor(now: () => number) {
		this.posts = new Quota(1, SECOND, now);
	}

	in(channel: string): string[] {
		return this.messages.filter((message) => message.channel === channel).map(({ text }) => text);
	}

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'POST' || path !== '/api/chat.postMessage') return undefined;
		const { channel, text } = JSON.parse(body.toString()) as { channel: string; text: string };
		if (!this.posts.admits(channel)) {
			const json = { ok: false, error: 'ratelimited' };
			return { status: 429, headers: { 'retry-after': '1' }, json };
		}
		this.messages.push({ channel, text });
		return { json: { ok: true, channel, ts: `${this.messages.length}.0`, message: { text } } };
	}
}
