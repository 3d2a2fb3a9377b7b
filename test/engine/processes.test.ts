import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import type { SimulatedVenue } from '../venue';
import type { Engine, SavedCredential } from './harness/engine';
import type { OtherProcess } from './harness/otherProcess/otherProcess';
import { connectN8n } from './support/connectedN8n';
import { letTheDateRun, stopTheDate } from './support/date';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const getBookings = { resource: 'booking', operation: 'getAll' };

describe('processes of one n8n that share a stored credential', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeEach(async () => {
		({ venue, engine, credential } = await connectN8n());
		venue.bookings.seed(3);
	});

	afterEach(async () => {
		await engine.stop();
		await venue.stop();
	});

	const request = () => ({
		source: 'nodes/VenuePlatform/VenuePlatform.node',
		parameters: getBookings,
		credentials: { venuePlatformApi: credential },
	});

	it('request at most one token each if it is rejected in two at once, and none later', async () => {
		stopTheDate(Date.now() - HOUR);
		await engine.execute({
			node: VenuePlatform,
			parameters: getBookings,
			credentials: { venuePlatformApi: credential },
		});
		letTheDateRun();
		venue.tokens.revokeAll();
		venue.forgetRequests();

		const two = [await engine.startOtherProcess(), await engine.startOtherProcess()];
		const runs = await Promise.all(
			two.flatMap((process) => Array.from({ length: 10 }, () => process.execute(request()))),
		);
		expect(runs.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(venue.count('POST /token')).toBeLessThanOrEqual(2);

		venue.forgetRequests();
		const third = await engine.startOtherProcess();
		expect((await third.execute(request())).status).toBe('success');
		expect(venue.count('POST /token')).toBe(0);
	});

	it('settle on one token if a new one ends the one before', async () => {
		let whenIssued = () => {};
		const issue = venue.tokens.issue.bind(venue.tokens);
		venue.tokens.issue = (clientId) => {
			venue.tokens.revokeAll();
			whenIssued();
			return issue(clientId);
		};
		const five = async (process: OtherProcess) => {
			const runs = Array.from({ length: 5 }, async () => await process.execute(request()));
			return (await Promise.all(runs)).filter(({ status }) => status !== 'success');
		};
		const one = await engine.startOtherProcess();
		const other = await engine.startOtherProcess();

		// By the time the first token arrives, the one of the other process has ended it.
		venue.faults.on('POST /token', { kind: 'stall', afterBytes: 0, ms: MINUTE }, { times: 1 });
		const isIssued = new Promise<void>((resolve) => (whenIssued = resolve));
		const runs = five(one);
		await isIssued;
		expect(await five(other)).toEqual([]);
		await venue.clock.advance(MINUTE);
		expect(await runs).toEqual([]);
		expect(venue.count('POST /token')).toBe(3);

		venue.forgetRequests();
		expect(await Promise.all([one, other].map(five))).toEqual([[], []]);
		expect(venue.count('POST /token')).toBe(0);
	});
});
