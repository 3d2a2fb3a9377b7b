import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { foreignPaths } from '../../attacks/paths';
import { CODINGS, halfCompressed } from './support/halfCompressed';
import { ActionNode, byId, itemsOf, MINUTE, SECOND, VenuePlatformTool } from './support/actionNode';

const KEY = 'a-key-of-a-receiver';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const JSON_TYPE = { 'content-type': 'application/json' };

let node: ActionNode;

beforeEach(async () => {
	node = await ActionNode.open();
});
afterEach(async () => await node.close());

const json = (endpoint: string, body: unknown) =>
	node.venue.undocumented.on(endpoint, { headers: JSON_TYPE, body: JSON.stringify(body) });

const call = async (parameters: INodeParameters) => await node.items('api', 'call', parameters);

describe('API → Call', () => {
	it('sends method, path, query parameters, headers and body, and returns the answer [api 1]', async () => {
		json('POST /customers', { id: 7 });
		const body = { name: 'Ada', tags: [1, 2] };
		const options = {
			queryParameters: '{"notify": true, "by": "mail & post"}',
			headers: { 'X-Reason': 'import', 'Accept-Language': 'en' },
			body: JSON.stringify(body),
		};
		expect(await call({ method: 'POST', path: 'customers', options })).toEqual([{ id: 7 }]);
		const [sent] = node.venue.requestsTo('POST /customers');
		expect(sent).toMatchObject({ body, query: { notify: 'true', by: 'mail & post' } });
		expect(sent.headers).toMatchObject({
			accept: 'application/json',
			'accept-language': 'en',
			'content-type': 'application/json',
			'x-reason': 'import',
		});
	});

	it.each<[string, string, (date: string) => INodeParameters]>([
		['api', 'call', (date) => ({ path: '/data/x', options: { queryParameters: date } })],
		['bulkReport', 'query', (date) => ({ path: '/data/x', options: { queryParameters: date } })],
	])(
		'%s %s says why each record comes several times, if the items make no difference',
		async (resource, operation, with_) => {
			json('GET /data/x', [{ id: 7 }]);
			const hintsOf = async (date: string, ...items: IDataObject[]) => {
				const call: [string, string, INodeParameters] = [resource, operation, with_(date)];
				const { hints } = await node.execute(call, { items: itemsOf(...items) });
				return hints.map(({ message }) => message);
			};
			expect(await hintsOf('{"a": 1}', {}, {}, {})).toEqual([
				expect.stringMatching(/each of its 3 items.*each record comes 3 times.*Execute Once/),
			]);
			expect(await hintsOf('{"a": 1}', {})).toEqual([]);
			expect(await hintsOf('={"a": {{ $json.a }}}', { a: 1 }, { a: 2 })).toEqual([]);
		},
	);

	it('sends no body with a GET', async () => {
		json('GET /products/1', { id: 1 });
		const options = { body: '{"a": 1}' };
		expect(await call({ path: '/products/1', options })).toEqual([{ id: 1 }]);
		expect(node.venue.requestsTo('GET /products/1')[0].body).toBe('');
	});

	it.each([200, 204])(
		'takes an answer without a body by what was asked for: %d [api-access: gives no item]',
		async (status) => {
			for (const endpoint of ['GET /x', 'POST /x', 'GET /products', 'POST /giftcards/balance']) {
				node.venue.undocumented.on(endpoint, { status });
			}
			expect(await call({ path: '/x' })).toEqual([]);
			expect(await call({ path: '/x', options: { responseFormat: 'file' } })).toEqual([]);
			expect(await call({ path: '/x', method: 'POST' })).toEqual([{ success: true }]);
			expect(await call({ knownCall: 'getProducts' })).toEqual([]);
			expect(await call({ knownCall: 'getGiftCardBalance', giftCardNumber: '1' })).toEqual([]);
		},
	);

	it.each(['', '[]', '{"products":[]}'])(
		'says why the next steps do not run after nothing: %j [troubleshooting: has nothing in it]',
		async (body) => {
			node.venue.undocumented.on('GET /products', { status: 200 }, () => ({ body }));
			const hintsOf = async (settings?: { node: typeof VenuePlatformTool }) => {
				const parameters = { path: '/products', options: { splitList: true } };
				const { hints } = await node.execute(['api', 'call', parameters], settings);
				return hints.map(({ message }) => message);
			};
			expect(await hintsOf()).toEqual([
				expect.stringMatching(/has nothing in it, .* switch on Always Output Data/),
			]);
			expect(await hintsOf({ node: VenuePlatformTool })).toEqual([]);
		},
	);

	it.each([201, 202])(
		'keeps where to find what was made, if the venue says nothing else: %d',
		async (status) => {
			const headers = { location: '/bookings/BKG-7' };
			node.venue.undocumented.on('POST /x', { status, headers });
			const made = { success: true, location: '/bookings/BKG-7' };
			expect(await call({ path: '/x', method: 'POST' })).toEqual([made]);
		},
	);

	it('reaches the documented endpoints, too', async () => {
		node.venue.bookings.seed(3);
		expect(await call({ path: '/bookings/BKG-000002' })).toEqual([
			node.venue.bookings.find('BKG-000002'),
		]);
		expect(await call({ path: '/bookings' })).toHaveLength(3);
	});

	it.each([false, true])(
		'splits a list inside an object only if Split List is on: %s [api 4.3]',
		async (splitList) => {
			const answer = { items: [{ id: 1 }, { id: 2 }], total: 3 };
			json('GET /products', answer);
			const execution = await node.execute([
				'api',
				'call',
				{ path: '/products', options: { splitList } },
			]);
			const items = execution.items[0].map((item) => item.json);
			expect(items).toEqual(splitList ? answer.items : [answer]);
			expect(execution.hints.map(({ message }) => message)).toEqual([
				expect.stringContaining('the list has more pages'),
			]);
		},
	);

	it.each([true, false])(
		'takes the only page of a venue that counts its pages from 0 for all of it: Split List %s',
		async (splitList) => {
			const page = { number: 0, size: 20, totalPages: 1, totalElements: 2, last: true };
			json('GET /products', { content: [{ id: 1 }, { id: 2 }], ...page });
			const options = { splitList };
			const { hints } = await node.execute(['api', 'call', { path: '/products', options }]);
			expect(hints).toEqual([]);
		},
	);

	it('waits for what the venue is still preparing, instead of returning nothing', async () => {
		let count = 0;
		node.venue.undocumented.on('GET /data/visits', {}, () =>
			++count < 3 ? { status: 202, headers: { 'retry-after': '20' } } : { body: '[{"id": 1}]' },
		);
		expect(await call({ path: '/data/visits' })).toEqual([{ id: 1 }]);
		expect(Date.now() - node.start).toBeGreaterThanOrEqual(40 * SECOND);
	});

	it.each([{}, { allPages: true }])(
		'says if the venue is still preparing it: %j [troubleshooting: is still preparing this]',
		async (options) => {
			node.venue.undocumented.on('GET /data/visits', { status: 202 });
			const parameters = { path: '/data/visits', options };
			const { status, error } = await node.execute(['api', 'call', parameters]);
			expect([status, error?.message]).toEqual(['error', 'The venue is still preparing this']);
		},
	);

	describe.each([
		['api', 'call', '/data/visits'],
		['bulkReport', 'query', '/data/visits'],
	])('%s → %s', (resource, operation, path) => {
		const rows = [{ id: 1 }, { id: 2 }];
		const told = async (headers: Record<string, string>, options: IDataObject = {}) => {
			const answer = { headers: { 'content-type': 'application/json', ...headers } };
			node.venue.undocumented.on(`GET ${path}`, { ...answer, body: JSON.stringify(rows) });
			const { items, hints } = await node.execute([
				resource,
				operation,
				{ path, options } as INodeParameters,
			]);
			return { items: items[0].map(({ json: row }) => row), hints: hints.map((h) => h.message) };
		};

		it.each<Record<string, string>>([
			{ link: '<https://venue.example/data/visits?page=2>; rel="next"' },
			{ 'x-total-count': '900' },
			{ 'x-pagination': '{"TotalPages": 3}' },
			{ 'content-range': 'items 0-1/40' },
		])('tells that a bare list goes on: %j', async (headers) => {
			const { items, hints } = await told(headers);
			expect(items).toEqual(rows);
			expect(hints).toEqual([expect.stringMatching(/^These are not all records: .*All Pages/)]);
		});

		it.each<[Record<string, string>, IDataObject]>([
			[{}, {}],
			[{ 'x-total-count': '2' }, {}],
			[{ 'x-total-count': '900' }, { responseFormat: 'text' }],
			[{ 'x-total-count': '900' }, { responseFormat: 'file' }],
		])('tells nothing else: %j, %j', async (headers, options) => {
			expect((await told(headers, options)).hints).toEqual([]);
		});

		describe.each(['={{ $json.nothing }}', '={{ null }}', '={{ " " }}'])(
			'with an option that gives nothing: %s',
			(nothing) => {
				it.each(['POST', 'PUT', 'DELETE'])('sends no %s', async (method) => {
					const names = [
						...(method === 'DELETE' ? [] : [['body', 'Body']]),
						['queryParameters', 'Query Parameters'],
						...(resource === 'api' ? [['headers', 'Headers']] : []),
					];
					for (const [name, label] of names) {
						const parameters = { path, method, options: { [name]: nothing } };
						const { message } = await node.errorOf(resource, operation, parameters);
						expect(message).toBe(`“${label}” is empty`);
					}
					expect(node.venue.requests).toEqual([]);
				});

				it('asks without it, and tells a person', async () => {
					json(`GET ${path}`, rows);
					const options = { queryParameters: nothing };
					const run = async (settings = {}) =>
						await node.execute([resource, operation, { path, options }], settings);
					const { items, hints } = await run();
					expect(items[0]).toHaveLength(2);
					expect(hints.map(({ message }) => message)).toEqual([
						'Query Parameters is empty, so the venue is asked without it.',
					]);
					expect((await run({ node: VenuePlatformTool })).hints).toEqual([]);
				});
			},
		);

		describe('with a parameter for which an expression gives nothing', () => {
			const options = { queryParameters: '={"customerId": "{{ $json.nothing }}", "page": 1}' };

			it('sends no DELETE', async () => {
				const given = { path, method: 'DELETE', options };
				const { message, description } = await node.errorOf(resource, operation, given);
				expect(message).toBe('“Query Parameters” has nothing in customerId');
				expect(description).toMatch(/gives nothing for this item/);
				expect(node.venue.requests).toEqual([]);
			});

			it('asks with it, and tells a person', async () => {
				json(`GET ${path}`, rows);
				const { hints } = await node.execute([resource, operation, { path, options }]);
				expect(hints).toMatchObject([
					{ message: expect.stringMatching(/^Query Parameters has nothing in customerId, so /) },
				]);
			});

			it('asks with an empty one that was typed', async () => {
				json(`GET ${path}`, rows);
				const typed = { queryParameters: '{"customerId": ""}' };
				const { hints } = await node.execute([resource, operation, { path, options: typed }]);
				expect(hints).toEqual([]);
			});
		});

		it.each(['GET', 'DELETE'])(
			'sends no %s if an expression ends the path with no ID',
			async (method) => {
				const given = { path: `=${path}/{{ $json.nothing }}`, method };
				const { message, description } = await node.errorOf(resource, operation, given);
				expect(message).toBe('“Path” cannot be used: nothing follows its last slash');
				expect(description).toMatch(/gives nothing for this item/);
				expect(node.venue.requests).toEqual([]);
			},
		);

		it('keeps a last slash that was typed', async () => {
			json(`GET ${path}/`, rows);
			await node.execute([resource, operation, { path: `=${path}/` }]);
			expect(node.venue.requestsTo(`GET ${path}/`)).toHaveLength(1);
		});

		it('sends no body if the user has emptied Body', async () => {
			json(`POST ${path}`, { id: 1 });
			const parameters = { path, method: 'POST', options: { body: '' } };
			expect(await node.items(resource, operation, parameters)).toEqual([{ id: 1 }]);
			expect(node.venue.requestsTo(`POST ${path}`)[0].body).toBe('');
		});

		it.each<[IDataObject, IDataObject[]]>([
			[{}, []],
			[{ responseFormat: 'json' }, []],
			[{ allPages: true }, []],
			[{ dateRange: { from: '2026-06-01', to: '2026-06-02' } }, []],
			[{ responseFormat: 'text' }, [{ data: 'null' }]],
		])('takes null for nothing that was found: %j', async (options, items) => {
			json(`GET ${path}`, null);
			const parameters = { path, options } as INodeParameters;
			expect(await node.items(resource, operation, parameters)).toEqual(items);
		});

		it('takes null for the success of a request that changes something', async () => {
			json(`POST ${path}`, null);
			const parameters = { path, method: 'POST' };
			expect(await node.items(resource, operation, parameters)).toEqual([{ success: true }]);
		});
	});

	it('says that there was no list to split', async () => {
		json('GET /venue', { name: 'Harbor' });
		const parameters = { path: '/venue', options: { splitList: true } };
		const { items, hints } = await node.execute(['api', 'call', parameters]);
		expect(items[0].map((item) => item.json)).toEqual([{ name: 'Harbor' }]);
		expect(hints[0].message).toContain('No list was found');
	});

	it('names the scope that the user entered if it is missing', async () => {
		node.venue.undocumented.on('GET /customers', { scope: 'Customer_Get' });
		const parameters = { path: '/customers', options: { scope: ' Customer_Get ' } };
		const { message } = await node.errorOf('api', 'call', parameters);
		expect(message).toBe('These credentials do not have the scope “Customer_Get”');
	});

	it.each([
		[404, 'The venue has nothing at the address in Path', 'Compare Path'],
		[405, 'The venue does not take this request at the address in Path', 'Compare Method, Path'],
		[302, 'The venue’s address sends requests on to another address', 'HTTP Request'],
		[500, 'The venue could not handle this request', 'Try again'],
	])('explains status %d in terms of the fields of its panel', async (status, message, advice) => {
		node.venue.undocumented.on('GET /x', { status, headers: { location: '/y' } });
		const told = await node.errorOf('api', 'call', { path: '/x' });
		expect(told.message).toBe(message);
		expect(told.description).toContain(advice);
	});

	it.each([301, 302, 303, 307, 308])(
		'does not say that nothing was done after status %d to a change [troubleshooting: does not show whether this was done]',
		async (status) => {
			node.venue.undocumented.on('POST /x', { status, headers: { location: '/y' } });
			const told = await node.errorOf('api', 'call', { path: '/x', method: 'POST' });
			expect(told.message).toBe('The venue’s answer does not show whether this was done');
			expect(told.description).toMatch(/may have carried out .* Check at the venue .* again\./);
			expect(told.description).toMatch(/If it was not, correct Base URL in the credential or Path/);
			expect(told.description).not.toContain('HTTP Request');
			expect(node.venue.count('POST /x')).toBe(1);
		},
	);

	it.each<[string, INodeParameters]>([
		['Method', { method: 'TRACE' }],
		['Response Format', { options: { responseFormat: 'pdf' } }],
		['Headers', { options: { headers: '["a"]' } }],
		['Body', { method: 'POST', options: { body: 'a' } }],
		['Query Parameters', { options: { queryParameters: '[1]' } }],
		['Split List', { options: { splitList: 'perhaps' } }],
		['Path', { path: '={{ "" }}' }],
		['Path', { path: '=/customers/{{ ({ id: 7 }) }}' }],
		['Body', { method: 'PUT', options: { body: '={"id": {{ "9007199254740993" }}}' } }],
		['Query Parameters', { options: { queryParameters: '={"ids": [{{ 2 ** 60 }}]}' } }],
	])('names the field that it cannot read: %s', async (label, parameters) => {
		const given = { path: '/customers', ...parameters };
		const { message, description } = await node.errorOf('api', 'call', given);
		expect(message).toContain(`“${label}”`);
		expect(description).not.toBe('');
		expect(node.venue.requests).toEqual([]);
	});

	it.each([
		'Authorization',
		'accept',
		'HOST',
		'Content-Type',
		'Content-Length',
		'Transfer-Encoding',
		'Cookie',
		'X-Credential-Test',
		'X-HTTP-Method-Override',
		'X-Original-URL',
		'X-Rewrite-URL',
		'X-Forwarded-Host',
		'Proxy-Authorization',
		'a b',
		'',
	])('does not send the header %j', async (name) => {
		const options = { headers: JSON.stringify({ [name]: 'x' }) };
		const { message } = await node.errorOf('api', 'call', { path: '/customers', options });
		expect(message).toMatch(/^“Headers” cannot be used: /);
		expect(node.venue.requests).toEqual([]);
	});

	it.each([
		['x\r\nHost: evil.test', 'no header can have'],
		['x\u0000', 'no header can have'],
		['ł', 'no header can have'],
		[{ a: 1 }, 'is not a text'],
		[null, 'is not a text'],
	])('does not send a header with the value %j', async (value, why) => {
		const options = { headers: JSON.stringify({ 'X-Reason': value }) };
		const { message } = await node.errorOf('api', 'call', { path: '/customers', options });
		expect(message).toMatch(/^“Headers” cannot be used: /);
		expect(message).toContain(why);
		expect(node.venue.requests).toEqual([]);
	});
});

