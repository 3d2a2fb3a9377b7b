import type { INodeParameters } from 'n8n-workflow';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { ActionNode, VenuePlatformTool } from '../engine/action/support/actionNode';
import type { Engine } from '../engine/harness/engine';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../engine/harness/time';
import { RecoveryFixture } from '../engine/recovery/support/recoveryFixture';
import { letTheDateRun } from '../engine/support/date';
import { Stage } from '../engine/trigger/support/stage';
import type { SimulatedVenue } from '../venue';

/** Something that reads what a venue sends. */
export interface Reader {
	/** Returns how many responses had the text. */
	read(body: string): Promise<number>;
	close(): Promise<void>;
}

interface Operation {
	open(): Promise<Reader>;
	/** Other sizes, for example for an operation with a request for each record. */
	kilobytes?: [short: number, long: number];
}

type Call = Parameters<ActionNode['execute']>[0];

interface Settings {
	tool?: true;
	/** The calls that get the response. */
	asked?: string[];
	status?: number;
	/** What other calls get. */
	others?: Record<string, string>;
	item?: INodeParameters;
	/** What has to pass before the operation asks again. */
	restMs?: number;
	kilobytes?: [short: number, long: number];
}

const READING = ['GET /**'];
/** Without look-ups of single bookings: each would get the whole response again. */
const LISTS = ['GET /bookings', 'GET /webhooks/**', 'GET /webhooks', 'GET /tickets'];
const SHORT_BOOKING = { 'GET /bookings/**': '{"uniqueId":"1"}' };
const A_DAY = 25 * 60 * 60_000;
const ONE_BY_ONE: [number, number] = [5, 20];

interface World {
	venue: SimulatedVenue;
	engine: Engine;
}

/** Returns how to count the responses with this text. What was read before is forgotten. */
function answer(
	{ venue, engine }: World,
	body: string,
	asked = READING,
	status = 200,
): () => number {
	venue.faults.clear();
	venue.forgetRequests();
	engine.forget();
	for (const endpoint of asked) venue.faults.on(endpoint, { kind: 'answer', status, body });
	return () => asked.reduce((count, endpoint) => count + venue.count(endpoint), 0);
}

function action(call: Call, settings: Settings = {}): Operation {
	const [resource, operation, parameters = {}] = call;
	const isSearch = operation === 'recover' || (resource === 'booking' && operation === 'getAll');
	const { asked = isSearch ? LISTS : READING, others = isSearch ? SHORT_BOOKING : {} } = settings;
	const { tool, status, item, restMs, kilobytes } = settings;
	const open = async () => {
		const node = await ActionNode.open();
		const files = `${node.venue.baseUrl}/files/export.json`;
		const withFiles = <T>(value: T): T =>
			JSON.parse(JSON.stringify(value).replaceAll('{files}', files));
		const given = withFiles(parameters);
		return {
			read: async (body: string) => {
				const count = answer(node, body, asked, status);
				for (const [endpoint, other] of Object.entries(others)) {
					node.venue.faults.on(endpoint, { kind: 'answer', status: 200, body: other });
				}
				await node.execute([resource, operation, given], {
					...(tool ? { node: VenuePlatformTool } : {}),
					...(item ? { items: [{ json: withFiles(item) }] } : {}),
				});
				const read = count();
				if (restMs !== undefined) await passTime(restMs);
				return read;
			},
			close: async () => await node.close(),
		};
	};
	return { open, kilobytes };
}

function search(method: string, filter?: string): Operation {
	const open = async () => {
		const node = await ActionNode.open();
		const request = { node: VenuePlatform, method, ...(filter ? { filter } : {}) };
		const credentials = { venuePlatformApi: node.credential };
		return {
			read: async (body: string) => {
				const count = answer(node, body);
				const found = node.engine.listSearch({ ...request, credentials });
				await node.whileTimeMoves(found.catch(() => undefined));
				// n8n's editor shows a list again from memory for a while.
				await passTime(3 * 60_000);
				return count();
			},
			close: async () => await node.close(),
		};
	};
	return { open };
}

function delivery(options: INodeParameters): Operation {
	const open = async () => {
		const stage = await Stage.open({}, { webhookApiKey: 'the key' });
		const trigger = await stage.engine.activate(stage.trigger({ options }));
		let count = 0;
		return {
			read: async (body: string) => {
				stage.engine.forget();
				const envelope = `"id":"d${++count}","type":"Booking","eventType":"Updated","eventDate":"2026-11-21T10:00:00Z"`;
				const message = `{${envelope},"data":${body.startsWith('{"') || body.startsWith('[') ? body : '{}'}}`;
				await trigger.deliver(message, { 'x-api-key': 'the key' });
				await trigger.executions();
				return 1;
			},
			close: async () => await stage.close(),
		};
	};
	return { open };
}

