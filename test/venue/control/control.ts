import type { Json } from '../json';

/** No path of the service can be mistaken for it. */
export const CONTROL_PATH = '/_venue/';

interface ControlAnswer {
	status: number;
	body: unknown;
}

/**
 * Gives other processes access to the venue: `POST /_venue/clock/advance` with the arguments as a
 * JSON array calls `venue.clock.advance(…)`, and `GET /_venue/requests` reads a value.
 */
export async function control(
	venue: object,
	path: string,
	args: Json[] | undefined,
): Promise<ControlAnswer> {
	const names = path.split('/').map(decodeURIComponent);
	let owner: object = venue;
	let value: unknown = venue;
	for (const name of names) {
		if (
			typeof value !== 'object' ||
			value === null ||
			!(name in value) ||
			name in Object.prototype
		) {
			return { status: 404, body: { message: `The venue has nothing called ${names.join('.')}` } };
		}
		owner = value;
		value = owner[name as keyof typeof owner];
	}
	if (typeof value !== 'function') return { status: 200, body: value };
	if (args === undefined) return { status: 405, body: { message: 'Send a POST to call it' } };
	try {
		const result: unknown = await value.apply(owner, args);
		return { status: 200, body: result };
	} catch (error) {
		return { status: 400, body: { message: error instanceof Error ? error.message : error } };
	}
}
