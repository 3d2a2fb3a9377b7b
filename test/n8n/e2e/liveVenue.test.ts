import { hostname } from 'node:os';

import { startVenue } from '../../venue';
import { createAgentWorkflow } from '../fixtures/agentWorkflow';
import { ScriptedModel } from '../fixtures/scriptedModel';
import { ACTION_NODE, start } from '../fixtures/nodes';
import { PackageFixture } from '../fixtures/packageFixture';
import { packedPackage } from '../fixtures/packedPackage';
import { startLab } from '../lab/lab';
import type { WorkflowNode } from '../lab/rest/workflows';

const START_WITHIN = 300_000;
const DAY = '2026-12-01';

type Parameters = Record<string, unknown>;

const READING: Array<[string, Parameters, Parameters]> = [
	['getGuest', { guestId: '5001' }, { firstName: 'Grace' }],
	['getProducts', {}, { parentProductName: 'Games' }],
	['getSignedWaiver', { signedWaiverId: '12' }, { isValid: true }],
	['getVenueDetails', {}, { ianaTimeZone: 'Europe/London' }],
	['getAvailability', { day: DAY, productIds: '301' }, { products: [{ id: '301' }] }],
	['getGiftCardBalance', { giftCardNumber: '0012' }, { balance: 35.5 }],
];

const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@example.test', phone: '1' };
const item = { productId: 302, quantity: 2, bookingDate: DAY, startTime: '15:00' };
const booking = { externalId: 'web-1', customer, items: [item] };
const block = { resourceId: 7, blockoutCapacity: 3, date: DAY, blockEntireDay: true };
const json = (body: object) => ({ callBody: JSON.stringify(body) });

