import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MOST_TOKENS, tokensIn } from '../../unit/action/support/tokens';
import { ActionNode, VenuePlatformTool } from './support/actionNode';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('what an AI agent gets', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
	});
	afterEach(async () => await node.close());

	const asTool = async (resource: string, operation: string, parameters: INodeParameters) =>
		await node.execute([resource, operation, parameters], { node: VenuePlatformTool });

	it.each<[INodeParameters, string]>([
		[{ containsText: '={{ "" }}' }, '“Contains Text” is empty'],
		[{ containsText: '  ' }, '“Contains Text” is empty'],
		[
			{ containsText: '={{ "" }}', modifiedFromDate: '={{ undefined }}' },
			'“Contains Text” and “Modified From Date” are empty',
		],
		[
			{ containsText: '', additionalQuery: '{}' },
			'“Additional Query Parameters” and “Contains Text” are empty',
		],
		[{ additionalQuery: '={"keywords": "{{ "" }}"}' }, '“Additional Query Parameters” is empty'],
		[
			{ additionalQuery: '={"date": "{{ "" }}"}', visitFrom: '={{ "" }}', visitTo: '={{ "" }}' },
			'“Additional Query Parameters” and “Visit From” and “Visit To” are empty',
		],
	])(
		'the filters %j are refused, because anything would match [agents: empty filter] [troubleshooting: anything would match]',
		async (filters, said) => {
			const { status, error } = await asTool('booking', 'getAll', { filters });
			expect(status).toBe('error');
			expect(error?.message).toContain(`${said}, and anything would match. Fill in`);
			expect(node.venue.requests).toEqual([]);
		},
	);

	it.each<[INodeParameters]>([
		[{}],
		[{ containsText: '', modifiedFromDate: '2026-01-01' }],
		[{ containsText: '', additionalQuery: '{"status": "open"}' }],
		[{ additionalQuery: '={"keywords": "{{ "Ada" }}", "date": ""}' }],
		[{ additionalQuery: '{"all": ""}' }],
	])('the filters %j are not refused', async (filters) => {
		const { status, items } = await asTool('booking', 'getAll', { filters });
		expect(status).toBe('success');
		expect(items[0].length).toBeGreaterThanOrEqual(3);
	});

	const rows = Array.from({ length: 400 }, (_, index) => ({
		...{ id: index, name: `Guest ${index}`, notes: 'x'.repeat(300), extras: [1, 2, 3] },
	}));

	const offer = (body: string, type = JSON_TYPE) => {
		for (const path of ['/customers', '/data/customers']) {
			node.venue.undocumented.on(`GET ${path}`, { headers: type, body });
		}
	};
	const CALLS: Array<[string, string, INodeParameters]> = [
		['api', 'call', { path: '/customers' }],
		['api', 'call', { path: '/customers', options: { allPages: true } }],
		['bulkReport', 'query', { path: '/data/customers' }],
		['bulkReport', 'query', { path: '/data/customers', options: { allPages: true } }],
	];
	const shown = async (call: (typeof CALLS)[number]) => {
		const { items } = await asTool(...call);
		const jsons = items[0].map(({ json }) => json);
		expect(tokensIn(jsons)).toBeLessThanOrEqual(MOST_TOKENS);
		return jsons;
	};

	it.each(CALLS)('%s %s %j shortens a long list, and says so', async (...call) => {
		offer(JSON.stringify(rows));
		const jsons = await shown(call);
		expect(jsons.length).toBeGreaterThan(10);
		expect(jsons[0]).toMatchObject({ id: 0, name: 'Guest 0' });
		expect(jsons.map(({ note }) => note).join()).toMatch(/These are the first \d+ of 400/);
	});

	it.each(CALLS.slice(0, 3))('%s %s %j keeps a short answer as it is', async (...call) => {
		const few = rows.slice(0, 2);
		offer(JSON.stringify(few));
		expect(await shown(call)).toEqual(few);
	});

	it.each<[(typeof CALLS)[number], string]>([
		[CALLS[0], 'items'],
		[CALLS[2], 'items'],
		[CALLS[0], 'customers'],
	])('%j gives records of a long list inside an object: %s', async (call, name) => {
		offer(JSON.stringify({ currentPage: 1, totalPages: 3, [name]: rows.slice(0, 100) }));
		const jsons = await shown(call);
		expect(jsons[9]).toMatchObject({ id: 9, name: 'Guest 9' });
		const notes = jsons.map(({ note }) => note).join();
		expect(notes).toMatch(
			/the first \d+ of 100.*These are not all records: the list has more pages/,
		);
		offer(JSON.stringify({ totalPages: 3, [name]: [{ id: 1 }] }));
		expect(await shown(call)).toEqual([{ totalPages: 3, [name]: [{ id: 1 }] }]);
	});

	it('is told that lists in a long answer are shortened [agents: an item says so] [troubleshooting: This answer is shortened]', async () => {
		const session = { startTime: '10:00', endTime: '11:00', capacityRemaining: 20, price: 15 };
		const products = Array.from({ length: 6 }, (_, id) => ({
			...{ id, name: `Trampoline ${id}`, sessions: Array(14).fill(session) },
		}));
		const offerSessions = (some: unknown[]) =>
			node.venue.undocumented.on('GET /product-availability', {
				...{ headers: JSON_TYPE, body: JSON.stringify(some) },
			});
		const availability = { knownCall: 'getAvailability', day: '2026-12-01' };
		offerSessions(products);
		const jsons = await shown(['api', 'call', availability]);
		expect(jsons[0]).toMatchObject({ name: 'Trampoline 0', sessionsCount: 14 });
		expect(jsons.at(-1)?.note).toMatch(/^This answer is shortened: .* Ask for less/);
		offerSessions(products.slice(0, 1));
		expect(await shown(['api', 'call', availability])).toEqual(products.slice(0, 1));
	});

	it.each([CALLS[0], CALLS[2]])(
		'%s %s %j cuts a long text, and says so [troubleshooting: beginning of a text]',
		async (...call) => {
			offer('id,name\n'.repeat(2_000), { 'content-type': 'text/csv' });
			const [{ data }, { note }] = (await shown(call)) as [IDataObject, IDataObject];
			expect(String(data)).toMatch(/^id,name\n/);
			expect(note).toMatch(/^This is the beginning of a text of 16000 characters/);
		},
	);

	it.each([CALLS[0], CALLS[2]])('%s %s %j shortens one large record', async (...call) => {
		offer(
			JSON.stringify({
				id: 7,
				name: 'Ada',
				...Object.fromEntries(rows.map((row) => [`f${row.id}`, row.notes])),
			}),
		);
		expect((await shown(call))[0]).toMatchObject({ id: 7, name: 'Ada' });
	});

	it('webhook getAll shortens a long list, as any operation without Output does', async () => {
		const webhooks = rows.map(({ id, name, notes }) => ({
			...{ id: String(id), url: `https://${id}.example`, enabled: true, name, notes },
		}));
		node.venue.faults.on('GET /webhooks', {
			...{ kind: 'answer', status: 200, body: JSON.stringify(webhooks) },
		});
		const jsons = await shown(['webhook', 'getAll', { returnAll: true }]);
		expect(jsons[0]).toMatchObject({ url: 'https://0.example' });
		expect(jsons.map(({ note }) => note).join()).toMatch(/These are the first \d+ of 400/);
		const limited = await shown(['webhook', 'getAll', { limit: 2 }]);
		expect(limited).toHaveLength(3);
		expect(limited[2].note).toBe('These are the first 2 of 400: Limit ends the list.');
		expect((await node.execute(['webhook', 'getAll', { limit: 2 }])).hints).toEqual([]);
	});

	it.each<[string, INodeParameters, number]>([
		['left by the agent', { containsText: "={{ $fromAI('text', '', 'string', '') }}" }, 0],
		['left by the user’s expression', { containsText: '={{ "" }}' }, 1],
	])('is told about an empty filter %s only if that is news', async (_, filters, count) => {
		const since = { modifiedFromDate: '2026-01-01' };
		const text = {
			containsText: String(filters.containsText).replace(/\$fromAI.*\)/, '/*$&*/ ""'),
		};
		const { items } = await asTool('booking', 'getAll', { filters: { ...since, ...text } });
		const notes = items[0].map(({ json }) => String(json.note)).join();
		expect(notes.split('Contains Text is empty').length - 1).toBe(count);
	});

	it('is told which fields exist, if none shows the visit [troubleshooting: No field shows]', async () => {
		const { items } = await asTool('booking', 'getAll', {});
		const notes = items[0].map(({ json }) => json.note).join(' ');
		expect(notes).toMatch(/No field shows the visit\. The fields are: uniqueId, reference, status/);
	});

	it.each<[string, IDataObject[], boolean]>([
		['none is cancelled', [{ uniqueId: 'B1', status: 'Paid', cancelledDate: null }], true],
		['there are none', [], true],
		['the terms name it', [{ uniqueId: 'B1', terms: `${'x'.repeat(30)} cancelled` }], true],
		['a status says so', [{ uniqueId: 'B1', items: [{ state: 'AUTO_CANCELED' }] }], false],
		['a date says so', [{ uniqueId: 'B1', cancelledDate: '2026-01-02' }], false],
		['another one is', [{ uniqueId: 'B2' }, { uniqueId: 'B1', status: 'Cancelled' }], false],
	])(
		'is told that cancelled bookings may be missing, if %s: %# [troubleshooting: No cancelled booking]',
		async (_, bookings, isTold) => {
			const answer = { kind: 'answer', status: 200, body: JSON.stringify(bookings) } as const;
			node.venue.faults.on('GET /bookings', answer);
			const parameters = {
				filters: { modifiedFromDate: '2026-01-01', containsText: 'B2' },
				options: { wholeBookings: 'never' },
			};
			const { items } = await asTool('booking', 'getAll', parameters);
			const told = items[0].map(({ json }) => json.note).join(' ');
			expect(told.includes('the venue may leave them out')).toBe(isTold);
		},
	);

	it('a person is not told so', async () => {
		const { hints } = await node.execute(['booking', 'getAll', {}]);
		expect(hints).toEqual([]);
	});

	const since = { modifiedFromDate: '2020-01-01' };
	const newestFirst = { sort: 'newestFirst' };

	it.each<[string, INodeParameters, INodeParameters, string]>([
		['since a time', since, {}, 'a later time.'],
		['of a text', { containsText: 'B' }, {}, 'a longer text.'],
		[
			'of a text since a time',
			{ containsText: 'B', ...since },
			{},
			'a longer text or a later time.',
		],
		['with the newest first', { containsText: 'B', ...since }, newestFirst, 'a longer text.'],
		['with the newest first and no text', since, newestFirst, 'a longer text.'],
		['of all bookings', {}, {}, 'a longer text or a later time.'],
	])(
		'is told how its tool can ask for the rest of a list %s',
		async (_, filters, options, narrowedBy) => {
			node.venue.bookings.seed(100);
			const asked = { filters, options: { ...options, wholeBookings: 'never' } };
			const { items } = await asTool('booking', 'getAll', asked);
			expect(items[0].at(-1)?.json.note).toMatch(
				new RegExp(`To see the others, ask for less, such as with ${narrowedBy}$`),
			);
		},
	);

	it('is told what to do about a credential that cannot be used', async () => {
		const credential = await node.engine.saveCredential('venuePlatformApi', {
			...node.venue.credentials,
			baseUrl: '',
		});
		const { error } = await node.execute(['booking', 'getAll'], {
			credential,
			node: VenuePlatformTool,
		});
		expect(error?.message).toBe(
			'Base URL is empty. Open the credential of this node, correct Base URL and test it.',
		);
	});

	it('is told how Recover and Check can return less, which have no text', async () => {
		node.venue.bookings.seed(100);
		const url = (number: number) => `https://crm.example/${number}`;
		for (let number = 0; number < 80; number++) {
			node.venue.webhooks.create({ url: url(number), enabled: true, webhooks: {} });
		}
		const lastNote = async (...call: Parameters<typeof asTool>) =>
			(await asTool(...call)).items[0].at(-1)?.json.note;
		const given = { since: '2020-01-01', options: { wholeBookings: 'never' } };
		const recovered = await lastNote('failedMessage', 'recover', given);
		expect(recovered).toMatch(/such as with a later time in Since\.$/);
		const checked = await lastNote('webhook', 'check', {});
		expect(checked).toMatch(/such as with the URL of one webhook\.$/);
	});

	it('a workflow gets all of it', async () => {
		offer(JSON.stringify(rows));
		expect(await node.items('api', 'call', { path: '/customers' })).toEqual(rows);
	});
});
