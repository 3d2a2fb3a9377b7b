import { DateTime } from 'luxon';

import { DOCUMENTED_PROFILES } from '../../venue';
import { timeIn } from '../harness/times';
import { ActionNode, HOUR, itemsOf, MINUTE, SECOND } from './support/actionNode';

const profiles = Object.keys(DOCUMENTED_PROFILES) as Array<keyof typeof DOCUMENTED_PROFILES>;

const many = (count: number) => itemsOf(...Array.from({ length: count }, () => ({})));
/** The zone of a workflow unless n8n or the workflow has another. */
const zone = 'America/New_York';
const againFrom = (message: string) =>
	timeIn(/again from (.*\(America\/New_York\))/.exec(message)![1]);
const asSaid = (time: number) => DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd HH:mm');

/** The rows of section 8 of the API document. */
describe('section 8, limits', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const refused = () => node.venue.requests.filter(({ status }) => status === 429);

	it('Data API, 120 requests per minute: 150 items get no 429 [api 8 Data API] [reliability: Bulk reports]', async () => {
		const { status } = await node.execute(['bulkReport', 'query', { path: '/data/visits' }], {
			items: many(150),
		});
		expect(status).toBe('success');
		expect(refused()).toEqual([]);
	});

	it('exports take turns, and none is sent after its time is over', async () => {
		node.venue.faults.on('POST /reporting/bulk', { kind: 'hang' });
		const request: Parameters<ActionNode['begin']>[0] = [
			'bulkReport',
			'request',
			{ body: { dataSet: 'visits' } },
		];
		const running = await Promise.all(Array.from({ length: 20 }, () => node.begin(request)));
		const ended = await node.whileTimeMoves(
			Promise.all(running.map(async ({ done }) => await done)),
		);
		expect(Date.now() - node.start).toBeLessThanOrEqual(6 * MINUTE);
		const messages = ended.map(({ error }) => error?.message ?? '');
		const notSent = messages.filter((message) =>
			/took so long that this one was not sent/.test(message),
		);
		expect(notSent).toHaveLength(20 - node.venue.count('POST /reporting/bulk'));
		expect(notSent.length).toBeGreaterThan(10);
	});

	it('rule 1: n8n waits for the Retry-After of a limit that other clients exceeded [api 7 429; 7.3; 8.1]', async () => {
		node.venue.limits.consume('rest', 601);
		expect(await node.items('booking', 'getAll')).toEqual([]);
		expect(refused()).toHaveLength(1);
		expect(Date.now() - node.start).toBeGreaterThanOrEqual(MINUTE);
	});

	it.each([
		['booking', 'getAll', {}, 'GET /bookings', /lower Requests per Minute/],
		['bulkReport', 'query', { path: '/data/visits' }, 'GET /data/visits', /at different times/],
	])('rule 1: %s %s advises what helps where the venue counts it', async (...row) => {
		const [resource, operation, fields, route, advice] = row;
		const headers = { 'retry-after': '480' };
		node.venue.faults.on(route, { kind: 'answer', status: 429, headers });
		const { description } = await node.errorOf(resource, operation, fields);
		expect(description).toMatch(advice);
		expect(description?.match(/Requests per Minute|at different times/g)).toHaveLength(1);
	});
});