describe('a path that could lead elsewhere', () => {
	it.each(foreignPaths)('%j is not sent [security: path outside]', async (path) => {
		const { message } = await node.errorOf('api', 'call', { path });
		expect(message).toMatch(/^“Path” cannot be used: /);
		expect(node.venue.requests).toEqual([]);
	});

	it('is not sent if it comes from an expression [api-access: another host or to /token]', async () => {
		const parameters = { path: '={{ $json.path }}', method: '={{ $json.method }}' };
		const items = itemsOf(
			...foreignPaths.map((path) => ({ path, method: 'POST' })),
			{ path: ['/bookings'], method: 'GET' },
			{ path: null, method: 'GET' },
		);
		const { items: results } = await node.execute(['api', 'call', parameters], {
			items,
			onError: 'continueRegularOutput',
		});
		for (const { json: result } of results[0]) {
			expect(result.error).toMatch(/^“Path” cannot be used: /);
		}
		expect(node.venue.requests).toEqual([]);
	});
});

describe.each<[string, string, string]>([
	['api', 'call', '/files/visits'],
	['bulkReport', 'query', '/data/visits'],
])('the answer to %s %s', (resource, operation, path) => {
	const sheet = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256));
	const run = async (options: INodeParameters = {}) => {
		const { items, status, error } = await node.execute([resource, operation, { path, options }]);
		if (status !== 'success') throw error ?? new Error(status);
		return items[0];
	};
	const answerWith = (type: string, body: string | Uint8Array, disposition = '') =>
		node.venue.undocumented.on(`GET ${path}`, {
			headers: { 'content-type': type, 'content-disposition': disposition },
			body,
		});
	const bytesOf = (data = '') => Buffer.from(data, 'base64');
	const requests = () => node.venue.requestsTo(`GET ${path}`);

	it('arrives byte for byte if it is an .xlsx, with one request [api 4.2]', async () => {
		answerWith(SHEET, sheet, 'attachment; filename="visits.xlsx"');
		const [{ json: told, binary }] = await run({ includeVenue: true });
		expect(told).toEqual({
			fileName: 'visits.xlsx',
			mimeType: SHEET,
			fileSize: sheet.length,
			venue: node.credential.name,
		});
		expect(binary?.data).toMatchObject({ fileName: 'visits.xlsx', mimeType: SHEET });
		expect(Buffer.compare(bytesOf(binary?.data.data), sheet)).toBe(0);
		expect(requests()).toHaveLength(1);
	});

	it('has a name that a computer can open, if the venue names no file', async () => {
		answerWith(SHEET, sheet);
		const [{ json: told, binary }] = await run();
		expect([told.fileName, binary?.data.fileName]).toEqual(['visits.xlsx', 'visits.xlsx']);
		answerWith('application/octet-stream', sheet);
		expect((await run())[0].binary?.data.fileName).toBe('visits');
	});

	it('becomes one item for each line if it is JSON Lines, with one request', async () => {
		const lines = Array.from({ length: 2_000 }, (_, id) => ({ id, note: 'a\nb ü' }));
		answerWith('application/x-ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
		expect((await run()).map((item) => item.json)).toEqual(lines);
		expect(requests()).toHaveLength(1);
	});

	it('arrives complete if it is a CSV that starts with [, with one request', async () => {
		const csv = `[id],name\n${'1,"Zoë, [x]"\n'.repeat(5_000)}`;
		answerWith('text/csv; charset=utf-8', csv);
		expect((await run()).map((item) => item.json)).toEqual([{ data: csv }]);
		expect(requests()).toHaveLength(1);
	});

	it('is read as Response Format says, whatever type the venue declares', async () => {
		answerWith('text/html', '[{"id":1},{"id":2}]');
		expect((await run({ responseFormat: 'json' })).map((item) => item.json)).toEqual([
			{ id: 1 },
			{ id: 2 },
		]);
		expect((await run({ responseFormat: 'text' }))[0].json.data).toBe('[{"id":1},{"id":2}]');
		const [{ binary }] = await run({ responseFormat: 'FILE', binaryProperty: 'report' });
		expect(bytesOf(binary?.report.data).toString()).toBe('[{"id":1},{"id":2}]');
	});

	it('is reported if it is not JSON, with one request', async () => {
		answerWith('text/csv', 'id,name');
		const options = { responseFormat: 'json' };
		const told = await node.errorOf(resource, operation, { path, options });
		expect(told.message).toBe('The venue’s answer is not JSON');
		expect(told.description).toContain('Response Format');
		expect(requests()).toHaveLength(1);
	});

	it.each([false, true])(
		'is requested again if it breaks off (in chunks: %s)',
		async (isChunked) => {
			for (const type of [SHEET, 'text/csv']) {
				answerWith(type, sheet);
				node.venue.faults.on(`GET ${path}`, { kind: 'truncatedBody', isChunked }, { times: 1 });
				const [{ json: file }] = await run({ responseFormat: 'file' });
				expect(file.fileSize).toBe(sheet.length);
			}
			expect(requests()).toHaveLength(4);
		},
	);

	it('is explained by the fields of the panel if it breaks off', async () => {
		answerWith('application/json', '{"a":');
		const { description } = await node.errorOf(resource, operation, { path });
		expect(description).toContain('Response Format');
	});

	it.each(CODINGS)(
		'is never asked for in a form that may lose its end unseen: %s',
		async (name) => {
			const csv = `id,name\n${'1,"Zoë"\n'.repeat(5_000)}`;
			const list = Array.from({ length: 2_000 }, (_, id) => ({ id, note: `n${id}` }));
			const answersWith = (type: string, body: string) =>
				node.venue.undocumented.on(`GET ${path}`, {}, ({ headers }) =>
					halfCompressed(name, String(headers['accept-encoding']), type, body),
				);
			answersWith('text/csv', csv);
			expect((await run()).map((item) => item.json)).toEqual([{ data: csv }]);
			expect((await run({ responseFormat: 'text' }))[0].json.data).toBe(csv);
			const [{ binary }] = await run({ responseFormat: 'file' });
			expect(bytesOf(binary?.data.data).toString()).toBe(csv);
			answersWith('application/json', JSON.stringify(list));
			expect((await run()).map((item) => item.json)).toEqual(list);
			expect(requests()).toHaveLength(4);
		},
	);

	it('is abandoned if it is larger than n8n can take in', async () => {
		answerWith(SHEET, '');
		const endless = { kind: 'endless', goesOn: 'x'.repeat(2 ** 16) } as const;
		node.venue.faults.on(`GET ${path}`, endless);
		const told = await node.errorOf(resource, operation, { path });
		expect(told.message).toContain('larger than n8n can take in');
		expect(told.description).toContain('Query Parameters');
		expect(requests()).toHaveLength(1);
	});
});

