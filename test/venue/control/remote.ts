import axios from 'axios';
import type { SimulatedVenue } from '../venue';
import { CONTROL_PATH } from './control';

/** The same interface over HTTP: every value and every result is a promise. */
type Remote<T> = {
	readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Result
		? (...args: Args) => Promise<Awaited<Result>>
		: T[Name] extends readonly unknown[] | string | number | boolean | undefined
			? () => Promise<T[Name]>
			: Remote<T[Name]>;
};

export type RemoteVenue = Remote<Omit<SimulatedVenue, 'stop'>>;

function reach(baseUrl: string, names: readonly string[]): unknown {
	const ask = async (...args: unknown[]): Promise<unknown> => {
		const { status, data } = await axios.post<unknown>(
			new URL(CONTROL_PATH + names.map(encodeURIComponent).join('/'), baseUrl).href,
			args,
			{ proxy: false, validateStatus: () => true },
		);
		if (status === 204) return undefined;
		if (status !== 200) throw new Error(`${names.join('.')}: ${JSON.stringify(data)}`);
		return data;
	};
	return new Proxy(ask, {
		get: (_, name) =>
			// Otherwise, a promise would take the remote for another promise and call its `then`.
			typeof name === 'string' && name !== 'then' ? reach(baseUrl, [...names, name]) : undefined,
	});
}

/** Controls a venue in another process. */
export function connectVenue(baseUrl: string): RemoteVenue {
	return reach(baseUrl, []) as RemoteVenue;
}
