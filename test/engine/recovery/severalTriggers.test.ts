import { startVenue, type SimulatedVenue } from '../../venue';
import type { NodeSetup } from '../harness/execution';
import { passTime, whileTimeMoves } from '../harness/time';
import { fresh, MINUTE, ofEvent, ownWebhook, RecoveryFixture } from './support/recoveryFixture';
import { SeveralTriggers } from './support/severalTriggers';

const VENUES = 3;
const NODES = 8;
const DAY_IN_MINUTES = 24 * 60;

describe('several recovery triggers in one workflow', () => {
	let fixture: RecoveryFixture;
	const venues: SimulatedVenue[] = [];
	const setups: NodeSetup[] = [];
	const node = fresh();

	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		for (let venue = 0; venue < VENUES; venue++) venues.push(await startVenue());
		for (const venue of venues) ownWebhook(venue);
		for (let index = 0; index < NODES; index++) {
			const venue = venues[index % VENUES];
			setups.push({
				node,
				name: `Recovery ${index}`,
				parameters: { events: ['final'], refetchBookings: false },
				credentials: {
					venuePlatformApi: await fixture.saveCredential(venue.credentials, venue),
				},
			});
		}
	});
	afterEach(async () => {
		for (const venue of venues.splice(0)) await venue.stop();
		setups.splice(0);
		await fixture.close();
	});

	const giveUp = (count: number) =>
		venues.flatMap((venue) =>
			Array.from({ length: count }, () => venue.messages.addFailed({ attempts: 7 }).id),
		);
	const pollAll = async (triggers: SeveralTriggers) => {
		const said: unknown[] = [];
		for (const id of triggers.ids()) {
			const { items } = await triggers.poll(id);
			said.push(...ofEvent(items, 'final').map(({ messageId }) => messageId));
		}
		return said;
	};
	/** Two or three of the eight nodes watch each venue. */
	const timesSaid = (said: unknown[], ids: string[]) =>
		ids.map((id) => said.filter((other) => other === id).length).sort();
	const onceByEach = (perVenue: number) =>
		[3, 3, 2].flatMap((nodes) => Array<number>(perVenue).fill(nodes)).sort();

	it('report everything once, also across restarts and weeks in which n8n is off [reliability: any number of recovery triggers]', async () => {
		const triggers = await SeveralTriggers.publish(fixture, setups);
		for (const pause of [15, 15, 60 * DAY_IN_MINUTES]) {
			fixture.later(pause);
			const ids = giveUp(3);
			expect(timesSaid(await pollAll(triggers), ids)).toEqual(onceByEach(3));
			expect(await pollAll(triggers)).toEqual([]);
			await triggers.restart(fresh());
			expect(await pollAll(triggers)).toEqual([]);
		}
	}, 120_000);

	it('report everything once if one of them is replaced again and again', async () => {
		const triggers = await SeveralTriggers.publish(fixture, setups);
		for (let round = 0; round < 10; round++) {
			fixture.later();
			await triggers.change([setups[NODES - 1]], [triggers.ids()[NODES - 1]]);
			const ids = giveUp(1);
			fixture.later();
			expect(timesSaid(await pollAll(triggers), ids)).toEqual(onceByEach(1));
		}
		await triggers.restart(fresh());
		expect(await pollAll(triggers)).toEqual([]);
	}, 120_000);
});

describe('recovery triggers that poll in the same minute, at a low limit', () => {
	const MANY = 20;
	const LOW = 6;

	it('all get through with the Requests per Minute that the message names', async () => {
		const fixture = await RecoveryFixture.open();
		fixture.stopTheTimers();
		ownWebhook(fixture.venue);
		const { engine, credential } = fixture;
		const setups = Array.from({ length: MANY }, (_, index) => ({
			...fixture.trigger({ events: ['final', 'booking'], refetchBookings: false }),
			name: `Recovery ${index}`,
		}));
		const triggers = await whileTimeMoves(SeveralTriggers.publish(fixture, setups));
		const messages = fixture.giveUp(2, { type: 'Ticket' });
		const told: unknown[] = [];
		const pollAll = async () => {
			await passTime(15 * MINUTE);
			const polls = await whileTimeMoves(
				Promise.all(triggers.ids().map(async (id) => await triggers.poll(id))),
			);
			for (const { items } of polls) {
				told.push(...ofEvent(items, 'final').map(({ messageId }) => messageId));
			}
			return polls.flatMap(({ error }) => (error ? [error] : []));
		};
		/** What the user reads and enters, after two polls: the first failure may be chance. */
		const neededAfter = async (requestsPerMinute: number): Promise<number> => {
			await engine.updateCredential(credential, { requestsPerMinute });
			const failed = [...(await pollAll()), ...(await pollAll())];
			const named = failed.map(({ message }) =>
				Number(/enter (\d+) or more as Requests per Minute/.exec(message)?.[1]),
			);
			return Math.max(requestsPerMinute, ...named);
		};

		const first = await neededAfter(LOW);
		expect(first).toBeGreaterThan(LOW);
		const second = await neededAfter(first);
		const enough = await neededAfter(second);
		expect(await neededAfter(enough)).toBe(enough);
		// Each of them asks for three lists.
		expect(enough).toBeLessThanOrEqual(3 * MANY);
		const times = messages.map(({ id }) => told.filter((other) => other === id).length);
		expect(times).toEqual([MANY, MANY]);
		await fixture.close();
	});
});