describe('the keys of webhooks', () => {
	const stored = () =>
		node.venue.webhooks.create({
			url: 'https://receiver.example/one',
			enabled: true,
			authentication: { apiKey: KEY },
			webhooks: { booking: { events: ['Created'] } },
		});

	it.each(['plain', 'nested', 'paged', 'terse', 'wrapped'] as const)(
		'are hidden in every form of answer (“%s”) [api-access: answers from /webhooks] [security: masked there]',
		async (name) => {
			await node.close();
			node = await ActionNode.open(
				name === 'wrapped'
					? { profile: 'nested', variations: { list: 'dataAndTotal' } }
					: { profile: name },
			);
			stored();
			stored();
			const shown = [
				...(await call({ path: '/webhooks' })),
				...(await call({ path: '/%77ebhooks', options: { splitList: true } })),
			];
			expect(JSON.stringify(shown)).toContain('receiver.example/one');
			expect(JSON.stringify(shown)).not.toContain(KEY);
			if (name !== 'terse') expect(JSON.stringify(shown)).toContain('•••');
			const body = { url: 'https://other.example', enabled: true, authentication: { apiKey: KEY } };
			const options = { body: { ...body, webhooks: { ticket: { events: ['Created'] } } } };
			const written = [
				...(await call({ method: 'POST', path: '/webhooks', options })),
				...(await call({ method: 'PUT', path: '/webhooks/1001', options })),
			];
			expect(JSON.stringify(written)).not.toContain(KEY);
		},
	);

	it('are hidden at addresses that the document does not show, and in text', async () => {
		json('GET /webhooks/7', { url: 'https://a.example', settings: [{ apiKey: KEY }] });
		expect(await call({ path: '/webhooks/7' })).toEqual([
			{ url: 'https://a.example', settings: [{ apiKey: '•••' }] },
		]);
		const text = { headers: { 'content-type': 'text/plain' }, body: `Taken: ${KEY}` };
		node.venue.undocumented.on('POST /webhooks/7/test', text);
		const options = { body: { apiKey: KEY } };
		expect(await call({ method: 'POST', path: '/webhooks/7/test', options })).toEqual([
			{ data: 'Taken: •••' },
		]);
		node.venue.undocumented.on('GET /webhooks/8', { ...text, body: `<key>${KEY}</key>` });
		const { message } = await node.errorOf('api', 'call', { path: '/webhooks/8' });
		expect(message).toBe('The venue’s answer is not JSON');
	});

	it.each(['text', 'file'])('are not requested as %s', async (responseFormat) => {
		const parameters = { path: '/Webhooks', options: { responseFormat } };
		const { message } = await node.errorOf('api', 'call', parameters);
		expect(message).toContain('“Response Format” has to be Automatic or JSON');
		expect(node.venue.requests).toEqual([]);
	});

	it('are not looked for in failed messages, which stay as they are', async () => {
		node.venue.messages.addFailed({ attempts: 2 });
		expect(await call({ path: '/webhooks/messages/failed' })).toEqual(node.venue.failedMessages);
	});
});

