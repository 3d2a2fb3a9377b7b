import type { Fault } from '../../../venue';
import type { WorkflowNode } from '../../lab/rest/workflows';
import { type Call, type RemedyLab, type Seen, WORKS } from '../remedyLab';

export type { Call };

export const RECEIVER = 'https://receiver.example/events';

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

/** Nodes that give `count` items to the next node. */
export const items = (count: number): WorkflowNode[] => [
	{
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: JSON.stringify({ all: [...Array(count).keys()] }),
			options: {},
		},
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'all', options: {} },
	},
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

	/** The call fails while the venue has this fault, and works afterwards. */
	async during(endpoint: string, fault: Fault, call: Call, message: string): Promise<void> {
		const { faults } = this.at.venue;
		faults.on(endpoint, fault);
		await this.says(call, message);
		faults.clear();
		await this.works(call);
	}
}
