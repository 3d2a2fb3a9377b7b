/** The last piece of work for each thing. */
const lastOf = new Map<string, Promise<unknown>>();

/** What is to be done for one thing is done one piece of work after the other. */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
	const turn = after(lastOf.get(thing), work);
	lastOf.set(thing, turn);
	try {
		return await turn;
	} finally {
		if (lastOf.get(thing) === turn) lastOf.delete(thing);
	}
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>) {
	try {
		await before;
	} catch {
		// Whoever began it has been told.
	}
	return await work();
}
