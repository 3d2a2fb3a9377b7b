import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { read, rowsOf } from '../../unit/texts/support/pages';
import { SCOPES, type Scope } from '../../venue/access/scopes';
import { ActionNode, byId } from './support/actionNode';

const URL = 'https://receiver.example/events';
const BOOKING = 'BKG-000001';

/** What an operation needs to be entered. */
const PARAMETERS: Record<string, INodeParameters> = {
	'Booking → Get': { bookingId: byId(BOOKING) },
	'Webhook → Create': { url: URL, events: ['Booking.Created'] },
	'Webhook → Update': { webhookId: byId(1001), updateFields: { apiKey: 'next' } },
};

/** Its scope is that of the call, which the user chooses. */
const HAS_ANY_SCOPE = ['API', 'Bulk Report'];

const fields = new VenuePlatform().description.properties;

const choicesOf = (field?: INodeProperties) => (field?.options ?? []) as INodePropertyOptions[];

/** Each operation of the node, as its panel calls it. */
const operations = choicesOf(fields.find(({ name }) => name === 'resource'))
	.filter(({ name }) => !HAS_ANY_SCOPE.includes(name))
	.flatMap((resource) =>
		choicesOf(
			fields.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
			),
		).map((operation) => ({
			title: `${resource.name} → ${operation.name}`,
			call: [String(resource.value), String(operation.value)] as const,
		})),
	);

/** The rows of the table: “Webhook → Check” or, for all operations of it, “Booking”. */
const rows = rowsOf(read('README.md'))
	.map(([subjects, scopes]) => ({
		subjects: subjects.split('; '),
		scopes: [...scopes.matchAll(/([A-Z]\w+_\w+)/g)].map(([, scope]) => scope as Scope),
	}))
	.filter(({ scopes }) => scopes.length > 0);

const scopesOf = (title: string): Scope[] => {
	const [resource] = title.split(' → ');
	const own = rows.filter(({ subjects }) => subjects.some((of) => of === title || of === resource));
	return [...new Set(own.flatMap(({ scopes }) => scopes))];
};

describe.each(operations)('the scopes that README names for $title', ({ title, call }) => {
	let node: ActionNode;
	const scopes = scopesOf(title);

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
		await node.items('webhook', 'create', { ...PARAMETERS['Webhook → Create'], url: `${URL}/1` });
		node.venue.messages.addFailed();
		node.venue.forgetRequests();
	});
	afterEach(async () => await node.close());

	const allow = (allowed: readonly Scope[]) =>
		node.venue.clients.setScopes(node.venue.credentials.clientId, allowed);

	it('are enough', async () => {
		expect(scopes).not.toEqual([]);
		allow(scopes);
		await node.items(...call, PARAMETERS[title]);
		expect(node.venue.requests.filter(({ status }) => status === 403)).toEqual([]);
	});

	it.each(scopes)(
		'are needed, and the message names the missing one: %s [api 4.1; 5.8; 7 403; 7.1]',
		async (missing) => {
			allow(SCOPES.filter((scope) => scope !== missing));
			const { message, description } = await node.nodeApiError(...call, PARAMETERS[title] ?? {});
			expect(message).toContain(`“${missing}”`);
			expect(description).toContain('Ask the venue owner');
			expect(node.venue.requests.filter(({ status }) => status === 403)).toHaveLength(1);
		},
	);
});
