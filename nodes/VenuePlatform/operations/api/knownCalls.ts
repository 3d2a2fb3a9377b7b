import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { segment } from '../../../venueApi/address';
import type { ApiCall } from '../../../venueApi/resources/calls';
import { jsonOf, readChoice, requiredJson } from '../../../parameters/reading';
import { isForAgent } from '../../output/forAgent';
import { isRecord } from '../../../venueApi/records';
import { readDay } from '../../parameters/days';
import { isEmpty } from '../../parameters/empty';
import { readIds, requiredId } from '../../parameters/id';

export const ENTER_PATH = 'enterPath';

type CallField = 'guestId' | 'signedWaiverId' | 'bookingUniqueId' | 'giftCardNumber';

/** A call that a live service documents, and that another venue may not offer. */
interface KnownCall {
	name: string;
	value: string;
	description: string;
	method: ApiCall['method'];
	/** A field in braces stands for its value. */
	path: `/${string}`;
	/** Whether it changes nothing at the venue. */
	reads: boolean;
	/** Query parameters by the names of their fields. */
	query?: Record<string, string>;
	/** A field that is the only one of the body. */
	bodyField?: CallField;
	/** What the user fills in. */
	template?: IDataObject;
	/** What is left empty there is not sent: it would empty the field at the venue. */
	keepsEmpty?: true;
}

const ITEM = { productId: 0, quantity: 1, bookingDate: '2026-06-01', startTime: '10:00' };

const CALLS: KnownCall[] = [
	{
		name: 'Block Capacity',
		value: 'blockCapacity',
		description: 'Keep capacity of a resource from being booked for a day, or for some hours of it',
		method: 'POST',
		path: '/capacity-reservation/block',
		reads: false,
		template: {
			resourceId: 0,
			blockoutCapacity: 1,
			date: '2026-06-01',
			startTime: '10:00',
			endTime: '12:00',
			blockEntireDay: false,
			notes: '',
		},
	},
	{
		name: 'Cancel Booking',
		value: 'cancelBooking',
		description: 'Cancel a booking, with or without a refund',
		method: 'POST',
		path: '/bookings/{bookingUniqueId}/cancel',
		reads: false,
		template: { issueRefund: false, comments: '' },
	},
	{
		name: 'Change Booking',
		value: 'changeBooking',
		description: 'Change the name or the comments of a booking, and add or remove items',
		method: 'PUT',
		path: '/bookings/{bookingUniqueId}',
		reads: false,
		template: { name: '', comments: '', newItems: [], idsToRemove: [] },
		keepsEmpty: true,
	},
	{
		name: 'Create Booking',
		value: 'createBooking',
		description: 'Create a booking for a guest and the products that are booked',
		method: 'POST',
		path: '/bookings',
		reads: false,
		template: {
			externalId: '',
			customer: { firstName: '', lastName: '', email: '', phone: '' },
			items: [ITEM],
		},
	},
	{
		name: 'Get Availability',
		value: 'getAvailability',
		description: 'Get the sessions and the free capacity of products on a day',
		method: 'GET',
		path: '/product-availability',
		reads: true,
		query: { Date: 'day', ProductIds: 'productIds' },
	},
	{
		name: 'Get Gift Card Balance',
		value: 'getGiftCardBalance',
		description: 'Get what is left on a gift card',
		method: 'POST',
		path: '/giftcards/balance',
		reads: true,
		bodyField: 'giftCardNumber',
	},
	{
		name: 'Get Guest',
		value: 'getGuest',
		description: 'Get the name, email and phone of a guest by the customer ID of a booking',
		method: 'GET',
		path: '/guests/{guestId}',
		reads: true,
	},
	{
		name: 'Get Products',
		value: 'getProducts',
		description: 'Get the names and prices of all products that the venue sells',
		method: 'GET',
		path: '/products',
		reads: true,
	},
	{
		name: 'Get Signed Waiver',
		value: 'getSignedWaiver',
		description: 'Get who signed a waiver and whether it is valid, by the ID on a ticket',
		method: 'GET',
		path: '/signed-waivers/{signedWaiverId}',
		reads: true,
	},
	{
		name: 'Get Venue Details',
		value: 'getVenueDetails',
		description: 'Get the name, time zone and currency of the venue',
		method: 'GET',
		path: '/venues/me',
		reads: true,
	},
	{
		name: 'Redeem Tickets',
		value: 'redeemTickets',
		description: 'Mark tickets as used',
		method: 'POST',
		path: '/redemptions',
		reads: false,
		template: { tickets: [{ ticketId: '' }] },
	},
];

const enterPath: INodePropertyOptions = {
	name: 'Enter a Path',
	value: ENTER_PATH,
	description: 'Any call, as the venue’s API documentation has it',
};

