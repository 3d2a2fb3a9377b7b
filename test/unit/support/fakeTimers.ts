/** Moves the time of jest’s fake timers from one timer to the next until the promise is settled. */
export async function whileTimeMoves<T>(promise: Promise<T>): Promise<T> {
	let isSettled = false;
	const settle = () => (isSettled = true);
	promise.then(settle, settle);
	for (;;) {
		await jest.advanceTimersByTimeAsync(0);
		if (isSettled) return await promise;
		await jest.advanceTimersToNextTimerAsync();
	}
}
