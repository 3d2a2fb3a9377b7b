import { furnish, OPERATIONS, parametersOf, titleOf } from '../../unit/action/support/operations';
import { operationTable } from '../../unit/texts/support/operationTable';
import { SCOPES, type Scope } from '../../venue';
import { ActionNode } from './support/actionNode';

/** The user chooses the call, and its scope depends on that. The files of an export need none. */
const HAS_NO_OWN_SCOPE = ['api', 'bulkReport'];

const table = operationTable();
const operations = OPERATIONS.filter(({ name: [of] }) => !HAS_NO_OWN_SCOPE.includes(of)).map(
	(row) => {
		const title = titleOf(row);
		const [listed] = table.filter((one) => one.title === title);
		return { title, row, scopes: (listed?.scopes ?? []) as Scope[] };
	},
);

describe.each(operations)('the scopes that the page names for $title', ({ row, scopes }) => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		furnish(node.venue);
	});
	afterEach(async () => await node.close());

	const allow = (allowed: readonly Scope[]) =>
		node.venue.clients.setScopes(node.venue.credentials.clientId, allowed);

	const call = () => [...row.name, parametersOf(row, node.venue)] as const;

	it('are enough', async () => {
		expect(scopes).not.toEqual([]);
		allow(scopes);
		await node.items(...call());
		expect(node.venue.requests.filter(({ status }) => status === 403)).toEqual([]);
	});

	it.each(scopes)(
		'are needed, and the message names the missing one: %s [api 4.1; 5.8; 7 403; 7.1]',
		async (missing) => {
			allow(SCOPES.filter((scope) => scope !== missing));
			const { message, description } = await node.errorOf(...call());
			expect(message).toContain(`“${missing}”`);
			expect(description).toContain('Ask the venue owner');
			expect(node.venue.requests.filter(({ status }) => status === 403)).toHaveLength(1);
		},
	);
});
