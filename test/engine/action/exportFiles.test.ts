import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CODINGS, halfCompressed } from './support/halfCompressed';
import { ActionNode, itemsOf, MINUTE, SECOND, VenuePlatformTool } from './support/actionNode';

type Serve = (response: ServerResponse, request: IncomingMessage) => void;

/** A file store as it stands beside a venue's API. */
class FileStore {
	readonly requests: IncomingMessage[] = [];
	readonly files = new Map<string, Serve>();
	private readonly server: Server = createServer((request, response) => {
		this.requests.push(request);
		const path = String(request.url).split('?')[0];
		this.files.get(path)?.(response, request);
	});

	async open(): Promise<void> {
		await new Promise<void>((opened) => this.server.listen(0, '127.0.0.1', opened));
	}

	put(path: string, body: string | Buffer, type = 'application/octet-stream'): string {
		this.files.set(path, (response) => response.setHeader('content-type', type).end(body));
		return this.addressOf(path);
	}

	addressOf(path: string): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}${path}?signature=s3cr3t`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}

let node: ActionNode;
let store: FileStore;

beforeEach(async () => {
	node = await ActionNode.open();
	store = new FileStore();
	await store.open();
});
afterEach(async () => {
	await store.close();
	await node.close();
});

const event = (preSignedUrls: unknown) => ({
	type: 'BulkExport',
	eventType: 'Created',
	data: { venueId: 7, exportType: 'BookingItems', preSignedUrls },
});

async function getFiles(json: object, parameters: INodeParameters = {}) {
	const call: [string, string, INodeParameters] = ['bulkReport', 'getFiles', parameters];
	return await node.execute(call, { items: itemsOf(json as never) });
}

async function refusal(json: object) {
	const { status, error } = await getFiles(json);
	expect(status).toBe('error');
	const text = `${error?.message} ${error?.description}`;
	expect(text).not.toContain('s3cr3t');
	return text;
}

describe('Bulk Report: Get Files', () => {
	it('returns an item for each record of all files, in order, and never sends the token [api-access: file store]', async () => {
		const rows = (from: number) =>
			Array.from({ length: 300 }, (_, index) => ({ id: from + index }));
		const urls = [
			store.put('/1.json', JSON.stringify(rows(0)), 'application/json'),
			store.put(
				'/2.json',
				rows(300)
					.map((row) => JSON.stringify(row))
					.join('\n'),
			),
			store.put(
				'/3.ndjson',
				rows(600)
					.map((row) => JSON.stringify(row))
					.join('\n'),
				'text/plain',
			),
			store.put('/4.json', '[]'),
			store.put('/5.json', ''),
		];
		// The token is known by then.
		await node.items('booking', 'getAll', {});
		const { items } = await getFiles(event(urls));
		expect(items[0].map(({ json }) => json)).toEqual(rows(0).concat(rows(300), rows(600)));
		expect(store.requests).toHaveLength(5);
		for (const { headers, url } of store.requests) {
			expect(headers.authorization).toBeUndefined();
			expect(Object.values(headers).join()).not.toMatch(/bearer/i);
			expect(url).toContain('?signature=s3cr3t');
		}
		expect(node.venue.requestsTo('POST /token')).toHaveLength(1);
	});

	it('returns a record that has lists of its own as one item', async () => {
		const row = { bookingItemId: 1, tickets: [{ id: 'T-1' }, { id: 'T-2' }] };
		const { items } = await getFiles(event([store.put('/1.json', JSON.stringify(row))]));
		expect(items[0].map(({ json }) => json)).toEqual([row]);
	});

	const RECORDS = [{ id: 1 }, { id: 2, items: [{ id: 3 }] }];

	it.each<[string, unknown]>([
		['a usual name', { items: RECORDS }],
		['a name of its own', { bookingItems: RECORDS }],
		['a count', { data: RECORDS, totalItems: 2, pageSize: 100, next: null }],
		['pages', { currentPage: 1, totalPages: 1, items: RECORDS, _links: { self: '/1' } }],
		['another object', { result: { meta: { count: 2 }, records: RECORDS } }],
		['a total', { total: 2, bookingItems: RECORDS }],
		['a number of pages', { number: 0, totalPages: 1, bookingItems: RECORDS }],
	])('returns the records of a file that has them in an object, with %s', async (_, body) => {
		const { items, hints } = await getFiles(event([store.put('/1.json', JSON.stringify(body))]));
		expect(items[0].map(({ json }) => json)).toEqual(RECORDS);
		expect(hints).toEqual([]);
	});

	it.each<[string, object]>([
		['a total', { total: 900, records: RECORDS }],
		['pages', { currentPage: 1, totalPages: 3, items: RECORDS }],
		['a next page', { items: RECORDS, next: 'https://files.example/2.json' }],
	])(
		'says if a file says that there are more records than it has, by %s [troubleshooting: says that there are more records than it has]',
		async (_, body) => {
			const page = store.put('/1.json', JSON.stringify(body));
			const { items, hints } = await getFiles(event([page]));
			expect(items[0].map(({ json }) => json)).toEqual(RECORDS);
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching('^The file “1.json” says that there are more records than it has'),
			]);
			// Each file may be a page.
			const pages = [page, store.put('/2.json', '[{"id": 9}]')];
			expect((await getFiles(event(pages))).hints).toEqual([]);
		},
	);

	it.each([
		'null',
		' null\n',
		'[]',
		'[]\n[]',
		'{}',
		'{"items": []}',
		'{"data": {"results": [], "total": 0}}',
	])('returns nothing for a file with %j', async (body) => {
		const urls = [
			store.put('/1.json', body, 'application/json'),
			store.put('/2.json', '[{"a":1}]'),
		];
		expect((await getFiles(event(urls))).items[0].map(({ json }) => json)).toEqual([{ a: 1 }]);
	});

	it.each(['"text"', '5', 'false'])('says that %s is no list of records', async (body) => {
		const url = store.put('/1.json', body, 'application/json');
		expect(await refusal(event([url]))).toMatch(/“1.json” is not a list .* turn off Split Records/);
	});

	it.each([
		{ success: false, message: 'The link has expired' },
		{ error: 'The export could not be read', data: [] },
	])('takes no refusal for a record: %j', async (body) => {
		const url = store.put('/1.json', JSON.stringify(body), 'application/json');
		expect(await refusal(event([url]))).toMatch(/“1.json” is not a list .* turn off Split Records/);
	});

	it('returns a record with items as one item, and says how to split them [troubleshooting: has one record]', async () => {
		const booking = { uniqueId: 'B-1', total: 5, items: [{ id: 1 }, { id: 2 }] };
		const bodies = [`${JSON.stringify(booking)}\n`, JSON.stringify(booking, null, 2)];
		for (const body of bodies) {
			const { items, hints } = await getFiles(event([store.put('/1.json', body)]));
			expect(items[0].map(({ json }) => json)).toEqual([booking]);
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/“1.json” has one .* “items”, split this field/),
			]);
		}
		const url = store.put('/1.json', `${JSON.stringify(booking)}\n`, 'application/x-ndjson');
		const { items, hints } = await getFiles(event([url]));
		expect([items[0].map(({ json }) => json), hints]).toEqual([[booking], []]);
	});

	it.each<IDataObject>([
		{ number: 5, tickets: [{ id: 1 }] },
		{ total: 40, payments: [{ id: 1 }] },
		{ size: 2, guests: [{ id: 1 }, { id: 2 }] },
		{ done: true, tasks: [{ id: 1 }] },
	])('takes a record with a number and a list for one record: %j', async (record) => {
		const body = JSON.stringify(record);
		const { items, hints } = await getFiles(event([store.put('/1.json', body)]));
		expect(items[0].map(({ json }) => json)).toEqual([record]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(`“${Object.keys(record)[1]}”, split this field`),
		]);
	});

	it.each(['application/json', 'application/x-ndjson'])(
		'returns the records of a file with a list on each line, as %s',
		async (type) => {
			const lines = [[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]];
			const body = lines.map((line) => JSON.stringify(line)).join('\n');
			const { items } = await getFiles(event([store.put('/1.json', body, type)]));
			expect(items[0].map(({ json }) => json)).toEqual(lines.flat());
			const [line] = lines;
			const one = await getFiles(event([store.put('/1.json', JSON.stringify(line), type)]));
			expect(one.items[0].map(({ json }) => json)).toEqual(line);
		},
	);

	it('keeps rows of values as they are', async () => {
		const rows = [['id', 'name'], [1, 'Ada'], []];
		const { items } = await getFiles(event([store.put('/1.json', JSON.stringify(rows))]));
		expect(items[0].map(({ json }) => json.data)).toEqual(rows);
	});

	it('returns one file per item if Split Records is off', async () => {
		const bytes = Buffer.from([1, 2, 250, 0, 10]);
		const urls = [
			store.put('/a/sales.xlsx', bytes),
			store.put('/b.json', '[]', 'application/json'),
		];
		const options = { splitRecords: false, binaryProperty: 'report' };
		const { items } = await getFiles(event(urls), { options });
		expect(items[0].map(({ json }) => json)).toEqual([
			{ fileName: 'sales.xlsx', mimeType: 'application/octet-stream', fileSize: 5 },
			{ fileName: 'b.json', mimeType: 'application/json', fileSize: 2 },
		]);
		expect(Buffer.from(items[0][0].binary?.report.data ?? '', 'base64')).toEqual(bytes);
	});

	it('tells files of one name apart, because a later step would overwrite them', async () => {
		const names = [
			'/a/May.json',
			'/b/May.json',
			'/a/May%20(2).json',
			'/c/May.json',
			'/a/x',
			'/b/x',
		];
		const urls = names.map((name) => store.put(name, `["${name}"]`));
		const { items } = await getFiles(event(urls), { options: { splitRecords: false } });
		const fetched = items[0].map(({ json, binary }) => {
			expect(binary?.data.fileName).toBe(json.fileName);
			return [json.fileName, Buffer.from(binary?.data.data ?? '', 'base64').toString()];
		});
		expect(fetched).toEqual([
			['May.json', '["/a/May.json"]'],
			['May (2).json', '["/b/May.json"]'],
			['May (2) (2).json', '["/a/May%20(2).json"]'],
			['May (3).json', '["/c/May.json"]'],
			['x', '["/a/x"]'],
			['x (2)', '["/b/x"]'],
		]);
	});

	it('returns nothing for an event without files, and says so [troubleshooting: so no item comes from it]', async () => {
		const asFile = { options: { splitRecords: false } };
		const empty = store.put('/1.json', '[]');
		const without = [
			[event([]), {}, 'The list of the files'],
			[event(null), asFile, 'The list of the files'],
			[event('anything'), { addresses: [] }, 'The list of the files'],
			[event([empty, empty]), {}, 'This export'],
		] as const;
		for (const [json, parameters, what] of without) {
			const { items, hints } = await getFiles(json, parameters as never);
			expect(items[0]).toEqual([]);
			const told = hints.map(({ message }) => message);
			expect(told).toEqual([
				expect.stringMatching(
					`^${what} has nothing in it, so no item comes from it. .*Always Output`,
				),
			]);
		}
		const some = await getFiles(event([empty, store.put('/2.json', '[{"id": 1}]')]));
		expect(some.hints).toEqual([]);
	});

	it.each<[string, (url: string) => object]>([
		['an event with another name for its list', (url) => ({ data: { files: [url], tags: ['a'] } })],
		['a list further inside', (url) => ({ data: { result: { links: [url] }, parts: [] } })],
		['a stored row', (url) => ({ processId: 'p', preSignedUrls: [url] })],
	])(
		'finds the addresses in %s [api-access: several events] [security: takes addresses]',
		async (_, json) => {
			const { items } = await getFiles(json(store.put('/1.json', '[{"id": 1}]')));
			expect(items[0].map((item) => item.json)).toEqual([{ id: 1 }]);
		},
	);

	it('takes no address from free text, and does not choose between two lists [troubleshooting: which addresses are those of its files]', async () => {
		const url = store.put('/1.json', '[]');
		for (const data of [{ comments: url }, { a: [url], b: [url] }, { notes: [`see ${url}`] }]) {
			expect(await refusal({ data })).toMatch(/^This item does not show which addresses/);
		}
		expect(store.requests).toEqual([]);
	});

	it('takes what Addresses holds: one, several lines, or a list', async () => {
		const one = store.put('/1.json', '[{"id": 1}]');
		const two = store.put('/2.json', '[{"id": 2}]');
		const ids = async (addresses: unknown) =>
			(await getFiles({ one, list: [one, two] }, { addresses: addresses as string })).items[0].map(
				({ json }) => json.id,
			);
		expect(await ids('={{ $json.one }}')).toEqual([1]);
		expect(await ids(`${two}\n${one}`)).toEqual([2, 1]);
		expect(await ids('={{ $json.list }}')).toEqual([1, 2]);
		expect(await ids(JSON.stringify([two]))).toEqual([2]);
		// A blank behind the expression, and n8n puts a list into a text with commas.
		expect(await ids('={{ $json.list }} ')).toEqual([1, 2]);
		expect(await ids(`${two}, ${one}`)).toEqual([2, 1]);
	});

	it.each([
		'https://user:secret@files.example.com/1.json',
		'http://files.example.com/1.json',
		'https://files.example.com:8443/1.json',
		'ftp://files.example.com/1.json',
		'file:///etc/passwd',
		'data:text/plain,x',
		'//files.example.com/1.json',
		'x',
		'https://10.0.0.1/1.json',
		'https://192.168.1.1/1.json',
		'https://169.254.169.254/latest/meta-data',
		'https://2852039166/latest/meta-data',
		'https://0xa9fea9fe/',
		'https://[::ffff:169.254.169.254]/',
		'https://[fd00::1]/1.json',
		'https://0/1.json',
		'https://127.1/1.json?',
	])(
		'refuses %s before anything is fetched [security: port 443] [troubleshooting: of the files cannot be used]',
		async (address) => {
			const good = store.put('/1.json', '[{"id": 1}]');
			await node.engine.updateCredential(node.credential, {
				baseUrl: 'https://venue.example',
			});
			expect(await refusal(event([address]))).toMatch(/address/i);
			expect(await refusal(event([good]))).toMatch(/^Address 1 of the files cannot be used/);
			expect(store.requests).toEqual([]);
		},
	);

	it('names a file whose address has expired, and does not try again [reliability: Files of an export] [api-access: addresses work] [troubleshooting: of the file “…” has expired]', async () => {
		const url = store.addressOf('/exports/May.json');
		store.files.set('/exports/May.json', (response) =>
			response.writeHead(403).end('<?xml version="1.0"?><Message>Request has expired</Message>'),
		);
		expect(await refusal(event([url]))).toMatch(/^The address of the file “May.json” has expired/);
		expect(store.requests).toHaveLength(1);
	});

	it('follows no redirect [troubleshooting: leads on to another address]', async () => {
		const other = store.put('/other.json', '[{"id": 1}]');
		store.files.set('/1.json', (response) => response.writeHead(302, { location: other }).end());
		expect(await refusal(event([store.addressOf('/1.json')]))).toMatch(/leads on to another/);
		expect(store.requests).toHaveLength(1);
	});

	it('fetches a file again that broke off or was not available, and gives up after three times [troubleshooting: could not be fetched, or broke off]', async () => {
		let count = 0;
		store.files.set('/1.json', (response) => {
			count++;
			if (count === 1) return response.writeHead(503).end();
			if (count === 2) return response.end('[{"id": 1}, {"id"');
			return response.end('[{"id": 1}]');
		});
		const { items } = await getFiles(event([store.addressOf('/1.json')]));
		expect(items[0].map(({ json }) => json)).toEqual([{ id: 1 }]);
		store.files.set('/2.json', (response) => response.destroy());
		expect(await refusal(event([store.addressOf('/2.json')]))).toMatch(
			/“2.json” could not be fetched/,
		);
		expect(store.requests).toHaveLength(6);
	});

	it.each(CODINGS)('never asks for a form that may lose its end unseen: %s', async (coding) => {
		const csv = `id,name\n${'1,"Zoë"\n'.repeat(5_000)}`;
		const lines = Array.from({ length: 2_000 }, (_, id) => ({ id }));
		const put = (path: string, type: string, whole: string) => {
			store.files.set(path, (response, request) => {
				const accepted = String(request.headers['accept-encoding']);
				const { headers, body } = halfCompressed(coding, accepted, type, whole);
				response.writeHead(200, headers).end(body);
			});
			return event([store.addressOf(path)]);
		};
		const asFile = { options: { splitRecords: false } };
		const { items } = await getFiles(put('/1.csv', 'text/csv', csv), asFile);
		expect(items[0][0].json.fileSize).toBe(Buffer.byteLength(csv));
		const text = lines.map((line) => JSON.stringify(line)).join('\n');
		const split = await getFiles(put('/2.jsonl', 'application/x-ndjson', text));
		expect(split.items[0].map(({ json }) => json)).toEqual(lines);
	});

	it('says that the files together may be too much, not only the last of them [troubleshooting: cannot take in the file]', async () => {
		const half = `[${Array(500_000).fill('{}').join()}]`;
		const urls = [store.put('/May.json', half), store.put('/June.json', half)];
		expect(await refusal(event(urls))).toMatch(
			/^n8n cannot take in the file “June.json” All .* together, .* shorter time/,
		);
	});

	describe.each([202, 403, 404])('a file that the store does not have yet: %d', (status) => {
		const notYet = () => {
			const body = '{"status": "Processing"}';
			store.files.set('/1.json', (response) => response.writeHead(status).end(body));
			return store.addressOf('/1.json');
		};

		it('is fetched when it is there, within a minute', async () => {
			const running = getFiles(event([notYet()]));
			setTimeout(() => store.put('/1.json', '[{"id": 1}]'), 30 * SECOND);
			expect((await running).items[0].map(({ json }) => json)).toEqual([{ id: 1 }]);
			expect(Date.now() - node.start).toBeLessThan(MINUTE);
		});

		it('is not requested again too early, which would cost hours [troubleshooting: is not there yet]', async () => {
			expect(await refusal(event([notYet()]))).toMatch(
				/^The file “1.json” is not there yet, or no longer Run this again in a few minutes\. .* request the export again/,
			);
			expect(store.requests).toHaveLength(3);
		});

		it('does not pause the calls to the venue', async () => {
			const running = getFiles(event([notYet()]));
			const call = node.items('booking', 'getAll', {}).then(() => Date.now() - node.start);
			expect(await call).toBeLessThan(SECOND);
			await running;
		});
	});

	it('says if a file is no list of records, and how to get it [troubleshooting: is not a list of records]', async () => {
		const url = store.put('/1.csv', 'id,name\n1,Ada\n', 'text/csv');
		expect(await refusal(event([url]))).toMatch(/“1.csv” is not a list .* turn off Split Records/);
	});

	it('is not available to an AI agent', async () => {
		const url = store.put('/1.json', '[]');
		const { error } = await node.execute(['bulkReport', 'getFiles', { addresses: url }], {
			node: VenuePlatformTool,
		});
		expect(error?.message).toMatch(/not available to AI agents/);
		expect(store.requests).toEqual([]);
	});
});
