import type { AppAnswer } from './simulatedApps';

/** So many calls within so much time, for each key: what an app documents as its limit. */
export class Quota {
	private readonly calls = new Map<string, number[]>();

	constructor(
		private readonly most: number,
		private readonly withinMs: number,
		private readonly now: () => number,
	) {}

	/** Whether this call still fits. One that does not fit uses nothing up. */
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
