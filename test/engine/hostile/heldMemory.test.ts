import { ResponseMemory } from '../../../nodes/venueApi/pacing/responseMemory';
import { ActionNode } from '../action/support/actionNode';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import { RecoveryFixture } from '../recovery/support/recoveryFixture';
import { letTheDateRun } from '../support/date';

const MEGABYTE = 2 ** 20;

/** About five megabytes of n8n's memory. */
const RECORDS = `[${Array(21_000).fill('{}').join()}]`;

/** Less than executions may hold together, but not with four more. */
const OTHERS = 506 * MEGABYTE;

/** Whether there is memory for a response beside a large execution and what else is held. */
async function hasRoom(): Promise<boolean> {
	const [large, small] = [new ResponseMemory(), new ResponseMemory()];
	return await large.during(async () => {
		await large.take(OTHERS, Infinity);
		const cancel = new AbortController();
		const taking = small.during(
			async () => await small.take(3 * MEGABYTE, Infinity, cancel.signal),
		);
		setImmediate(() => cancel.abort());
		return (await taking) === 'taken';
	});
}

describe('the memory of what was read', () => {
	afterEach(() => letTheClockRun());

	it('is held until the execution ends, also while it waits for the next page', async () => {
		const node = await ActionNode.open();
		const page = {
			kind: 'answer',
			status: 200,
			body: `{"items":${RECORDS},"nextPage":2}`,
		} as const;
		node.venue.faults.on('GET /rows', page, { times: 1 });
		node.venue.faults.on('GET /rows', { kind: 'delay', ms: 60_000 });
		const options = { allPages: true };
		const call = { method: 'GET', path: '/rows', options };
		expect(await hasRoom()).toBe(true);
		const { cancel, done } = await node.begin(['api', 'call', call]);
		await passTime(10_000);
		expect(await hasRoom()).toBe(false);
		cancel();
		await node.whileTimeMoves(done);
		expect(await hasRoom()).toBe(true);
		await node.close();
	});

	it('is held until the poll ends, also while it asks for something else', async () => {
		const fixture = await RecoveryFixture.open();
		letTheDateRun();
		stopTheClock(Date.UTC(2026, 10, 21, 12));
		const setup = fixture.trigger({ events: ['final', 'booking'] });
		const trigger = await whileTimeMoves(fixture.engine.activate(setup));
		const { venue } = fixture;
		venue.faults.on('GET /webhooks/messages/failed', {
			kind: 'answer',
			status: 200,
			body: RECORDS,
		});
		venue.faults.on('GET /bookings', { kind: 'delay', ms: 60_000 });
		const polling = trigger.poll();
		await passTime(10_000);
		expect(await hasRoom()).toBe(false);
		await whileTimeMoves(polling.catch(() => undefined));
		expect(await hasRoom()).toBe(true);
		await fixture.close();
	});
});
