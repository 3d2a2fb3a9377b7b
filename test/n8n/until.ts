import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what other processes bring about; the test's own time limit is longer. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
	const giveUpAt = Date.now() + 60_000;
	while (!(await condition())) {
		if (Date.now() > giveUpAt) throw new Error(`Still not so: ${condition.toString()}`);
		await sleep(20);
	}
}