/** Each webhook at the address of the trigger costs a request. */
function publishing(kilobytes?: [number, number]): Operation {
	const open = async () => {
		stopTheClock();
		const stage = await Stage.open();
		const trigger = await whileTimeMoves(stage.engine.activate(stage.trigger()));
		const url = await trigger.url();
		return {
			read: async (body: string) => {
				const own = kilobytes
					? body.replaceAll('https://n8n.example/webhook/a/venue-platform', url)
					: body;
				const count = answer(stage, own, ['GET /webhooks']);
				await whileTimeMoves(trigger.republish({}).catch(() => undefined));
				return count();
			},
			close: async () => {
				letTheClockRun();
				await stage.close();
			},
		};
	};
	return { open, kilobytes };
}

function poll(parameters: INodeParameters): Operation {
	const open = async () => {
		const fixture = await RecoveryFixture.open();
		letTheDateRun();
		stopTheClock(Date.UTC(2026, 10, 21, 12));
		return {
			read: async (body: string) => {
				fixture.venue.faults.clear();
				const trigger = await whileTimeMoves(fixture.engine.activate(fixture.trigger(parameters)));
				await passTime(15 * 60_000);
				const count = answer(fixture, body);
				for (let time = 0; time < 2; time++) {
					await whileTimeMoves(trigger.poll());
					await passTime(15 * 60_000);
				}
				const read = count();
				fixture.venue.faults.clear();
				await whileTimeMoves(trigger.deactivate());
				return read;
			},
			close: async () => {
				letTheClockRun();
				await fixture.close();
			},
		};
	};
	return { open };
}

const ALL = { returnAll: true };
const SIMPLE = { ...ALL, output: 'simplified' };
const SELECTED = { ...ALL, output: 'selected', fields: 'uniqueId, list.0.uniqueId, note1, key2' };
const ONE = { __rl: true, mode: 'id', value: '1' };
const URL_FIELDS = { url: 'https://new.example/x', events: ['Booking.Created'] };
const DAYS = { dateRange: { from: '2026-11-01', to: '2026-11-02' } };
const FILTERS = {
	topics: ['Booking', 'Ticket'],
	minimumAttempt: 1,
	onlyFinal: true,
	webhookId: '1',
};
const OTHER_TOPICS = {
	since: '2026-11-20T10:00:00Z',
	options: {
		otherTopics: {
			topics: [{ topic: 'Ticket', path: '/tickets', dateParameter: 'from', allPages: true }],
		},
	},
};
const EVENTS = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

