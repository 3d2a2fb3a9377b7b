import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { RESOURCES } from '../../../../nodes/VenuePlatform/operations';
import { VenuePlatform } from '../../../../nodes/VenuePlatform/VenuePlatform.node';
import type { SimulatedVenue } from '../../../venue';

/** What is known of an operation, beside its own file. */
interface OperationRow {
	name: [resource: string, operation: string];
	/** Users have saved these names in their workflows, so none of them may change. */
	fields: string[];
	/** The names in its collections. By default, only those that each operation has. */
	inside?: Record<string, string[]>;
	/** With these, it returns one item at a venue with what `furnish` puts there. */
	parameters: INodeParameters | ((venue: SimulatedVenue) => INodeParameters);
	/** A part of this item. */
	item: IDataObject;
}

const byId = (value: string | number) => ({ __rl: true, mode: 'id', value });
const RECEIVER = 'https://receiver.example/events';

/** Twice: an AI agent that uses the node as a tool gets another default, and names fields as text. */
const OUTPUT = ['output', 'output', 'fields', 'fields'];

/** In the order of the node. The suites run each operation with these, one of them in a real n8n. */
export const OPERATIONS: OperationRow[] = [
	{
		name: ['booking', 'get'],
		fields: ['bookingId', ...OUTPUT, 'options'],
		parameters: { bookingId: byId('BKG-000002') },
		item: { uniqueId: 'BKG-000002' },
	},
	{
		name: ['booking', 'getAll'],
		fields: ['returnAll', 'limit', ...OUTPUT, 'filters', 'filters', 'options'],
		inside: {
			filters: [
				'additionalQuery',
				'containsText',
				'inFields',
				'modifiedFromDate',
				'visitField',
				'visitFrom',
				'visitTo',
			],
			options: ['includeVenue', 'sort', 'venueTimeZone', 'wholeBookings'],
		},
		parameters: { limit: 1 },
		item: { uniqueId: 'BKG-000001' },
	},
	{
		name: ['bulkReport', 'getFiles'],
		fields: ['addresses', 'options'],
		inside: { options: ['includeVenue', 'binaryProperty', 'splitRecords'] },
		parameters: ({ accounts, baseUrl, bookings }) => {
			const [{ exportFiles }] = Object.values(accounts);
			const addresses = `${baseUrl}/files/exports/${exportFiles.add(bookings.all())}`;
			return { addresses, options: { splitRecords: false } };
		},
		item: { mimeType: 'text/csv' },
	},
	{
		name: ['bulkReport', 'query'],
		fields: ['method', 'path', 'options'],
		inside: {
			options: [
				'allPages',
				'body',
				'dateRange',
				'includeVenue',
				'pageParameter',
				'pageSize',
				'pageSizeParameter',
				'binaryProperty',
				'queryParameters',
				'responseFormat',
			],
		},
		parameters: { path: '/data/visits' },
		item: { path: '/data/visits', method: 'GET', venue: 'harbor' },
	},
	{
		name: ['bulkReport', 'request'],
		fields: ['body', 'options'],
		parameters: { body: '{"dataSet": "visits"}' },
		item: { status: 'Queued' },
	},
	{
		name: ['bulkReport', 'requestRevenueActivity'],
		fields: ['body', 'options'],
		parameters: {},
		item: { status: 'Queued' },
	},
	{
		name: ['failedMessage', 'getAll'],
		fields: ['returnAll', 'limit', 'output', 'fields', 'filters', 'options'],
		inside: { filters: ['minimumAttempt', 'onlyFinal', 'topics', 'webhookId'] },
		parameters: {},
		item: { topic: 'Booking', attempts: 2, givenUp: false },
	},
	{
		name: ['failedMessage', 'recover'],
		fields: ['since', ...OUTPUT, 'options'],
		inside: { options: ['includeVenue', 'otherTopics', 'safetyMarginMinutes', 'wholeBookings'] },
		parameters: {},
		item: { uniqueId: 'BKG-000003' },
	},
	{
		name: ['webhook', 'check'],
		fields: ['options'],
		inside: { options: ['includeVenue', 'url'] },
		parameters: {},
		item: { webhookId: '1001', isOurs: false, failed: 1, state: 'failing' },
	},
	{
		name: ['webhook', 'create'],
		fields: ['url', 'events', 'enabled', 'options'],
		inside: { options: ['additionalConfiguration', 'apiKey', 'bookingInclude', 'includeVenue'] },
		parameters: { url: RECEIVER, events: ['Ticket.Created'], options: { apiKey: 'hidden' } },
		item: { url: RECEIVER, authentication: { apiKey: '•••' } },
	},
	{
		name: ['webhook', 'getAll'],
		fields: ['returnAll', 'limit', 'options'],
		parameters: {},
		item: { webhookId: '1001', authentication: { apiKey: '•••' } },
	},
	{
		name: ['webhook', 'getSampleEvent'],
		fields: ['event', 'options'],
		parameters: { event: 'Booking.Created' },
		item: { type: 'Booking' },
	},
	{
		name: ['webhook', 'update'],
		fields: ['webhookId', 'updateFields', 'options'],
		inside: {
			updateFields: [
				'additionalConfiguration',
				'apiKey',
				'bookingInclude',
				'enabled',
				'events',
				'url',
			],
		},
		parameters: { webhookId: byId(1001), updateFields: { enabled: false } },
		item: { webhookId: '1001', enabled: false },
	},
	{
		name: ['api', 'call'],
		fields: [
			'knownCall',
			'method',
			'path',
			'bookingUniqueId',
			'giftCardNumber',
			'guestId',
			'signedWaiverId',
			'day',
			'productIds',
			...Array<string>(5).fill('callBody'),
			'options',
		],
		inside: {
			options: [
				'allPages',
				'body',
				'dateRange',
				'headers',
				'includeVenue',
				'pageParameter',
				'pageSize',
				'pageSizeParameter',
				'binaryProperty',
				'queryParameters',
				'responseFormat',
				'scope',
				'splitList',
			],
		},
		parameters: { path: '/bookings/BKG-000002' },
		item: { uniqueId: 'BKG-000002' },
	},
];

