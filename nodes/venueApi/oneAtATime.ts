/** The latest task with each key. */
const lastOf = new Map<string, Promise<unknown>>();

/** Runs the tasks with one key one after the other, in this process. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
	const turn = after(lastOf.get(key), work);
	lastOf.set(key, turn);
	try {
		return await turn;
	} finally {
		if (lastOf.get(key) === turn) lastOf.delete(key);
	}
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>) {
	try {
		await before;
	} catch {
		// The caller of that task gets the exception.
	}
	return await work();
}
