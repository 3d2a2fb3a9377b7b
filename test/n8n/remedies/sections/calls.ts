import type { Fault } from '../../../venue';
import { type RemedyLab, type Seen, WORKS } from '../remedyLab';

export const RECEIVER = 'https://receiver.example/events';

export type Call = [string, string, Record<string, unknown>?];

export const BOOKINGS: Call = ['booking', 'getAll'];

export const api = (path: string, fields: object = {}): Call => [
	'api',
	'call',
	{ path, ...fields },
];

export const create = (fields: object = {}): Call => [
	'webhook',
	'create',
	{ url: RECEIVER, events: ['Booking.Created'], ...fields },
];

/** A user of the action node. */
export class Caller {
	constructor(private readonly at: RemedyLab) {}

	async says(call: Call, message: string): Promise<void> {
		expect((await this.at.call(call)).text).toContain(message);
	}

	async works(call: Call): Promise<Seen> {
		const seen = await this.at.call(call);
		expect(seen).toEqual(WORKS);
		return seen;
	}

	/** Until what is wrong at the venue is over. */
	async during(endpoint: string, fault: Fault, call: Call, message: string): Promise<void> {
		const { faults } = this.at.venue;
		faults.on(endpoint, fault);
		await this.says(call, message);
		faults.clear();
		await this.works(call);
	}
}
