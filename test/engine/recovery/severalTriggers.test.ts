import { startVenue, type SimulatedVenue } from '../../venue';
import type { NodeSetup } from '../harness/execution';
import { fresh, ofEvent, ownWebhook, RecoveryFixture } from './support/recoveryFixture';
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
			const { baseUrl, credentials } = venues[index % VENUES];
			const data = { baseUrl, ...credentials };
			setups.push({
				node,
				name: `Recovery ${index}`,
				parameters: { events: ['final'], refetchBookings: false },
				credentials: {
					venuePlatformApi: await fixture.engine.saveCredential('venuePlatformApi', data),
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
