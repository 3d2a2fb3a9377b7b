import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { LIST_PROFILES, type VenueOptions } from '../../venue';
import { ActionNode } from './support/actionNode';

let node: ActionNode;

const open = async (profile: VenueOptions['profile']) => {
	node = await ActionNode.open({ profile });
};

afterEach(async () => await node.close());

const search = async (method: string, filter?: string, paginationToken?: string) =>
	await node.whileTimeMoves(
		node.engine.listSearch({
			node: VenuePlatform,
			method,
			...(filter === undefined ? {} : { filter }),
			...(paginationToken === undefined ? {} : { paginationToken }),
			credentials: { venuePlatformApi: node.credential },
		}),
	);

describe.each(LIST_PROFILES)('lists to choose from (“%s”)', (profile) => {
	beforeEach(async () => await open(profile));

	it('webhooks: named by address and state', async () => {
		const webhooks = { booking: { events: ['Created'] } };
		node.venue.webhooks.create({ url: 'https://one.example/', enabled: true, webhooks });
		node.venue.webhooks.create({ url: 'https://two.example/', enabled: false, webhooks });
		expect((await search('searchWebhooks')).results).toEqual([
			{ name: 'https://one.example/ (enabled)', value: '1001' },
			{ name: 'https://two.example/ (disabled)', value: '1002' },
		]);
		expect((await search('searchWebhooks', 'disabled')).results).toHaveLength(1);
	});

	it('the reason is shown if the venue refuses the list', async () => {
		node.venue.clients.setScopes(node.venue.credentials.clientId, []);
		const attempt = search('searchWebhooks');
		await expect(attempt).rejects.toThrow(profile === 'terse' ? /refused access/ : /“Webhook_Get”/);
	});
});

/** “nested” and “masked” have the bookings of “plain”. */
const bookingProfiles = LIST_PROFILES.filter(
	(profile) => !['live', 'nested', 'masked'].includes(profile),
);

