import type { AppAnswer } from './simulatedApps';

/** The documented limit of an app: a number of calls within a time, for each key. */
export class Quota {
	private readonly calls = new Map<string, number[]>();

	constructor(
		private readonly most: number,
		private readonly withinMs: number,
		private readonly now: () => number,
	) {}

	/** Whether this call is within the limit. A call that is not does not count. */
	admits(key = ''): boolean {
		const now = this.now();
		const recent = (this.calls.get(key) ?? []).filter((at) => at > now - this.withinMs);
		const fits = recent.length < this.most;
		this.calls.set(key, fits ? [...recent, now] : recent);
		return fits;
	}
}

/** How Google's APIs answer: https://cloud.google.com/apis/design/errors#http_mapping */
export function googleError(code: number, status: string, message: string): AppAnswer {
	return { status: code, json: { error: { code, message, status } } };
}
