let underWay = 0;

/** Real work that no clock can speed up: moved time stands still until it is done. */
export async function realWork<T>(work: () => T | Promise<T>): Promise<T> {
	underWay++;
	try {
		await new Promise((resolve) => setImmediate(resolve));
		return await work();
	} finally {
		underWay--;
	}
}

export const isRealWorkUnderWay = () => underWay > 0;