describe.each(profiles)('section 8, exports (“%s”)', (profile) => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile });
	});
	afterEach(async () => await node.close());

	const refused = () => node.venue.requests.filter(({ status }) => status === 429);

	it('POST /reporting/bulk, 1 request per data set: the second is told when, without a request [api 8 POST /reporting/bulk] [agents: every 6 hours]', async () => {
		const body = { dataSet: 'visits', days: [1, 2] };
		await node.items('bulkReport', 'request', { body });
		const sameBody = '{ "days": [1, 2], "dataSet": "visits" }';
		const { message, description } = await node.errorOf('bulkReport', 'request', {
			body: sameBody,
		});

		// “About” six hours: it works by this time, and may work some minutes earlier.
		expect(message).toContain(`again from ${asSaid(node.start + 6 * HOUR + 10 * MINUTE)}`);
		expect(description).toMatch(/once in about 6 hours.*may already work.*Wait node.*retryAt/);
		expect(node.venue.count('POST /reporting/bulk')).toBe(1);
		expect(Date.now() - node.start).toBeLessThan(SECOND);

		expect(await node.items('bulkReport', 'request', { body: { dataSet: 'sales' } })).toHaveLength(
			1,
		);
	});

	it('POST /reporting/bulk: what the venue says did not work may be requested again', async () => {
		const body = JSON.stringify({ success: false, errors: [{ message: 'No files today' }] });
		const answer = { kind: 'answer', status: 200, body } as const;
		node.venue.faults.on('POST /reporting/bulk', answer, { times: 1 });
		const { message } = await node.errorOf('bulkReport', 'request');
		expect(message).toMatch(/says that this did not work: No files today/);
		expect(await node.items('bulkReport', 'request')).toHaveLength(1);
	});

	it('POST /reporting/bulk: after 6 hours the venue is asked again [api 8 POST /reporting/bulk] [troubleshooting: revenue activity]', async () => {
		await node.items('bulkReport', 'request');
		jest.setSystemTime(node.start + 6 * HOUR + SECOND);
		expect(await node.items('bulkReport', 'request')).toHaveLength(1);
	});

	it('POST /reporting/bulk: if another client requested it, n8n learns that from two 429s [api 8 POST /reporting/bulk]', async () => {
		node.venue.accounts.harbor.exports.requestBulk({ dataSet: 'visits' });
		const request = ['bulkReport', 'request', { body: { dataSet: 'visits' } }] as const;
		const first = await node.errorOf(...request);
		const second = await node.errorOf(...request);

		expect(second.message).toBe(first.message);
		expect(againFrom(first.message)).toBeGreaterThanOrEqual(node.start + 6 * HOUR);
		expect(againFrom(first.message)).toBeLessThan(node.start + 6 * HOUR + 11 * MINUTE);
		// The first 429 may be that of all reports, for which the venue also names a minute.
		expect(refused().length).toBeLessThanOrEqual(2);
		expect(Date.now() - node.start).toBeLessThan(MINUTE + 5 * SECOND);
	});

	it('POST /reporting/bulk: n8n waits if only seconds of the cooldown are left', async () => {
		await node.items('bulkReport', 'request');
		jest.setSystemTime(node.start + 6 * HOUR - 40 * SECOND);
		expect(await node.items('bulkReport', 'request')).toHaveLength(1);
		expect(refused()).toHaveLength(1);
		expect(Date.now() - node.start - 6 * HOUR).toBeLessThan(MINUTE);
	});

	it('POST /reporting/bulk: its cooldown delays other reports by at most a minute', async () => {
		node.venue.accounts.harbor.exports.requestBulk({});
		await node.errorOf('bulkReport', 'request');
		await node.items('bulkReport', 'query', { path: '/data/visits' });
		expect(Date.now() - node.start).toBeLessThan(MINUTE + 5 * SECOND);
	});

	it('POST /reporting/bulk through Query shares the cooldown', async () => {
		await node.items('bulkReport', 'request', { body: { dataSet: 'visits' } });
		const { message } = await node.errorOf('bulkReport', 'query', {
			method: 'POST',
			path: '/reporting/bulk',
			options: { body: { dataSet: 'visits' } },
		});
		expect(message).toMatch(/accepts this request again from/);
		expect(node.venue.count('POST /reporting/bulk')).toBe(1);
	});

	it('POST /reporting/bulk/revenue-activity, burst-limited: pauses for 24 hours [api 8 POST /reporting/bulk/revenue-activity; 8.4] [nodes: Activity pauses] [reliability: none for 24 hours]', async () => {
		const { items } = await node.execute(['bulkReport', 'requestRevenueActivity'], {
			items: many(6),
			onError: 'continueRegularOutput',
		});
		const [first, second, third, ...paused] = items[0].map(({ json }) => json);
		for (const accepted of [first, second, third]) expect(accepted).not.toHaveProperty('error');
		for (const { retryAt, error } of paused) {
			expect(error).toMatch(/^The venue accepts this request again from/);
			const hours = (Date.parse(String(retryAt)) - node.start) / HOUR;
			expect(hours).toBeCloseTo(24, 2);
		}
		expect(refused().length).toBeLessThanOrEqual(2);
		expect(Date.now() - node.start).toBeLessThan(MINUTE + 5 * SECOND);
	});

	it('POST /reporting/bulk: both outputs have the time that a Wait node needs [nodes: every 6 hours] [reliability: once in about 6 hours]', async () => {
		node.venue.accounts.harbor.exports.requestBulk({});
		const request = ['bulkReport', 'request'] as const;
		const going = await node.execute([...request], { onError: 'continueRegularOutput' });
		const split = await node.execute([...request], { onError: 'continueErrorOutput' });
		const retryAt = going.items[0][0].json.retryAt;
		expect(retryAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
		expect(split.items[1][0].json.message).toMatchObject({ retryAt });
	});
});
