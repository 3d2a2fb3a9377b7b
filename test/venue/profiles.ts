import { varied, type Profile, type Variations } from './profile';
import { TOPIC_NAMES } from './topics';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const plain: Profile = {
	list: 'array',
	pageSize: 100,
	atMostInList: Infinity,
	webhookRecord: 'flat',
	webhookId: { field: 'webhookId', as: 'number' },
	addresses: 'asSent',
	bookingIdField: 'uniqueId',
	created: { status: 200, body: 'configuration' },
	updated: { status: 200, body: 'configuration' },
	secretsInLists: true,
	contentType: 'application/json; charset=utf-8',
	badRequest: 'message',
	conflictsAreNamed: true,
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
	exportFiles: {
		events: 'one',
		order: 'asNumbered',
		doubled: [],
		missing: [],
		recordsPerFile: Infinity,
		forSeconds: DAY,
	},
	reports: { form: 'echo', endIs: 'nextDay', pageSize: 100, largestPageSize: 500 },
	basicAuthentication: {
		username: ['authentication', 'username'],
		password: ['authentication', 'password'],
	},
	signature: { enabledBy: ['authentication', 'includeSignature'], header: 'x-signature' },
	nextRetryDateOfFailed: 'kept',
	statusWithoutAnswer: 0,
	history: 'complete',
	limitsPer: 'addressAndVenue',
	operations: 'documented',
	dates: { digits: 3, zone: 'Z' },
	deliveries: {
		keyHeader: 'x-api-key',
		types: 'names',
		data: 'entity',
		accepted: 'any2xx',
		afterLastAttempt: 'staysOn',
	},
	bookings: {
		record: 'own',
		rows: 'whole',
		requiresCriterion: false,
		atMost: Infinity,
		order: 'asStored',
		orderedBy: 'modifiedDate',
		listed: 'all',
		modifiedFrom: { to: 'millisecond', zone: 'asWritten', isExclusive: false },
	},
	webhooks: {
		requiresApiKey: false,
		canBeDeleted: false,
		onlyOneAs: 'list',
		enabledAs: 'boolean',
		knownTopics: TOPIC_NAMES,
		otherTopics: 'refused',
	},
};

const nestedBasicAuthentication = {
	username: ['authentication', 'basic', 'username'],
	password: ['authentication', 'basic', 'password'],
};

/** Those that differ only in what the API document leaves open. */
export const DOCUMENTED_PROFILES = {
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

/**
 * Where the document is silent, this venue does what docs/development/live-service.md says about a
 * service of this kind.
 */
const live = {
	...plain,
	webhookRecord: 'nestedWithDate',
	created: { status: 201, body: 'configuration' },
	updated: { status: 200, body: 'empty' },
	badRequest: 'inTurn',
	conflictsAreNamed: false,
	wrongSecretStatus: 400,
	exportAnswer: { status: 200, body: undefined },
	dataSet: { field: 'exportType' },
	exportLink: { path: ['preSignedUrls'], as: 'list', needsToken: false },
	exportFiles: {
		...plain.exportFiles,
		events: 'monthly',
		order: 'shuffled',
		recordsPerFile: 1000,
		forSeconds: 5 * DAY,
	},
	reports: { ...plain.reports, form: 'byDay' },
	limitsPer: 'credentials',
	operations: 'live',
	dates: { digits: 7, zone: 'Z' },
	deliveries: {
		keyHeader: 'x-venue-apikey',
		types: 'numbers',
		data: 'wrapped',
		accepted: 'only200',
		retryAfterSeconds: [MINUTE, MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY],
		afterLastAttempt: 'switchedOff',
	},
	bookings: {
		...plain.bookings,
		list: 'named',
		record: 'live',
		rows: 'short',
		requiresCriterion: true,
		atMost: 100,
		order: 'newestFirst',
		orderedBy: 'createdDate',
		listed: 'current',
	},
	webhooks: { ...plain.webhooks, requiresApiKey: true, canBeDeleted: true },
} as const satisfies Profile;

/** All that the nodes are tested with. */
export const PROFILES = { ...DOCUMENTED_PROFILES, live } as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

/** Those that differ in lists and in what is on them. */
export const LIST_PROFILES = [
	...(Object.keys(PROFILES) as ProfileName[]),
	...(['paged', 'nested', 'masked'] as const),
];

export interface ProfileChoice {
	/** How the venue behaves where the API document leaves it open. */
	profile?: ProfileName | HardProfileName;
	/** Single differences from the profile. */
	variations?: Variations;
}

export function chosenProfile({ profile = 'plain', variations }: ProfileChoice = {}): Profile {
	return varied({ ...PROFILES, ...HARD_PROFILES }[profile], variations);
}
