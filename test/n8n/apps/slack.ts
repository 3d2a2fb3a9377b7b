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

	/** Texts in which Slack would show something else than what was written. */
	readonly interpreted: string[] = [];

	private readonly posts: Quota;

	constructor(now: () => number) {
		this.posts = new Quota(1, SECOND, now);
	}

	in(channel: string): string[] {
		return this.messages.filter((message) => message.channel === channel).map(({ text }) => text);
	}

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'POST' || path !== '/api/chat.postMessage') return undefined;
		const sent = JSON.parse(body.toString()) as Sent;
		const { channel, text } = sent;
		if (!this.posts.admits(channel)) {
			const json = { ok: false, error: 'ratelimited' };
			return { status: 429, headers: { 'retry-after': '1' }, json };
		}
		this.messages.push({ channel, text });
		if (isInterpreted(sent)) this.interpreted.push(text);
		return { json: { ok: true, channel, ts: `${this.messages.length}.0`, message: { text } } };
	}
}

interface Sent {
	channel: string;
	text: string;
	mrkdwn?: boolean;
	unfurl_links?: boolean;
	unfurl_media?: boolean;
}

/**
 * Mentions and links with a name, formatting, and previews of addresses.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function isInterpreted({ text, ...options }: Sent): boolean {
	const isFormatted = options.mrkdwn !== false && /[*_~`]/.test(text);
	const isUnfurled = options.unfurl_links !== false || options.unfurl_media !== false;
	return /<[^>]*>/.test(text) || isFormatted || (isUnfurled && /https?:/.test(text));
}
