import type { Account, Manners } from '../venue/endpoints';
import type { Spell } from '../weather/spells';

/** What a node, a list or a trigger may request from the venue. */
export const KINDS = [
	'booking',
	'bookings',
	'failedMessages',
	'createWebhook',
	'updateWebhook',
	'openList',
	'publish',
	'bulkReport',
	'revenueActivity',
	'query',
	'unsafeQuery',
	'plainRequest',
	'plainPost',
] as const;

export type OperationKind = (typeof KINDS)[number];

export interface CredentialPlan {
	id: string;
	account: Account;
	requestsPerMinute: number;
}

export interface ProcessPlan {
	name: string;
	address: string;
	/** The times when its clock is set, and by how much. */
	jumps: Array<{ at: number; byMs: number }>;
}

/** A caller: an execution with many items, a poller, a user in front of a list. */
export interface ActorPlan {
	name: string;
	process: string;
	credential: string;
	kinds: OperationKind[];
	from: number;
	/** How many calls at once, how many times, and how long the pauses between them are. */
	atOnce: number;
	times: number;
	everyMs: number;
	/** When some of its executions are canceled. */
	cancelAfterMs?: number;
	/** How many different exports there are: with fewer, the same one is requested more often. */
	dataSets: number;
}

/** A user edits a credential while calls are under way. */
export interface EditPlan {
	name: string;
	at: number;
	credential: string;
	/** The new venue of the credential. If there is none, the venue issues a new secret. */
	toAccount?: Account;
	/** How much later the user enters it. */
	delayMs: number;
}

/** A storm: everything that a seed decides before it begins. */
export interface Story {
	accounts: Account[];
	credentials: CredentialPlan[];
	processes: ProcessPlan[];
	actors: ActorPlan[];
	edits: EditPlan[];
	spells: Spell[];
	manners: Manners;
	/** When all weather is over, in milliseconds since the story began. */
	calmAt: number;
	databaseMs: number;
	parts: string[];
}
