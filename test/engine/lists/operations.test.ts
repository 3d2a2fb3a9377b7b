import type { INodeParameters } from 'n8n-workflow';

import { ActionNode } from '../action/support/actionNode';
import { type Style, STYLES } from './styles';

/** An operation that reads a list: where, and how its result shows what was read. */
interface Subject {
	name: string;
	styles: Style[];
	endpoint: string;
	run: [resource: string, operation: string, parameters: INodeParameters];
	idField: string;
}

/** For operations that read their pages with the same code as another one. */
const SOME = STYLES.filter((_, index) => index % 5 === 0);

const SUBJECTS: Subject[] = [
	{
		name: 'Booking → Get Many',
		styles: STYLES,
		endpoint: 'GET /bookings',
		run: ['booking', 'getAll', { returnAll: true }],
		idField: 'uniqueId',
	},
	{
		name: 'Failed Message → Recover',
		styles: SOME,
		endpoint: 'GET /bookings',
		run: ['failedMessage', 'recover', { since: '2026-01-01' }],
		idField: 'uniqueId',
	},
	{
		name: 'Failed Message → Get Many',
		styles: SOME,
		endpoint: 'GET /webhooks/messages/failed',
		run: ['failedMessage', 'getAll', { returnAll: true, output: 'raw' }],
		idField: 'uniqueId',
	},
	{
		name: 'Webhook → Get Many',
		styles: SOME,
		endpoint: 'GET /webhooks',
		run: ['webhook', 'getAll', { returnAll: true }],
		idField: 'webhookId',
	},
	{
		name: 'API → Call with All Pages',
		styles: STYLES,
		endpoint: 'GET /customers',
		run: ['api', 'call', { path: '/customers', options: { allPages: true } }],
		idField: 'uniqueId',
	},
	{
		name: 'Bulk Report → Query with All Pages',
		styles: SOME,
		endpoint: 'GET /data/visits',
		run: ['bulkReport', 'query', { path: '/data/visits', options: { allPages: true } }],
		idField: 'uniqueId',
	},
];

const COUNT = 253;

describe.each(SUBJECTS)('$name', ({ styles, endpoint, run, idField }) => {
	let node: ActionNode;

	beforeAll(async () => {
		node = await ActionNode.open();
	});
	afterAll(async () => await node.close());

	const all = Array.from({ length: COUNT }, (_, index) => ({
		...{ uniqueId: `B-${index}`, webhookId: index + 1, url: `https://n8n.example/${index}` },
	}));

	const read = async (style: Style) => {
		const [, path] = endpoint.split(' ');
		node.venue.undocumented.on(endpoint, {}, ({ query, headers }) => {
			const { body, ...sent } = style.answer(all, { query, headers, path });
			return { ...sent, body: JSON.stringify(body) };
		});
		const { items, hints, error } = await node.execute(run);
		if (error) throw error;
		const ids = items[0].map(({ json }) => json[idField]).filter((id) => id !== 'new');
		const told = hints.filter(({ message }) => /^These (are|may) not/.test(message));
		return { isWhole: new Set(ids).size === COUNT, isTold: told.length > 0, hints: told.length };
	};

	it.each(styles.map((style) => [style.name, style.gives, style] as const))(
		'at a venue with %s: %s',
		async (_, gives, style) => {
			const { isWhole, isTold, hints } = await read(style);
			expect({ isWhole: isWhole || gives === 'told', isTold }).toEqual({
				isWhole: true,
				isTold: gives === 'told',
			});
			expect(hints).toBeLessThanOrEqual(1);
		},
	);
});