describe.each<[string, string, string]>([
	['api', 'call', '/customers'],
	['bulkReport', 'query', '/data/visits'],
])('%s %s as a tool of an AI agent', (resource, operation, path) => {
	const run = async (method: string | undefined, asTool = true) => {
		json('POST /customers', { id: 7 });
		json('GET /customers', { id: 7 });
		const parameters = { path, ...(method === undefined ? {} : { method }) };
		const settings = asTool ? { node: VenuePlatformTool } : {};
		return await node.execute([resource, operation, parameters], settings);
	};

	it.each(['={{ "POST" }}', '={{ "delete" }}', '=PUT'])(
		'sends nothing if its method is not fixed: %s [agents: agent only reads] [troubleshooting: has to be GET]',
		async (method) => {
			const { status, error } = await run(method);
			expect(status).toBe('error');
			expect(error?.message).toContain('“Method” has to be GET');
			expect(node.venue.requests).toEqual([]);
		},
	);

	it.each([undefined, 'GET', 'POST', '={{ "get" }}'])('sends %s', async (method) => {
		expect((await run(method)).status).toBe('success');
	});

	it('does not restrict a workflow', async () => {
		expect((await run('={{ "POST" }}', false)).status).toBe('success');
	});
});

describe('the limits of the venue', () => {
	it.each([
		['a 429', '45', { status: 429, body: 'Too many requests' }],
		['a 503', '30', { status: 503, body: 'Back soon' }],
	])(
		'%s with Retry-After is waited for, also for a POST and a PUT',
		async (_, seconds, refusal) => {
			for (const method of ['GET', 'POST', 'PUT']) {
				json(`${method} /customers`, { id: 7 });
				const fault = { kind: 'answer', ...refusal, headers: { 'retry-after': seconds } } as const;
				node.venue.faults.on(`${method} /customers`, fault, { times: 1 });
				const begin = Date.now();
				expect(await call({ method, path: '/customers' })).toEqual([{ id: 7 }]);
				expect(Date.now() - begin).toBeGreaterThanOrEqual(Number(seconds) * SECOND);
				expect(node.venue.count(`${method} /customers`)).toBe(2);
			}
		},
	);

	it.each([
		['GET', 2],
		['PUT', 1],
		['POST', 1],
		['PATCH', 1],
		['DELETE', 1],
	])(
		'%s is sent %d times if the connection breaks off [api-access: by PUT as well]',
		async (method, times) => {
			json(`${method} /customers`, { id: 7 });
			node.venue.faults.on(`${method} /customers`, { kind: 'resetAfterRead' }, { times: 1 });
			const { status, error } = await node.execute(['api', 'call', { method, path: '/customers' }]);
			expect(node.venue.count(`${method} /customers`)).toBe(times);
			expect(status).toBe(times === 2 ? 'success' : 'error');
			if (times === 1) expect(error?.description).toContain('so it was not sent again');
		},
	);

	it('for the Data API apply in every operation and for every spelling of the path', async () => {
		const items = itemsOf(...Array.from({ length: 40 }, () => ({})));
		node.venue.undocumented.on('GET /DATA/visits', {});
		for (const path of ['/data/visits', '/d%61ta/visits', '/DATA/visits']) {
			const begin = Date.now();
			const { status } = await node.execute(['api', 'call', { path }], { items });
			expect(status).toBe('success');
			expect(Date.now() - begin).toBeGreaterThan(10 * SECOND);
			jest.setSystemTime(Date.now() + 2 * MINUTE);
		}
		expect(node.venue.requests.filter(({ status }) => status === 429)).toEqual([]);
	});

	it('for an export are shared with Bulk Report → Request', async () => {
		const body = { dataSet: 'visits' };
		await node.items('bulkReport', 'request', { body });
		const parameters = { method: 'POST', path: '/Reporting/bulk/', options: { body } };
		const { message } = await node.errorOf('api', 'call', parameters);
		expect(message).toMatch(/accepts this request again from/);
		expect(node.venue.count('POST /reporting/bulk')).toBe(1);
	});

	it('apply to API → Call and Booking → Get together: 600 a minute, and no 429 [api 8 REST API] [api-access: rate limit, wait]', async () => {
		const count = 350;
		node.venue.bookings.seed(1);
		json('GET /customers/1', { id: 1 });
		const items = itemsOf(...Array.from({ length: count }, () => ({})));
		const running = await Promise.all([
			node.begin(['api', 'call', { path: '/customers/1' }], { items }),
			node.begin(['booking', 'get', { bookingId: byId('BKG-000001') }], { items }),
		]);
		const ended = await node.whileTimeMoves(
			Promise.all(running.map(async ({ done }) => await done)),
		);
		expect(ended.map(({ status }) => status)).toEqual(['success', 'success']);
		const sent = node.venue.requests.filter(({ path }) => path !== '/token');
		expect(sent).toHaveLength(2 * count);
		expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
		const minutes = (sent[sent.length - 1].at - sent[0].at) / MINUTE;
		expect((2 * count) / minutes).toBeGreaterThanOrEqual(0.97 * 600);
		const calls = sent.slice(0, count).filter(({ path }) => path === '/customers/1') as object[];
		expect(calls.length).toBeGreaterThan(count / 4);
		expect(calls.length).toBeLessThan((count * 3) / 4);
	});

	it.each([
		['POST', 1, 'The item before this one was carried out. Leave it out when you run this again'],
		['POST', 2, 'The 2 items before this one were carried out. Leave them out when you run'],
		['POST', 0, undefined],
		['GET', 2, undefined],
	])('for %s, after %d items: the message says what was done', async (method, before, said) => {
		json(`${method} /customers`, {});
		const full = { kind: 'answer', status: 409, body: '{"errors":[{"message":"Full"}]}' } as const;
		node.venue.faults.on(`${method} /customers`, full, { after: before });
		const items = itemsOf({}, {}, {}, {});
		const { error } = await node.execute(['api', 'call', { method, path: '/customers' }], {
			items,
		});
		expect(error?.message).toContain('Full');
		if (said === undefined) expect(error?.description).not.toContain('carried out');
		else {
			expect(error?.description).toContain(said);
			expect(error?.description).toContain('Retry execution does all of them again');
		}
	});

	it('are counted in the message by what was done, if the node continued after a refusal', async () => {
		json('POST /customers', {});
		const answers: Array<[after: number, status: number, headers: Record<string, string>]> = [
			[0, 409, {}],
			[3, 429, { 'retry-after': '200' }],
		];
		for (const [after, status, headers] of answers) {
			const fault = { kind: 'answer', status, headers } as const;
			node.venue.faults.on('POST /customers', fault, { after, times: 1 });
		}
		const running = await node.begin(['api', 'call', { method: 'POST', path: '/customers' }], {
			items: itemsOf({}, {}, {}, {}, {}),
			onError: 'continueRegularOutput',
		});
		setTimeout(() => running.cancel(), MINUTE);
		const { status, error } = await node.whileTimeMoves(running.done);
		expect(status).toBe('canceled');
		expect(error?.description).toContain(
			'3 of the 4 items before this one were carried out. Check at the venue which, and leave them',
		);
	});

	it('keep items that change something in order', async () => {
		json('POST /customers', {});
		const items = itemsOf(...Array.from({ length: 20 }, (_, nth) => ({ nth }) as IDataObject));
		node.venue.setLatency(200);
		const options = { body: '={{ { nth: $json.nth } }}' };
		await node.execute(['api', 'call', { method: 'POST', path: '/customers', options }], { items });
		const sent = node.venue.requestsTo('POST /customers');
		expect(sent.map(({ body }) => body)).toEqual(items.map((item) => item.json));
		// Each is sent after the one before was answered.
		const pauses = sent.slice(1).map(({ at }, nth) => at - sent[nth].at);
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200);
	});
});
