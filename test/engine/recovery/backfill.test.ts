import type { INodeParameters } from 'n8n-workflow';

import { startVenue } from '../../venue';
import { SCOPES } from '../../venue/endpoints/endpoints';
import { whileTimeMoves } from '../harness/time';
import {
	fresh,
	type Items,
	MINUTE,
	ofEvent,
	RecoveryFixture,
	versionsIn,
} from './support/recoveryFixture';

const HOUR = 60 * MINUTE;

const fromDateLong = { startWith: 'date', startDate: '2026-01-01T00:00:00Z' };

describe('the recovery trigger with more than a workflow takes at once', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const since = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
	const fromDate = (hours: number, more: INodeParameters = {}): INodeParameters => ({
		startWith: 'date',
		startDate: since(hours),
		...more,
	});
	const versions = () =>
		fixture.venue.bookings
			.all()
			.sort((a, b) => a.modifiedDate.localeCompare(b.modifiedDate))
			.map(({ uniqueId, modifiedDate }) => `${uniqueId} ${modifiedDate}`);
	const storedBytes = async (workflowId: string) =>
		JSON.stringify(await fixture.staticData(workflowId)).length;

	it('emits a backfill in batches, each booking once, across restarts of n8n [reliability: 100,000 items] [self-hosting: older bookings]', async () => {
		fixture.venue.bookings.seed(2_400, { everySeconds: 60 });
		const expected = versions().sort();
		const options = fromDate(1_000, { maxItems: 200 });
		const trigger = await fixture.engine.activate(
			fixture.trigger({ events: ['booking'], options }),
		);
		const batches: Items[] = [];
		const costs: Array<{ requests: number; bytes: number }> = [];
		for (let poll = 0; poll < 12; poll++) {
			fixture.later();
			const before = fixture.venue.count('GET /bookings');
			if (poll % 3 === 2) {
				await trigger.restart(fresh());
				batches.push((await trigger.emitted()).slice(batches.flat().length));
			} else batches.push((await trigger.poll()).items);
			const requests = fixture.venue.count('GET /bookings') - before;
			costs.push({ requests, bytes: await storedBytes(trigger.workflowId) });
		}
		expect(batches.map(({ length }) => length)).toEqual(Array(12).fill(200));
		expect(versionsIn(batches.flat()).sort()).toEqual(expected);
		expect(Math.max(...costs.map(({ requests }) => requests))).toBeLessThanOrEqual(2);
		expect(Math.max(...costs.map(({ bytes }) => bytes))).toBeLessThan(8 * 1024);

		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		const { uniqueId } = fixture.venue.bookings.all()[0];
		await fixture.venue.bookings.change(uniqueId, { note: 'changed' });
		expect(ofEvent((await trigger.poll()).items, 'booking')).toHaveLength(1);
	}, 120_000);

	it('emits the last version of bookings that change in the meantime', async () => {
		fixture.venue.bookings.seed(300, { everySeconds: 60 });
		const options = fromDate(10, { maxItems: 100 });
		const trigger = await fixture.engine.activate(
			fixture.trigger({ events: ['booking'], options }),
		);
		const said: string[] = [];
		const poll = async () => said.push(...versionsIn((await trigger.poll()).items));
		fixture.later();
		await poll();
		const [first, , last] = [0, 150, 299].map((index) => fixture.venue.bookings.all()[index]);
		await fixture.venue.bookings.change(first.uniqueId, { note: 'reported already' });
		await fixture.venue.bookings.change(last.uniqueId, { note: 'still to come' });
		for (let count = 0; count < 4; count++) {
			fixture.later();
			await poll();
		}
		expect(said).toHaveLength(301);
		expect(new Set(said).size).toBe(301);
		expect(said).toEqual(expect.arrayContaining(versions()));
	});

	it('emits messages in batches, and their bookings after them', async () => {
		fixture.venue.bookings.seed(25, { everySeconds: 36_000 });
		const setup = fixture.trigger({ options: { maxItems: 10 } });
		const trigger = await fixture.engine.activate(setup);
		const given: string[] = [];
		for (const { uniqueId } of fixture.venue.bookings.all()) {
			fixture.later(1);
			await fixture.venue.bookings.change(uniqueId, { note: 'nobody was told' });
			given.push(fixture.giveUp()[0].id);
		}
		const sizes: number[] = [];
		for (let poll = 0; poll < 8; poll++) {
			fixture.later();
			sizes.push((await trigger.poll()).items.length);
			if (poll === 1) await trigger.restart(fresh());
		}
		const all = await trigger.emitted();
		expect(ofEvent(all, 'final').map(({ messageId }) => messageId)).toEqual(given);
		expect(ofEvent(all, 'growth')).toHaveLength(1);
		expect(versionsIn(all).sort()).toEqual(versions().sort());
		expect(Math.max(...sizes)).toBe(10);
	});

	it.each([
		['all', { startWith: 'all' }],
		['since a date', fromDateLong],
	])(
		'stops reporting the failed list (%s) when the user publishes with New',
		async (_, options) => {
			for (const attempts of [...Array<number>(20).fill(7), 6, 6, 6]) {
				fixture.giveUp(1, { attempts });
				fixture.later(1);
			}
			fixture.later();
			const parameters = { events: ['final', 'attempt'], refetchBookings: false };
			const setup = fixture.trigger({ ...parameters, options: { ...options, maxItems: 10 } });
			const trigger = await fixture.engine.activate(setup);
			fixture.later();
			expect((await trigger.poll()).items).toHaveLength(10);
			const [given] = fixture.giveUp(1);
			await trigger.republish({ parameters });
			const { items } = await trigger.poll();
			expect(items).toMatchObject([{ json: { event: 'final', messageId: given.id } }]);
			fixture.later();
			expect(await trigger.poll()).toEqual({ items: [] });
		},
	);

	it.each<[string, INodeParameters]>([
		['Message Given Up', { events: ['growth'] }],
		['Recover Bookings', { events: ['final', 'growth'], refetchBookings: false }],
	])('owes no bookings from before the user left out %s and chose it again', async (_, without) => {
		const parameters = { events: ['final', 'growth'] };
		const trigger = await fixture.engine.activate(fixture.trigger(parameters));
		fixture.venue.faults.on('GET /bookings', { kind: 'answer', status: 400, body: '{}' });
		fixture.giveUp(1);
		fixture.later();
		expect(ofEvent((await trigger.poll()).items, 'final')).toHaveLength(1);
		await trigger.republish({ parameters: without });
		fixture.venue.faults.clear();
		for (let day = 0; day < 3; day++) {
			fixture.later(24 * 60);
			fixture.venue.bookings.seed(5);
			await trigger.poll();
		}
		await trigger.republish({ parameters });
		expect(ofEvent((await trigger.poll()).items, 'booking')).toEqual([]);
	});

	it('begins with a backfill only once, and not for a date that is set a month later', async () => {
		fixture.venue.bookings.seed(30, { everySeconds: 60 });
		fixture.giveUp(2);
		fixture.later();
		const events = ['final', 'growth', 'booking'];
		const trigger = await fixture.engine.activate(fixture.trigger({ events }));
		fixture.later(30 * 24 * 60);
		expect(await trigger.poll()).toEqual({ items: [] });
		await trigger.republish({ parameters: { events, options: fromDate(24 * 365) } });
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		await trigger.restart(fresh());
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('begins with a date for bookings if Booking Changed is added to a node that ran before', async () => {
		fixture.venue.bookings.seed(20, { everySeconds: 60 });
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['final'] }));
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		const events = ['final', 'booking'];
		await trigger.republish({ parameters: { events, options: fromDate(24) } });
		fixture.later();
		expect((await trigger.poll()).items).toHaveLength(20);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it.each([
		[6, 30],
		[90, 0],
	])(
		'that was not published for %d days reports %d of the 30 bookings that changed meanwhile',
		async (days, reported) => {
			const setup = fixture.trigger({ events: ['final', 'booking'] });
			const trigger = await fixture.engine.activate(setup);
			fixture.later();
			await trigger.poll();
			await trigger.deactivate();
			fixture.later(days * 24 * 60);
			fixture.venue.bookings.seed(30, { everySeconds: 60 });
			fixture.giveUp(reported, { type: 'Ticket' });
			fixture.later();
			await trigger.republish({ node: fresh() });
			const { items, error } = await trigger.poll();
			expect(ofEvent(items, 'booking')).toHaveLength(reported);
			expect(ofEvent(items, 'final')).toHaveLength(reported);
			expect(/begins as Start With/.test(String(error))).toBe(days > 7);
			const { bookings } = fixture.venue;
			await bookings.change(bookings.all()[0].uniqueId, { note: 'changed' });
			expect(ofEvent((await trigger.poll()).items, 'booking')).toHaveLength(1);
			const logged = fixture.engine.output.lines.filter((line) =>
				/^warn .*begins as Start With/.test(line),
			);
			expect(logged).toHaveLength(days > 7 ? 1 : 0);
		},
	);

	it.each(['this node', 'another one, after this node has begun'])(
		'begins anew after 90 days, also if publishing fails at first because of %s',
		async (cause) => {
			const setup = fixture.trigger({ events: ['final', 'booking'] });
			const trigger = await fixture.engine.activate(setup);
			fixture.later();
			await trigger.poll();
			await trigger.deactivate();
			fixture.later(90 * 24 * 60);
			fixture.venue.bookings.seed(30, { everySeconds: 60 });
			fixture.later();
			const node = fresh();
			const { clients, credentials } = fixture.venue;
			if (cause === 'this node') clients.setScopes(credentials.clientId, []);
			else fixture.failToPublishOnce();
			await expect(trigger.republish({ node })).rejects.toThrow();
			clients.setScopes(credentials.clientId, SCOPES);
			fixture.later(60);
			await trigger.republish({ node });
			fixture.later();
			expect(String((await trigger.poll()).error)).toContain('begins as Start With');
			fixture.later();
			expect(await trigger.poll()).toEqual({ items: [] });
		},
	);

	it('goes on where it was if n8n was off, however long', async () => {
		const setup = fixture.trigger({ events: ['booking'] });
		const trigger = await fixture.engine.activate(setup);
		fixture.later();
		fixture.venue.bookings.seed(30, { everySeconds: 1 });
		fixture.later(90 * 24 * 60);
		await trigger.restart(fresh());
		expect(ofEvent(await trigger.emitted(), 'booking')).toHaveLength(30);
	});

	it('goes on if it polled all the time without news, and is published again', async () => {
		const node = fresh();
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['booking'] }, node));
		for (let day = 0; day < 30; day++) {
			fixture.later(24 * 60);
			expect(await trigger.poll()).toEqual({ items: [] });
		}
		fixture.venue.bookings.seed(1);
		await trigger.republish({ node });
		fixture.later();
		expect((await trigger.poll()).items).toHaveLength(1);
	});

	it('begins again at another venue [reliability: begins anew]', async () => {
		fixture.venue.bookings.seed(30, { everySeconds: 60 });
		fixture.later();
		const parameters = { events: ['booking'], options: fromDate(24) };
		const trigger = await fixture.engine.activate(fixture.trigger(parameters));
		expect((await trigger.poll()).items).toHaveLength(30);
		const other = await startVenue();
		other.bookings.seed(20, { everySeconds: 60 });
		const credential = await fixture.saveCredential(other.credentials, other);
		await trigger.republish({ credentials: { venuePlatformApi: credential } });
		fixture.later();
		expect((await trigger.poll()).items).toHaveLength(20);
		await other.stop();
	});

	it('begins even if the venue could not be reached when the workflow was published', async () => {
		fixture.venue.bookings.seed(30, { everySeconds: 60 });
		fixture.venue.faults.on('GET /**', { kind: 'answer', status: 500 });
		fixture.stopTheTimers();
		const parameters = { events: ['booking', 'final'], options: fromDate(24) };
		const trigger = await whileTimeMoves(fixture.engine.activate(fixture.trigger(parameters)));
		fixture.venue.faults.clear();
		await whileTimeMoves(trigger.restart(fresh()));
		expect(ofEvent(await trigger.emitted(), 'booking')).toHaveLength(30);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	});

	it('begins as chosen if it could not be published, and n8n starts it again', async () => {
		fixture.venue.bookings.seed(30, { everySeconds: 60 });
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['final'] }));
		const { clients, credentials } = fixture.venue;
		clients.setScopes(
			credentials.clientId,
			SCOPES.filter((scope) => scope !== 'Booking_Get'),
		);
		const parameters = { events: ['booking', 'final'], options: fromDate(24) };
		await expect(trigger.republish({ parameters })).rejects.toThrow('Booking_Get');
		clients.setScopes(credentials.clientId, SCOPES);
		await trigger.startLikeN8n1();
		expect(ofEvent(await trigger.emitted(), 'booking')).toHaveLength(30);
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
	}, 60_000);

	it.each([
		[{ startWith: 'date' }, /Start Date/],
		[{ startWith: 'date', startDate: '2027-01-01' }, /future/],
		[{ maxItems: 0 }, /Max Items per Run/],
	])('cannot be published with %j', async (options, reason) => {
		const setup = fixture.trigger({ options });
		await expect(fixture.engine.activate(setup)).rejects.toThrow(reason);
	});
});
