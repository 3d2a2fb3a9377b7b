const EVERYTHING_ELSE = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** The date stands still until it is moved; timers run as usual. */
export function stopTheDate(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...EVERYTHING_ELSE] });
}

export function moveTheDate(ms: number): void {
	jest.setSystemTime(Date.now() + ms);
}

export function letTheDateRun(): void {
	jest.useRealTimers();
}
