import type { VenueAccount } from '../account/account';
import type { Profile } from '../profile';
import type { Answer, Answers } from './answers';
import type { ApiRequest } from './request';
import type { Schedule } from '../clock';

/** For example `Booking_Get`. */
export type Scope = `${string}_${string}`;

export interface Call {
	readonly request: ApiRequest;
	/** Path parameters, decoded. */
	readonly parameters: Readonly<Record<string, string>>;
	readonly account: VenueAccount;
	readonly answers: Answers;
	readonly profile: Profile;
	readonly clock: Schedule;
	/** The address of the service, for links to it. */
	readonly baseUrl: () => string;
}

/** A row of the table in section 4. */
export interface Endpoint {
	readonly method: string;
	readonly path: string;
	readonly scope?: Scope;
	readonly surface: 'rest' | 'data';
	/** By default in every profile. */
	isOffered?(profile: Profile): boolean;
	answer(call: Call): Answer;
}