describe.each(bookingProfiles)('bookings to choose from (“%s”)', (profile) => {
	beforeEach(async () => await open(profile));

	it('the last changed come first, named by number, guest and status', async () => {
		node.venue.bookings.seed(3);
		await node.venue.bookings.change('BKG-000001', { status: 'Moved' });
		const { results } = await search('searchBookings');
		expect(results.map(({ value }) => value)).toEqual(['BKG-000001', 'BKG-000003', 'BKG-000002']);
		expect(results[0].name).toBe("#1 · Siobhán O'Brien-Łukaszewicz · Moved");
	});

	it('a credential with a wrong secret sees nothing of another one’s list', async () => {
		node.venue.bookings.seed(3);
		expect((await search('searchBookings', '#')).results).toHaveLength(3);
		await node.engine.updateCredential(node.credential, {
			clientSecret: 'another',
			accessToken: '',
		});
		await expect(search('searchBookings', '#')).rejects.toThrow();
	});

	it('a search finds old ones, too', async () => {
		node.venue.bookings.seed(201, { everySeconds: 24 * 60 * 60 });
		expect((await search('searchBookings', '#200')).results).toEqual([
			{ name: expect.stringMatching(/^#200 · /), value: 'BKG/000200 ü?' },
		]);
		expect((await search('searchBookings', 'bkg-000001')).results).toHaveLength(1);
		expect((await search('searchBookings', 'nobody')).results).toEqual([]);
	});

	it.each(['#1 siobhan', 'Łukaszewicz Siobhán', 'moved #1 lukasz', '000001 o’brien'])(
		'a search takes words as people type them: %s',
		async (typed) => {
			node.venue.bookings.seed(3);
			await node.venue.bookings.change('BKG-000001', { status: 'Moved' });
			const { results } = await search('searchBookings', typed);
			expect(results.map(({ value }) => value)).toEqual(['BKG-000001']);
		},
	);

	it('older ones are searched once, and only after three characters', async () => {
		node.venue.bookings.seed(201, { everySeconds: 24 * 60 * 60 });
		const all = () =>
			node.venue.requestsTo('GET /bookings').filter(({ query }) => !('modifiedFromDate' in query));
		const [{ name, value }] = (await search('searchBookings', 'zq')).results;
		expect([name, value]).toEqual(['Type 3 characters to search older bookings too', '']);
		expect(all()).toEqual([]);
		await search('searchBookings', 'nobody');
		const asked = all().length;
		await search('searchBookings', 'nobody at');
		await search('searchBookings', 'nobody at all');
		expect(all()).toHaveLength(asked);
	});

	it('requested when the list is opened, and not with each key', async () => {
		node.venue.bookings.seed(3);
		const asked = () => node.venue.requestsTo('GET /bookings').length;
		await search('searchBookings');
		const whenOpened = asked();
		expect(whenOpened).toBeGreaterThan(0);
		for (const typed of ['b', 'bk', 'bkg', 'bkg-000001']) {
			expect((await search('searchBookings', typed)).results.length).toBeGreaterThan(0);
		}
		expect(asked()).toBe(whenOpened);
		await node.venue.bookings.change('BKG-000002', { status: 'Moved' });
		const [{ value, name }] = (await search('searchBookings')).results;
		expect([value, name]).toEqual(['BKG-000002', expect.stringContaining('Moved')]);
	});

	it('a hundred per page, each booking once', async () => {
		node.venue.bookings.seed(250);
		const found: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await search('searchBookings', undefined, token);
			expect(page.results.length).toBeLessThanOrEqual(100);
			found.push(...page.results.map(({ value }) => value));
			token = page.paginationToken as string | undefined;
		} while (token !== undefined);
		expect(new Set(found).size).toBe(250);
		expect(found).toHaveLength(250);
	});
});

it.each(['plain', 'paged'] as const)(
	'too many bookings to choose from are found by ID (“%s”)',
	async (profile) => {
		await open(profile);
		node.venue.bookings.seed(10_050, { everySeconds: 24 * 60 * 60 });
		const ids = node.venue.bookings.all().map(({ uniqueId }) => uniqueId);
		const found: unknown[] = [];
		for (const id of [ids[0], ids[5_000], ids[10_049]]) {
			found.push(...(await search('searchBookings', id)).results.map(({ value }) => value));
		}
		expect(found).toEqual([ids[0], ids[5_000], ids[10_049]]);
		const [{ name, value }] = (await search('searchBookings', 'nobody')).results;
		expect([name, value]).toEqual([
			'Not among the 10000 bookings that the venue lists: use By ID',
			'',
		]);
	},
);

describe('bookings to choose from, at a venue that lists the 100 newest', () => {
	beforeEach(async () => await open('live'));

	const found = async (typed?: string) =>
		(await search('searchBookings', typed)).results.map(({ name, value }) => [value, name]);

	it('the newest come first, named by reference, title and status', async () => {
		node.venue.bookings.seed(3);
		expect(await found()).toEqual([
			['BKG-000003', '1000003 · Jörg Müßig & Söhne GmbH · PaidFull'],
			['BKG-000002', '1000002 · 李小龍 "Bruce" · PaidFull'],
			['BKG-000001', "1000001 · Siobhán O'Brien-Łukaszewicz · PaidFull"],
		]);
	});

	it('older ones are found by the words of their title, by reference and by ID', async () => {
		const customer = { name: 'Grace Hopper' };
		const { booking } = await node.venue.bookings.create({ customer });
		await node.venue.clock.advance(3 * 24 * 60 * 60_000);
		node.venue.bookings.seed(250);
		const grace = (status: string) => [[booking.uniqueId, `1000001 · Grace Hopper · ${status}`]];
		expect(await found('grace')).toEqual(grace('PaidFull'));
		expect(await found('1000001')).toEqual(grace('Paid'));
		expect(await found(booking.uniqueId)).toEqual(grace('Paid'));
	});

	it('says if a booking may be among those that the venue does not list', async () => {
		node.venue.bookings.seed(250);
		expect(await found('nobody at all')).toEqual([
			['', 'Not among the 100 bookings that the venue lists: use By ID'],
		]);
	});

	it('says nothing of the kind if the venue has no more', async () => {
		node.venue.bookings.seed(20);
		expect(await found('nobody at all')).toEqual([]);
	});
});