export const knownCallField: INodeProperties = {
	displayName: 'Call',
	name: 'knownCall',
	type: 'options',
	// With an expression, n8n would ask for the fields of all calls.
	noDataExpression: true,
	required: true,
	options: [
		enterPath,
		...CALLS.map(({ name, value, description, reads }) => ({
			...{ name, value, description },
			...(reads ? {} : { displayOptions: { hide: { '@tool': [true] } } }),
		})),
	].sort((one, other) => one.name.localeCompare(other.name)),
	default: ENTER_PATH,
	description: 'What to call. A venue may not offer all of these, and the message then says so.',
};

const FIELD_LABELS: Record<CallField, string> = {
	bookingUniqueId: 'Booking ID',
	giftCardNumber: 'Gift Card Number',
	guestId: 'Guest ID',
	signedWaiverId: 'Signed Waiver ID',
};

const DESCRIPTIONS: Record<CallField, string> = {
	bookingUniqueId: 'The unique ID of the booking',
	giftCardNumber: 'The number on the gift card',
	guestId: 'The ID of the guest, such as the customer ID in a booking',
	signedWaiverId: 'The ID of the signed waiver, such as the one in a ticket',
};

const FILL_IN = 'What to send, such as {"name": "value"}. The fields are an example.';

/** Shown for the calls that need them. */
export const knownCallFields: INodeProperties[] = [
	...(Object.keys(FIELD_LABELS) as CallField[]).map((name): INodeProperties => {
		const isUsed = ({ path, bodyField }: KnownCall) =>
			path.includes(`{${name}}`) || bodyField === name;
		return {
			displayName: FIELD_LABELS[name],
			name,
			type: 'string',
			required: true,
			displayOptions: shownFor(CALLS.filter(isUsed)),
			default: '',
			description: DESCRIPTIONS[name],
		};
	}),
	{
		displayName: 'Day',
		name: 'day',
		type: 'string',
		required: true,
		displayOptions: shownFor(CALLS.filter(({ query }) => query)),
		default: '',
		placeholder: 'e.g. 2026-06-01',
		description: 'The day to look at',
	},
	{
		displayName: 'Product IDs',
		name: 'productIds',
		type: 'string',
		displayOptions: shownFor(CALLS.filter(({ query }) => query)),
		default: '',
		placeholder: 'e.g. 1001, 1002',
		description: 'IDs of the products, separated by commas. Leave it empty for all products.',
	},
	...CALLS.flatMap(({ template, value, keepsEmpty }): INodeProperties[] =>
		template
			? [
					{
						displayName: 'Body',
						name: 'callBody',
						type: 'json',
						required: true,
						displayOptions: { show: { knownCall: [value] } },
						default: JSON.stringify(template, null, 2),
						description: keepsEmpty ? `${FILL_IN} What is left empty stays as it is.` : FILL_IN,
					},
				]
			: [],
	),
];

function shownFor(calls: KnownCall[]) {
	return { show: { knownCall: calls.map(({ value }) => value) } };
}

/** Whether it changes nothing at the venue, as far as the panel shows. */
export function isReading(value: unknown): boolean {
	return CALLS.some((call) => call.value === value && call.reads);
}

/** The call that the user chose from the list, or undefined for a path of the user's own. */
export function readKnownCall(context: IExecuteFunctions, itemIndex: number): ApiCall | undefined {
	const given = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	const allowed = CALLS.filter(({ reads }) => reads || !isForAgent(context));
	const chosen = readChoice(
		context,
		'Call',
		context.getNodeParameter('knownCall', itemIndex, ENTER_PATH),
		[ENTER_PATH, ...allowed.map(({ value }) => value)],
	);
	const call = allowed.find(({ value }) => value === chosen);
	if (!call) return undefined;
	const id = (name: CallField) => requiredId(context, FIELD_LABELS[name], given(name));
	const path = call.path.replace(/\{(\w+)\}/g, (_, name: CallField) => segment(id(name)));
	const read: Record<string, () => unknown> = {
		day: () => readDay(context, 'Day', given('day'), context.getTimezone()),
		productIds: () => readIds(context, 'Product IDs', given('productIds')).join() || undefined,
	};
	const query = Object.entries(call.query ?? {})
		.map(([name, field]) => [name, read[field]()])
		.filter(([, value]) => value !== undefined);
	const { bodyField } = call;
	const filledIn = () => jsonOf(context, 'Body', requiredJson(context, 'Body', given('callBody')));
	const body = call.template ? filledIn() : bodyField && { [bodyField]: id(bodyField) };
	return {
		method: call.method,
		path,
		query: Object.fromEntries(query) as IDataObject,
		body: call.keepsEmpty && isRecord(body) ? withoutEmpty(body) : body,
		isIdempotent: call.reads,
		knownAs: call.name,
	};
}

function withoutEmpty(body: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)));
}
