import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import type { SimulatedVenue } from '../venue';
import type { Engine, SavedCredential } from './harness/engine';
import { connectN8n } from './support/connectedN8n';
import { letTheDateRun, stopTheDate } from './support/date';

const HOUR = 3_600_000;
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
		const issue = venue.tokens.issue.bind(venue.tokens);
		venue.tokens.issue = (clientId) => {
			venue.tokens.revokeAll();
			return issue(clientId);
		};
		const two = [await engine.startOtherProcess(), await engine.startOtherProcess()];
		const round = async () =>
			await Promise.all(
				two.flatMap((process) => Array.from({ length: 5 }, () => process.execute(request()))),
			);
		const costs: number[] = [];
		for (let rounds = 0; rounds < 10; rounds++) {
			venue.forgetRequests();
			if (rounds % 5 === 0) venue.tokens.revokeAll();
			const runs = await round();
			expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
			costs.push(venue.count('POST /token'));
		}
		expect(costs.reduce((sum, cost) => sum + cost)).toBeLessThanOrEqual(12);
		expect(costs[4] + costs[9]).toBe(0);
	});
});
