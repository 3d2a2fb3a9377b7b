import {
	endlessAnswers,
	hostileAnswers,
	hostileRefusals,
	hostileTokens,
} from '../../attacks/answers';
import { ActionNode, byId, itemsOf } from '../action/support/actionNode';
import { whatMustNotBe } from './whatMustNotBe';

type Call = Parameters<ActionNode['execute']>[0];

const RECEIVER = 'https://receiver.example/events';

const READING: Record<string, Call> = {
	'GET /bookings/*': ['booking', 'get', { bookingId: byId('B-1') }],
	'GET /bookings': ['booking', 'getAll', { returnAll: true, output: 'simplified' }],
	'GET /webhooks': ['webhook', 'getAll', { returnAll: true }],
	'GET /webhooks/messages/failed': ['failedMessage', 'recover', { output: 'simplified' }],
	'GET /data/**': ['bulkReport', 'query', { path: '/data/visits' }],
};

const WRITING: Record<string, Call> = {
	'POST /webhooks': ['webhook', 'create', { url: RECEIVER, events: ['Booking.Created'] }],
	'POST /reporting/bulk': ['bulkReport', 'request', { body: { dataSet: 'visits' } }],
};

/** No hang, no stack trace, no crash of n8n, nothing done twice, for any response of a venue. */
describe('n8n copes with responses that no venue would send', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
	});
	afterEach(async () => await node.close());

	it.each(hostileAnswers)('to a reading call: $name', async ({ faults }) => {
		for (const [endpoint, call] of Object.entries(READING)) {
			node.venue.faults.clear();
			node.venue.faults.on(endpoint, faults);
			expect([endpoint, ...whatMustNotBe(await node.execute(call))]).toEqual([endpoint]);
		}
	});

	it.each(hostileAnswers)('to a writing call, which is made once: $name', async ({ faults }) => {
		for (const [endpoint, call] of Object.entries(WRITING)) {
			node.venue.faults.clear();
			node.venue.faults.on(endpoint, faults);
			expect([endpoint, ...whatMustNotBe(await node.execute(call))]).toEqual([endpoint]);
			expect(node.venue.count(endpoint)).toBe(1);
		}
	});

	it.each(hostileRefusals)('to a call that fails: $name', async ({ faults }) => {
		for (const [endpoint, call] of Object.entries({ ...READING, ...WRITING })) {
			node.venue.faults.clear();
			node.venue.faults.on(endpoint, faults);
			const execution = await node.execute(call);
			expect(execution.status).toBe('error');
			expect([endpoint, ...whatMustNotBe(execution)]).toEqual([endpoint]);
		}
	});

	it.each(endlessAnswers)('that never end: $name', async ({ faults }) => {
		const calls = { ...READING, ...WRITING };
		for (const endpoint of ['GET /bookings', 'GET /data/**', 'POST /webhooks']) {
			node.venue.faults.on(endpoint, faults);
			const execution = await node.execute(calls[endpoint]);
			expect(execution.status).toBe('error');
			expect([endpoint, ...whatMustNotBe(execution)]).toEqual([endpoint]);
		}
		expect(node.venue.count('POST /webhooks')).toBe(1);
	});

	it('that never end, several at once, together with good ones', async () => {
		const [{ faults }] = endlessAnswers;
		node.venue.faults.on('GET /bookings/endless', faults);
		const ids = ['endless', 'endless', 'BKG-000001', 'endless', 'endless', 'endless', 'BKG-000002'];
		const execution = await node.execute(
			['booking', 'get', { bookingId: byId('={{ $json.id }}') }],
			{ items: itemsOf(...ids.map((id) => ({ id }))), onError: 'continueRegularOutput' },
		);
		expect([execution.status, ...whatMustNotBe(execution)]).toEqual(['success']);
		const found = execution.items[0].map(({ json }) => json.uniqueId ?? 'endless');
		expect(found).toEqual(ids);
	});

	it.each(Object.entries(hostileTokens))(
		'for an access token that is %s',
		async (_, access_token) => {
			const body = JSON.stringify({ access_token, expires_in: 86_400 });
			node.venue.faults.on('POST /token', { kind: 'answer', status: 200, body });
			const execution = await node.execute(READING['GET /bookings']);
			expect([execution.status, ...whatMustNotBe(execution)]).toEqual(['error']);
			expect(node.venue.requests.filter(({ path }) => path !== '/token')).toEqual([]);
		},
	);

	it('for an access token that never ends', async () => {
		const [{ faults }] = endlessAnswers;
		node.venue.faults.on('POST /token', faults);
		const execution = await node.execute(READING['GET /bookings']);
		expect([execution.status, ...whatMustNotBe(execution)]).toEqual(['error']);
	});

	it('and reads the next good response as usual', async () => {
		for (const { faults } of [...hostileAnswers, ...hostileRefusals]) {
			node.venue.faults.on('GET /bookings', faults, { times: 1 });
		}
		const { length } = [...hostileAnswers, ...hostileRefusals];
		while (node.venue.count('GET /bookings') < length) await node.execute(['booking', 'getAll']);
		node.venue.faults.clear();
		expect(await node.items('booking', 'getAll')).toHaveLength(3);
	});
});
