import axios from 'axios';
import type { JsonObject } from '../../json';
import { PROFILES, type Profile, type ProfileName } from '../../index';
import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const HOUR = 3_600_000;

describe('bulk exports', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let receiver: ConnectedVenue['receiver'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (...options: Parameters<typeof startConnectedVenue>) => {
		({ venue, caller, receiver, subscribe, close } = await startConnectedVenue(...options));
	};

	afterEach(() => close());

	const request = async (body: unknown, query = '') =>
		(await caller.call('POST', `/reporting/bulk${query}`, body)).status;

	/** For each reading: is this another data set than `{ dataSet: 'visits', days: 7 }`? */
	it.each<[Profile['dataSet'], unknown, string, boolean]>([
		[{ field: 'dataSet' }, { dataSet: 'visits', days: 30 }, '', false],
		[{ field: 'dataSet' }, { dataSet: 'sales', days: 7 }, '', true],
		[{ field: 'dataSet' }, { exportType: 'visits' }, '', true],
		[{ field: 'dataSet' }, { dataSet: 'visits', days: 7 }, '?days=30', false],
		[{ field: 'exportType' }, { dataSet: 'visits', days: 30 }, '', true],
		[{ field: 'exportType' }, { days: 7, dataSet: 'visits' }, '', false],
		['body', { dataSet: 'visits', days: 30 }, '', true],
		['body', { days: 7, dataSet: 'visits' }, '?days=30', false],
		['bodyAndQuery', { days: 7, dataSet: 'visits' }, '', false],
		['bodyAndQuery', { dataSet: 'visits', days: 7 }, '?days=30', true],
	])('8: "per data set", identified by %j: %j%s', async (dataSet, body, query, isAnother) => {
		await open({ variations: { dataSet } });
		expect(await request({ dataSet: 'visits', days: 7 })).toBe(202);
		expect(await request(body, query)).toBe(isAnother ? 202 : 429);
	});

	it('identify a data set differently in each profile', () => {
		const { live, ...others } = PROFILES;
		expect(live.dataSet).toEqual(others.items.dataSet);
		const readings = Object.values(others).map(({ dataSet }) => JSON.stringify(dataSet));
		expect(new Set(readings).size).toBe(readings.length);
	});

	const linkOf = {
		plain: ({ fileUrl }) => fileUrl,
		items: ({ file }) => (file as JsonObject).url,
		envelope: ({ downloadLink }) => downloadLink,
		terse: ({ files }) => (files as string[])[0],
	} as const satisfies Partial<Record<ProfileName, (data: JsonObject) => unknown>>;

	const exportedLink = async (profile: keyof typeof linkOf) => {
		await open({ profile, basePath: '/api', venues: ['harbor', 'castle'] });
		venue.bookings.seed(3);
		await subscribe({ webhooks: { bulkExport: { events: ['Created'] } } });
		await request({ dataSet: 'visits' });
		await venue.clock.advance(30_000);
		return linkOf[profile](receiver.received[0].body.data as JsonObject) as string;
	};

	const download = async (link: string, clientId?: string) => {
		const authorization = clientId && `Bearer ${venue.tokens.issue(clientId).accessToken}`;
		return await axios.get<string>(link, {
			headers: { ...(authorization && { authorization }) },
			validateStatus: () => true,
			proxy: false,
		});
	};

	it.each(Object.keys(linkOf) as Array<keyof typeof linkOf>)(
		'6.1: BulkExport "delivers bulk data export files": its event has a link to one, profile %s',
		async (profile) => {
			const link = await exportedLink(profile);
			const { clientId } = venue.credentials;
			expect(link).toContain(`${venue.baseUrl}/`);
			const { status, data, headers } = await download(link, clientId);
			expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
			expect(data.split('\n')).toHaveLength(5);
			expect(data).toContain('"BKG-000001",Confirmed');
			await venue.clock.advance(24 * HOUR);
			expect((await download(link, clientId)).status).toBe(404);
			expect(venue.requests.at(-1)).toMatchObject({ method: 'GET', status: 404 });
		},
	);

	it('have a link that needs the token of its venue, or no token', async () => {
		const link = await exportedLink('envelope');
		const { clientId } = venue.addCredentials({ venue: 'castle' });
		expect((await download(link)).status).toBe(401);
		expect((await download(link, clientId)).status).toBe(404);
		venue.vary({ exportLink: PROFILES.plain.exportLink });
		expect((await download(link)).status).toBe(200);
		expect((await download(`${link}x`)).status).toBe(404);
	});
});
