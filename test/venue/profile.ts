import type { JsonObject } from './json';
import type { DateForm } from './dates';
import type { Topic } from './topics';

export type WriteAnswer = { status: 200 | 201 | 204; body: 'configuration' | 'id' | 'empty' };

/** Everything that the API document leaves open, so a client has to cope with each choice. */
export interface Profile {
	list: 'array' | 'items' | 'dataAndTotal' | 'named' | 'paged';
	/** 8.5: page sizes are not shown. If a list is paged, a page has this many elements. */
	pageSize: number;
	/** A list has at most this many elements; only `dataAndTotal` shows that there are more. */
	atMostInList: number;
	/** Whether a webhook's configuration is next to its id or below `configuration`. */
	webhookRecord: 'flat' | 'nested' | 'nestedWithDate';
	webhookId: { field: 'webhookId' | 'id'; as: 'number' | 'string' };
	/** Whether the address of a webhook is stored as it was sent or in another spelling. */
	addresses: 'asSent' | 'withSlash' | 'encoded' | 'withPort' | 'withUpperCaseHost';
	bookingIdField: 'uniqueId' | 'id';
	created: WriteAnswer;
	updated: WriteAnswer;
	secretsInLists: boolean | 'masked';
	contentType: string;
	/** How a refusal has its words: one form, or all of them in turn. */
	badRequest: RefusalForm | 'inTurn';
	/** 7: an entry of `errors` has a name. */
	conflictsAreNamed: boolean;
	unauthorized: 'empty' | 'text' | 'json';
	forbidden: 'message' | 'empty' | 'text';
	wrongSecretStatus: 400 | 401 | 403;
	/** 5.6: how requests of suspended credentials are answered. */
	suspended: 'forbidden' | 'unauthorized';
	unknownMethodStatus: 404 | 405;
	/** Whether HEAD is answered like GET, or like any other method that an address does not have. */
	head: 'likeGet' | 'unknown';
	limitWindow: 'sliding' | 'fixed';
	tokenRetryAfter: 'cooldown' | 'minute' | 'date' | 'absent';
	exportRetryAfter: 'remaining' | 'minute' | 'absent';
	exportAnswer: { status: 200 | 202; body: JsonObject | undefined };
	/** 8: what identifies a data set: a field of the body (without it, the whole body), or more. */
	dataSet: { field: 'dataSet' | 'exportType' } | 'body' | 'bodyAndQuery';
	/** 6.1: BulkExport "delivers bulk data export files". This is where its event has the link. */
	exportLink: { path: string[]; as: 'text' | 'list'; needsToken: boolean };
	exportFiles: ExportForm;
	reports: ReportForm;
	/** Where a configuration has the user name and password for deliveries. */
	basicAuthentication: { username: string[]; password: string[] };
	signature: { enabledBy: string[]; header: string };
	nextRetryDateOfFailed: 'kept' | 'null' | 'absent';
	statusWithoutAnswer: 0 | null | 'absent';
	/** 2.5: "one entry per delivery attempt", or only the last one, or none. */
	history: 'complete' | 'last' | 'empty' | 'absent';
	/** Whose requests a limit counts: "IP address" and "venue", or each set of credentials. */
	limitsPer: 'addressAndVenue' | 'credentials';
	/** Which operations there are: the table of section 4, or those of the live service, too. */
	operations: 'documented' | 'live';
	/** The dates of deliveries and of records in the live form. */
	dates: DateForm;
	deliveries: DeliveryForm;
	bookings: BookingForm;
	webhooks: WebhookForm;
}

/** How a message is sent, and what follows from the answers. */
interface DeliveryForm {
	/** The header with the key of the configuration. */
	keyHeader: string;
	/** `type` and `eventType`. */
	types: 'names' | 'numbers';
	/**
	 * `data`: the entity itself, or as seen at the live service: `data.booking`, `data.redemptions`
	 * and a list of waivers.
	 */
	data: 'entity' | 'wrapped';
	accepted: 'any2xx' | 'only200';
	/** The pauses between attempts. Without them, the backoff of the delivery rules. */
	retryAfterSeconds?: readonly number[];
	/** What becomes of a webhook whose message was given up. */
	afterLastAttempt: 'staysOn' | 'switchedOff';
}

/** What an export delivers. */
interface ExportForm {
	/** One event, or one for each calendar month of the request. */
	events: 'one' | 'monthly';
	order: 'asNumbered' | 'reversed' | 'shuffled';
	/** Numbers of monthly events that come twice, or never. */
	doubled: readonly number[];
	missing: readonly number[];
	recordsPerFile: number;
	/** How long an address of a file works. */
	forSeconds: number;
}

/** `/data/*` and `/reporting/*`. */
interface ReportForm {
	/** Any path repeats the request, or there are rows by day and page. */
	form: 'echo' | 'byDay';
	/** Whether `endDate` is the day that is asked for, or the one after. */
	endIs: 'sameDay' | 'nextDay';
	pageSize: number;
	largestPageSize: number;
}

interface BookingForm {
	/** The list's own form, if it is not that of the other lists. */
	list?: Profile['list'];
	/** The simulated venue's own form, or that of the live service. */
	record: 'own' | 'live';
	rows: 'whole' | 'short';
	/** `GET /bookings` is a search, which needs something to search for. */
	requiresCriterion: boolean;
	/** A list has at most this many bookings, and no sign of more. */
	atMost: number;
	order: 'asStored' | 'newestFirst' | 'oldestFirst' | 'byId';
	orderedBy: 'modifiedDate' | 'createdDate';
	listed: 'all' | 'current';
	modifiedFrom: {
		/** How much of the date counts. */
		to: 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'nothing';
		/** Whether the zone of the date counts, or its clock face is read as the venue's local time. */
		zone: 'asWritten' | 'local';
		isExclusive: boolean;
	};
}

interface WebhookForm {
	requiresApiKey: boolean;
	/** The document has no way to delete one. */
	canBeDeleted: boolean;
	/** Whether a list of one is a list. */
	onlyOneAs: 'list' | 'object';
	/** How a list shows `enabled`. */
	enabledAs: 'boolean' | 'number' | 'text';
	knownTopics: readonly Topic[];
	/** A configuration with any other topic is refused as a whole, or stored without that topic. */
	otherTopics: 'refused' | 'ignored';
}

export const REFUSAL_FORMS = [
	'message',
	'modelState',
	'messageWithModelState',
	'lowerCaseMessage',
	'title',
	'error',
	'jsonString',
	'text',
	'errors',
] as const;

type RefusalForm = (typeof REFUSAL_FORMS)[number];

type Part<T> = T extends readonly unknown[] ? T : T extends object ? Partial<T> : T;

/** Single differences from a profile, also within its groups. */
export type Variations = { [Name in keyof Profile]?: Part<Profile[Name]> };

const isGroup = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export function varied(profile: Profile, variations: Variations = {}): Profile {
	const groups: Partial<Record<string, object>> = {};
	for (const [name, value] of Object.entries(variations)) {
		const before = profile[name as keyof Profile];
		if (isGroup(value) && isGroup(before)) groups[name] = { ...before, ...value };
	}
	return { ...profile, ...variations, ...groups } as Profile;
}