describe('calls, reports and exports of a live venue in a real n8n', () => {
	const fixture = new PackageFixture();

	beforeAll(async () => {
		fixture.lab = await startLab({ mode: 'regular', tarball: packedPackage() });
	}, START_WITHIN);

	afterAll(async () => await fixture.lab?.stop(), START_WITHIN);

	beforeEach(async () => {
		const { lab } = fixture;
		fixture.venue = await startVenue({ profile: 'live', now: () => lab.clock.now() });
		fixture.venue.records.put('signedWaivers', 12, { signedWaiverId: 12, isValid: true });
		fixture.venue.records.put('giftCards', '0012', { balance: 35.5 });
		await fixture.venue.bookings.create({ customer: { name: 'Grace Hopper' } });
	});

	afterEach(async () => await fixture.venue?.stop());

	const node = async (parameters: Parameters): Promise<WorkflowNode> => ({
		name: 'Venue Platform',
		type: ACTION_NODE,
		parameters,
		credential: await fixture.saveCredential(),
	});

	const run = async (parameters: Parameters) => {
		const venuePlatform = await node(parameters);
		const workflow = await fixture.lab.workflows.create('Live', [start, venuePlatform]);
		const id = await fixture.lab.workflows.run(workflow, start.name);
		const { status, error, items } = await fixture.lab.executions.ended(id);
		return { status, error, items: items(venuePlatform.name) };
	};
	const call = async (knownCall: string, given: Parameters) =>
		await run({ resource: 'api', operation: 'call', knownCall, ...given });

	it.each(READING)('api call %s returns what the venue has', async (name, given, shown) => {
		expect((await call(name, given)).items).toMatchObject([shown]);
	});

	it.each(READING)('api call %s works as a tool', async (knownCall, given, shown) => {
		const model = await ScriptedModel.start({});
		try {
			const fields = { descriptionType: 'auto', resource: 'api', operation: 'call', knownCall };
			const tool = { ...(await node({ ...fields, ...given })), type: `${ACTION_NODE}Tool` };
			const openAi = { apiKey: 'none', url: model.url };
			const workflow = await createAgentWorkflow(fixture.lab, {
				tool,
				model: await fixture.lab.credentials.create('openAiApi', openAi),
				prompt: 'What does the venue say?',
			});
			expect((await fixture.runOnce(workflow, 'Agent')).status).toBe('success');
			const [[name]] = Object.entries(shown);
			expect(JSON.stringify(model.toolResults)).toContain(name);
		} finally {
			await model.stop();
		}
	});

	it('a booking is created, changed and canceled, its ticket redeemed, and capacity blocked', async () => {
		const { items } = await call('createBooking', json(booking));
		const bookingUniqueId = String(items[0].uniqueId);
		const change = json({ comments: 'Window seat' });
		expect((await call('changeBooking', { bookingUniqueId, ...change })).status).toBe('success');
		const known = () => fixture.venue.bookings.find(bookingUniqueId);
		expect(known()).toMatchObject({ comments: 'Window seat', externalId: 'web-1' });
		const tickets = json({ tickets: [{ ticketId: '1000001-1' }] });
		expect((await call('redeemTickets', tickets)).status).toBe('success');
		const again = await call('redeemTickets', tickets);
		expect([again.status, again.error?.message]).toEqual([
			'error',
			expect.stringContaining('The ticket was used before'),
		]);
		const cancel = json({ issueRefund: false });
		expect((await call('cancelBooking', { bookingUniqueId, ...cancel })).status).toBe('success');
		expect(known()).toMatchObject({ status: 'Cancelled' });
		expect((await call('blockCapacity', json(block))).items).toEqual([
			{ resourceCapacityBlockId: 5001 },
		]);
	});

	it('a refusal that says “canceled” is no stopped execution', async () => {
		const cancel = { bookingUniqueId: 'BKG-000001', ...json({ issueRefund: false }) };
		const { status, error } = await call('cancelBooking', cancel);
		expect(status).toBe('error');
		expect(error?.message).toContain('Only bookings that were made by the API');
	});

	it('a call that the venue does not offer is named', async () => {
		fixture.venue.vary({ operations: 'documented' });
		const { error } = await call('getProducts', {});
		expect(error?.message).toBe('The venue has nothing for “Get Products”');
	});

	it('a month of a report is one node', async () => {
		const path = '/reporting/revenue-entries';
		const rows = Array.from({ length: 730 }, (_, index) => ({
			recordDate: `2026-06-${String(1 + Math.floor(index / 25)).padStart(2, '0')}`,
			bookingPaymentId: String(index),
		}));
		fixture.venue.reports.add(path, rows);
		const dateRange = { from: '2026-06-01', to: '2026-06-30', endIs: 'nextDay' };
		const options = { allPages: true, dateRange };
		const { items } = await run({ resource: 'bulkReport', operation: 'query', path, options });
		expect(items).toEqual(rows);
		expect(fixture.venue.requests.filter(({ status }) => status !== 200)).toEqual([]);
	});

	it('the files of an export of half a year are fetched, without the token', async () => {
		fixture.venue.webhooks.create({
			url: 'https://receiver.example/1',
			enabled: true,
			webhooks: { bulkExport: { events: ['Created'] } },
		});
		fixture.venue.vary({ exportFiles: { doubled: [2], recordsPerFile: 50 } });
		const rows = Array.from({ length: 600 }, (_, index) => ({
			bookingItemId: String(index),
			bookingModifiedDate: `2026-0${1 + Math.floor(index / 100)}-15`,
		}));
		fixture.venue.reports.add('/data/bookingitems', rows);
		const asked = { exportType: 'BookingItems', startDate: '2026-01-01', endDate: '2026-07-01' };
		const request = { resource: 'bulkReport', operation: 'request', body: JSON.stringify(asked) };
		expect((await run(request)).items).toEqual([{ success: true }]);
		const before = fixture.venue.messages.all().length;
		await fixture.venue.clock.advance(300_000);
		const events = fixture.venue.messages.all().slice(before);
		expect(events).toHaveLength(7);
		const urls = events.flatMap(({ data }) => (data as { preSignedUrls: string[] }).preSignedUrls);
		const files = { resource: 'bulkReport', operation: 'getFiles', addresses: urls.join('\n') };
		const { items, status } = await run(files);
		expect(status).toBe('success');
		expect(new Set(items.map(({ bookingItemId }) => bookingItemId)).size).toBe(600);
		const { requests } = fixture.venue.fileHost;
		expect(requests).toHaveLength(14);
		expect(requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
	});

	const refusalOf = async (address: string) => {
		const files = { resource: 'bulkReport', operation: 'getFiles', addresses: address };
		// The venue is elsewhere, because files on this machine are allowed beside a venue on it.
		const saved = { ...fixture.credentialData(), baseUrl: 'https://venue.example' };
		const credential = await fixture.saveCredential(saved);
		const getFiles: WorkflowNode = { ...(await node(files)), credential };
		const workflow = await fixture.lab.workflows.create('Files', [start, getFiles]);
		const id = await fixture.lab.workflows.run(workflow, start.name);
		const { status, error } = await fixture.lab.executions.ended(id);
		expect(status).toBe('error');
		return error?.message;
	};

	it.each([
		['https://10.0.0.1/1.json', /does not allow the address of the file|cannot be used/],
		['https://169.254.169.254/latest/meta-data', /does not allow the address|cannot be used/],
		['https://[::1]/1.json', /does not allow the address|cannot be used/],
		['https://files.nowhere.invalid/1.json', /does not allow the address|cannot be used/],
		['http://files.example.com/1.json', /does not start with https/],
		['https://user:pass@files.example.com/1.json', /a user name or a password/],
	])('%s is not fetched', async (address, said) => {
		expect(await refusalOf(address)).toMatch(said);
	});

	// Names, which only n8n's own check can refuse: it looks them up.
	it.each(['localhost', hostname()])(
		'%s leads into this machine and is not fetched [security: check where] [troubleshooting: does not allow the address of the file]',
		async (name) => {
			expect(await refusalOf(`https://${name}/1.json`)).toMatch(
				/^n8n does not allow the address of the file/,
			);
		},
	);
});
