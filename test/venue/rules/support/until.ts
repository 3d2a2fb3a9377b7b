import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 2000;

/** Waits for something to arrive over the network; throws if it never does. */
export async function until(isSo: () => boolean): Promise<void> {
	for (let tried = 0; !isSo(); tried++) {
		if (tried === TRIES) throw new Error(`This never came about: ${isSo.toString()}`);
		await sleep(5);
	}
}
