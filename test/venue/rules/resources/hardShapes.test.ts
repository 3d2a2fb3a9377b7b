import { HARD_PROFILES, startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 0, 1);

interface Page {
	items: Array<Record<string, unknown>>;
	total: number;
	nextPage: string | null;
}

describe('forms that the document neither shows nor rules out', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions) => {
		venue = await startVenue({ now: () => START, ...options });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const get = async <T>(path: string) => (await caller.call('GET', path)).data as T;

	const pagesFrom = async (path: string) => {
		const pages: Page[] = [];
		for (let next: string | null = path; next !== null; next = pages[pages.length - 1].nextPage) {
			pages.push(await get<Page>(next));
		}
		return pages;
	};

	const configuration = {
		url: 'https://n8n.example/webhook/1',
		enabled: true,
		authentication: { apiKey: 'shared', basic: { username: 'venue', rounds: 7 } },
		webhooks: { booking: { events: ['Created'] } },
	};

	it('a list may be split into pages, each with the address of the next', async () => {
		await open({ profile: 'paged' });
		venue.bookings.seed(250, { everySeconds: 60 });
		const pages = await pagesFrom('/bookings');
		expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
			[100, 250],
			[100, 250],
			[50, 250],
		]);
		expect(pages.flatMap(({ items }) => items)).toEqual(venue.bookings.all());
	});

	it('the next page keeps the query', async () => {
		await open({ profile: 'paged', variations: { pageSize: 4 } });
		venue.bookings.seed(20, { everySeconds: 60 });
		const since = new Date(START - 9 * 60_000).toISOString();
		const pages = await pagesFrom(`/bookings?modifiedFromDate=${since}`);
		expect(pages.map(({ items }) => items.length)).toEqual([4, 4, 2]);
		expect(pages.flatMap(({ items }) => items)).toEqual(venue.bookings.all().slice(-10));
	});

	it('the last full page has no next one, and an empty list has one page', async () => {
		await open({ profile: 'paged', variations: { pageSize: 5 } });
		expect(await pagesFrom('/webhooks')).toEqual([{ items: [], total: 0, nextPage: null }]);
		venue.bookings.seed(10);
		expect(await pagesFrom('/bookings')).toHaveLength(2);
		expect((await caller.call('GET', '/bookings?page=0')).status).toBe(400);
	});

	it('a list may contain a part and the total number, until it contains everything again', async () => {
		await open({ variations: { list: 'dataAndTotal', atMostInList: 4 } });
		venue.bookings.seed(10);
		const all = venue.bookings.all();
		expect(await get('/bookings')).toEqual({ data: all.slice(0, 4), total: 10 });
		venue.vary({ atMostInList: Infinity });
		expect(await get('/bookings')).toEqual({ data: all, total: 10 });
	});

	it('4: the failed list is an array in every profile', async () => {
		for (const profile of Object.values(HARD_PROFILES)) {
			await open({ variations: profile });
			venue.messages.addFailed();
			expect(await get('/webhooks/messages/failed')).toHaveLength(1);
			caller.close();
			await venue.stop();
		}
	});

	it('a configuration may be below its id', async () => {
		await open({ profile: 'nested' });
		const record = { webhookId: 1001, configuration };
		expect((await caller.call('POST', '/webhooks', configuration)).data).toEqual(record);
		expect((await caller.call('PUT', '/webhooks/1001', configuration)).data).toEqual(record);
		expect(await get('/webhooks')).toEqual([record]);
	});

	it.each([
		['withSlash', 'https://n8n.example/webhook/1-a/?from=venue'],
		['encoded', 'https://n8n.example/webhook/1%2da?from=venue'],
		['withPort', 'https://n8n.example:443/webhook/1-a?from=venue'],
		['withUpperCaseHost', 'https://N8N.EXAMPLE/webhook/1-a?from=venue'],
	] as const)('an address may be stored in another spelling: %s', async (addresses, stored) => {
		await open({ variations: { addresses } });
		const url = 'https://n8n.example/webhook/1-a?from=venue';
		await caller.call('POST', '/webhooks', { ...configuration, url });
		await caller.call('PUT', '/webhooks/1001', { ...configuration, url });
		expect(await get('/webhooks')).toMatchObject([{ url: stored }]);
		expect(venue.webhooks.all()[0].configuration.url).toBe(stored);
	});

	it('a list may mask its secrets, and the mask becomes the secret if a client sends it back', async () => {
		await open({ profile: 'masked' });
		await caller.call('POST', '/webhooks', configuration);
		const authentication = { apiKey: '********', basic: { username: '********', rounds: 7 } };
		const shown = { webhookId: 1001, ...configuration, authentication };
		expect(await get('/webhooks')).toEqual([shown]);
		expect(venue.webhooks.all()).toEqual([{ webhookId: 1001, configuration }]);
		await caller.call('PUT', '/webhooks/1001', { ...configuration, authentication });
		expect(venue.webhooks.all()[0].configuration.authentication).toEqual(authentication);
	});
});