/** Everything that reads a response, a list or a delivery. */
export const OPERATIONS: Record<string, Operation> = {
	'Booking → Get': action(['booking', 'get', { bookingId: ONE, output: 'raw' }]),
	'Booking → Get, simplified': action(['booking', 'get', { bookingId: ONE, output: 'simplified' }]),
	'Booking → Get for an agent': action(
		['booking', 'get', { bookingId: ONE, output: 'simplified' }],
		{ tool: true },
	),
	'Booking → Get Many, simplified': action(['booking', 'getAll', SIMPLE]),
	'Booking → Get Many, selected': action(['booking', 'getAll', SELECTED]),
	'Booking → Get Many for an agent': action(['booking', 'getAll', SIMPLE], { tool: true }),
	'Booking → Get Many, newest of Contains Text': action([
		'booking',
		'getAll',
		{
			limit: 50,
			filters: { containsText: '1', modifiedFromDate: '2026-11-20T10:00:00Z' },
			options: { sort: 'newestFirst' },
		},
	]),
	'Booking → Get Many, In Fields': action([
		'booking',
		'getAll',
		{ ...ALL, filters: { containsText: 'a', inFields: 'uniqueId, list.0.a, note1' } },
	]),
	'Booking → Get Many, Whole Bookings': action(
		['booking', 'getAll', { ...ALL, options: { wholeBookings: 'always' } }],
		{ kilobytes: ONE_BY_ONE },
	),
	'Failed Message → Get Many': action(['failedMessage', 'getAll', SIMPLE]),
	'Failed Message → Get Many, filtered': action([
		'failedMessage',
		'getAll',
		{ ...ALL, output: 'raw', filters: FILTERS },
	]),
	'Failed Message → Get Many for an agent': action(['failedMessage', 'getAll', SIMPLE], {
		tool: true,
	}),
	'Failed Message → Recover': action(['failedMessage', 'recover', { output: 'raw' }]),
	'Failed Message → Recover, Other Topics': action(['failedMessage', 'recover', OTHER_TOPICS]),
	'Failed Message → Recover for an agent': action(
		['failedMessage', 'recover', { output: 'simplified', since: '2026-11-20T10:00:00Z' }],
		{ tool: true },
	),
	'Webhook → Get Many': action(['webhook', 'getAll', ALL]),
	'Webhook → Get Many for an agent': action(['webhook', 'getAll', ALL], { tool: true }),
	'Webhook → Check': action(['webhook', 'check']),
	'Webhook → Check for an agent': action(['webhook', 'check'], { tool: true }),
	'Webhook → Get Sample Event': action(
		['webhook', 'getSampleEvent', { event: 'Booking.Created' }],
		// It sorts, and that shows most in the shortest lists.
		{ kilobytes: [10, 40] },
	),
	'Webhook → Create': action(['webhook', 'create', URL_FIELDS], { asked: ['POST /webhooks'] }),
	'Webhook → Create, refused': action(['webhook', 'create', URL_FIELDS], {
		asked: ['POST /webhooks'],
		status: 400,
	}),
	'Webhook → Update': action(
		[
			'webhook',
			'update',
			{ webhookId: ONE, updateFields: { apiKey: 'a-new-key', url: URL_FIELDS.url } },
		],
		{ asked: ['GET /webhooks', 'PUT /**'] },
	),
	'Webhook → Get Many, refused': action(['webhook', 'getAll', ALL], { status: 409 }),
	'Bulk Report → Query': action(['bulkReport', 'query', { method: 'GET', path: '/data/rows' }]),
	'Bulk Report → Query, All Pages': action([
		'bulkReport',
		'query',
		{ method: 'GET', path: '/data/rows', options: { allPages: true, ...DAYS } },
	]),
	'Bulk Report → Request': action(['bulkReport', 'request', { body: '{"a":1}' }], {
		asked: ['POST /reporting/**'],
		restMs: A_DAY,
	}),
	'Bulk Report → Request Revenue Activity': action(
		['bulkReport', 'requestRevenueActivity', { body: '{"a":1}' }],
		{ asked: ['POST /**'], restMs: A_DAY },
	),
	'Bulk Report → Get Files': action(['bulkReport', 'getFiles', { addresses: '{files}' }]),
	'Bulk Report → Get Files of an event': action(
		['bulkReport', 'getFiles', { options: { splitRecords: false } }],
		{ item: { data: { preSignedUrls: ['{files}'] } } },
	),
	'API → Call': action(['api', 'call', { method: 'GET', path: '/webhooks' }]),
	'API → Call, All Pages': action([
		'api',
		'call',
		{ method: 'GET', path: '/rows', options: { allPages: true } },
	]),
	'API → Call, Date Range': action([
		'api',
		'call',
		{ method: 'GET', path: '/rows', options: { ...DAYS, splitList: true } },
	]),
	'API → Call, Split List': action([
		'api',
		'call',
		{ method: 'GET', path: '/rows', options: { splitList: true } },
	]),
	'API → Call, known': action(['api', 'call', { knownCall: 'getProducts' }]),
	'API → Call for an agent': action(['api', 'call', { method: 'GET', path: '/rows' }], {
		tool: true,
	}),
	'API → Call, refused': action(['api', 'call', { method: 'GET', path: '/rows' }], { status: 400 }),
	'a list of bookings to choose from': search('searchBookings'),
	'a list of bookings, searched': search('searchBookings', 'a'),
	'a list of webhooks to choose from': search('searchWebhooks', 'a'),
	'a delivery': delivery({}),
	'a delivery with all options': delivery({
		skipOutdated: true,
		includeRequest: true,
		entityIdPath: 'data.uniqueId',
	}),
	'publishing a trigger': publishing(),
	'publishing a trigger with many webhooks': publishing(ONE_BY_ONE),
	'a poll': poll({ events: EVENTS, options: { startWith: 'all', wholeBookings: 'never' } }),
	'a poll for given-up messages': poll({ events: ['final'], options: { switchOnAgain: true } }),
};
