import type { JsonObject } from './json';

type WriteAnswer = { status: 200 | 201 | 204; body: 'configuration' | 'id' | 'empty' };

/** Everything that the API document leaves open, so a client has to cope with each choice. */
export interface Profile {
	list: 'array' | 'items' | 'dataAndTotal' | 'named' | 'paged';
	/** 8.5: page sizes are not shown. If a list is paged, a page has this many elements. */
	pageSize: number;
	/** A list has at most this many elements; only `dataAndTotal` shows that there are more. */
	atMostInList: number;
	/** 4: no order of bookings is shown: as they were made, or by their last change. */
	bookingOrder: 'asMade' | 'oldestFirst' | 'newestFirst';
	/** Whether a webhook's configuration is next to its id or below `configuration`. */
	webhookRecord: 'flat' | 'nested';
	webhookId: { field: 'webhookId' | 'id'; as: 'number' | 'string' };
	/** Whether the address of a webhook is stored as it was sent or in another spelling. */
	addresses: 'asSent' | 'withSlash' | 'encoded';
	bookingIdField: 'uniqueId' | 'id';
	created: WriteAnswer;
	updated: WriteAnswer;
	secretsInLists: boolean | 'masked';
	contentType: string;
	badRequest: 'message' | 'modelState' | 'messageWithModelState';
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
	/** Where a configuration has the user name and password for deliveries. */
	basicAuthentication: { username: string[]; password: string[] };
	signature: { enabledBy: string[]; header: string };
	nextRetryDateOfFailed: 'kept' | 'null' | 'absent';
	statusWithoutAnswer: 0 | null | 'absent';
	/** 2.5: "one entry per delivery attempt", or only the last one, or none. */
	history: 'complete' | 'last' | 'empty' | 'absent';
}

const plain: Profile = {
	list: 'array',
	pageSize: 100,
	atMostInList: Infinity,
	bookingOrder: 'asMade',
	webhookRecord: 'flat',
	webhookId: { field: 'webhookId', as: 'number' },
	addresses: 'asSent',
	bookingIdField: 'uniqueId',
	created: { status: 200, body: 'configuration' },
	updated: { status: 200, body: 'configuration' },
	secretsInLists: true,
	contentType: 'application/json; charset=utf-8',
	badRequest: 'message',
	unauthorized: 'empty',
	forbidden: 'message',
	wrongSecretStatus: 401,
	suspended: 'forbidden',
	unknownMethodStatus: 405,
	head: 'likeGet',
	limitWindow: 'sliding',
	tokenRetryAfter: 'cooldown',
	exportRetryAfter: 'remaining',
	exportAnswer: { status: 202, body: { status: 'Queued' } },
	dataSet: { field: 'dataSet' },
	exportLink: { path: ['fileUrl'], as: 'text', needsToken: false },
	basicAuthentication: {
		username: ['authentication', 'username'],
		password: ['authentication', 'password'],
	},
	signature: { enabledBy: ['authentication', 'includeSignature'], header: 'x-signature' },
	nextRetryDateOfFailed: 'kept',
	statusWithoutAnswer: 0,
	history: 'complete',
};

const nestedBasicAuthentication = {
	username: ['authentication', 'basic', 'username'],
	password: ['authentication', 'basic', 'password'],
};

export const PROFILES = {
	plain,
	items: {
		...plain,
		list: 'items',
		webhookId: { field: 'id', as: 'number' },
		bookingIdField: 'id',
		created: { status: 201, body: 'configuration' },
		contentType: 'application/json',
		badRequest: 'modelState',
		unauthorized: 'json',
		forbidden: 'text',
		wrongSecretStatus: 400,
		head: 'unknown',
		tokenRetryAfter: 'date',
		exportRetryAfter: 'minute',
		dataSet: { field: 'exportType' },
		exportLink: { path: ['file', 'url'], as: 'text', needsToken: false },
		nextRetryDateOfFailed: 'null',
		statusWithoutAnswer: null,
		history: 'last',
	},
	envelope: {
		...plain,
		list: 'dataAndTotal',
		webhookId: { field: 'id', as: 'string' },
		created: { status: 201, body: 'id' },
		updated: { status: 200, body: 'id' },
		contentType: 'application/json;charset=UTF-8',
		badRequest: 'messageWithModelState',
		unauthorized: 'text',
		wrongSecretStatus: 403,
		tokenRetryAfter: 'minute',
		exportAnswer: { status: 200, body: { id: 'export-1' } },
		dataSet: 'bodyAndQuery',
		exportLink: { path: ['downloadLink'], as: 'text', needsToken: true },
		basicAuthentication: nestedBasicAuthentication,
		signature: { enabledBy: ['signature', 'enabled'], header: 'x-venue-signature' },
	},
	terse: {
		...plain,
		list: 'named',
		webhookId: { field: 'webhookId', as: 'string' },
		created: { status: 201, body: 'empty' },
		updated: { status: 204, body: 'empty' },
		secretsInLists: false,
		contentType: 'text/json; charset=utf-8',
		forbidden: 'empty',
		unknownMethodStatus: 404,
		head: 'unknown',
		limitWindow: 'fixed',
		tokenRetryAfter: 'absent',
		exportRetryAfter: 'absent',
		exportAnswer: { status: 202, body: undefined },
		dataSet: 'body',
		exportLink: { path: ['files'], as: 'list', needsToken: false },
		nextRetryDateOfFailed: 'absent',
		statusWithoutAnswer: 'absent',
	},
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

/** Less likely than those above, but the document does not rule them out. */
export const HARD_PROFILES = {
	/** A list is split into pages, each with the address of the next. */
	paged: { ...plain, list: 'paged' },
	/** A webhook is its id and, below it, its configuration. */
	nested: { ...plain, webhookRecord: 'nested' },
	/** Lists show that there is a secret, but not its value. */
	masked: { ...plain, secretsInLists: 'masked' },
	/** The list shows no attempts of a failed message. */
	historyEmpty: { ...plain, history: 'empty' },
	historyAbsent: { ...plain, history: 'absent', nextRetryDateOfFailed: 'absent' },
	/** Suspended credentials look like an expired token. */
	suspendedAs401: { ...plain, suspended: 'unauthorized' },
} as const satisfies Record<string, Profile>;

export type HardProfileName = keyof typeof HARD_PROFILES;

/** Those that differ in lists and in what is on them. */
export const LIST_PROFILES = [
	...(Object.keys(PROFILES) as ProfileName[]),
	...(['paged', 'nested', 'masked'] as const),
];

export interface ProfileChoice {
	/** How the venue behaves where the API document leaves it open. */
	profile?: ProfileName | HardProfileName;
	/** Single differences from the profile. */
	variations?: Partial<Profile>;
}

export function chosenProfile({ profile = 'plain', variations }: ProfileChoice = {}): Profile {
	return { ...{ ...PROFILES, ...HARD_PROFILES }[profile], ...variations };
}