/** Puts there what the operations read, change and list. */
export function furnish(venue: SimulatedVenue): void {
	venue.bookings.seed(3, { everySeconds: 10 * 60 });
	venue.webhooks.create({
		url: `${RECEIVER}/1`,
		enabled: true,
		authentication: { apiKey: 'hidden' },
		webhooks: { booking: { events: ['Created'] } },
	});
	venue.messages.addFailed({ attempts: 2 });
}

/** For the titles of tests. */
export const named = (rows: OperationRow[]) => rows.map((row) => [...row.name, row] as const);

export const parametersOf = ({ parameters }: OperationRow, venue: SimulatedVenue) =>
	typeof parameters === 'function' ? parameters(venue) : parameters;

/** What the editor shows of it before the first run. */
export function sampleOf({ name: [resource, operation] }: OperationRow): IDataObject {
	const [found] = RESOURCES.filter(({ option }) => option.value === resource)
		.flatMap(({ operations }) => operations)
		.filter(({ option }) => option.value === operation);
	return found.sample;
}

const { properties } = new VenuePlatform().description;
const choicesOf = (field?: INodeProperties) => (field?.options ?? []) as INodePropertyOptions[];
const [resources] = properties.filter(({ name }) => name === 'resource').map(choicesOf);

/** The operations of the node, in its order, with their names in the panel. */
export const OFFERED = properties
	.filter(({ name }) => name === 'operation')
	.flatMap((field) => {
		const [resource] = resources.filter(({ value }) =>
			field.displayOptions?.show?.resource?.includes(value),
		);
		return choicesOf(field).map((operation) => ({
			name: [String(resource.value), String(operation.value)],
			title: `${resource.name} → ${operation.name}`,
		}));
	});

/** For example “Booking → Get Many”. */
export const titleOf = (row: OperationRow) =>
	OFFERED.find(({ name }) => name.join() === row.name.join())?.title;
