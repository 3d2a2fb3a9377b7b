import { PollContext } from 'n8n-core';
import { type INode, Workflow } from 'n8n-workflow';
import type { Deed } from './happen';

type Connecting = typeof import('../../../../nodes/venueApi/connection');
type Bookings = typeof import('../../../../nodes/venueApi/resources/bookings');

const FEWEST = 30;
const MOST = 250;

/**
 * A workflow looks up many bookings at once, as the action node does it. Each of them only waits for
 * its turn, so where the venue is well all succeed.
 */
export const lookUp: Deed = async (world, { name }) => {
	const { main, dice, plan } = world;
	if (!main || main.isLeaving) return false;
	const draw = dice.of(`action ${name}`);
	const record = `record ${draw.int(0, plan.records.length - 1)}`;
	const venue = world.venues[world.venueOf(record)];
	const [booking] = venue.bookings.keys();
	if (booking === undefined || venue.weather.at(world.time.now()).length > 0) return false;

	const { connect, PATIENCE_MS } = main.load('nodes/venueApi/connection') as Connecting;
	const { getBooking } = main.load('nodes/venueApi/resources/bookings') as Bookings;
	const node: INode = {
		...{ id: name, name, type: main.nodeTypes.VenuePlatformRecoveryTrigger, typeVersion: 1 },
		...{ position: [0, 0], parameters: {} },
		credentials: { venuePlatformApi: { id: record, name: record } },
	};
	const { types, additionalData } = main.parts;
	const workflow = new Workflow({
		...{ id: name, nodes: [node], connections: {}, active: false, nodeTypes: types },
	});
	const context = new PollContext(workflow, node, additionalData(), 'trigger', 'manual');
	const connection = await connect(context, PATIENCE_MS.execution);
	venue.asksOnceToWait = draw.chance(0.7) ? 60 : undefined;
	const count = draw.int(FEWEST, MOST);
	const startedAt = world.time.now();
	world.say(`a workflow looks up ${count} bookings at ${venue.name}`);
	const ask = async () => {
		try {
			await getBooking(connection, booking);
			return undefined;
		} catch (error) {
			return (error as Error).message;
		}
	};
	const refused = (await Promise.all(Array.from({ length: count }, ask))).filter(Boolean);
	const { calls, time } = world;
	world.say(`${count - refused.length} of them are there after ${time.now() - startedAt} ms`);
	if (refused.length > 0 && calls.wasWell(venue.host, startedAt)) {
		world.broken(
			'who only waits for a turn gets it',
			`${refused.length} of ${count}: ${refused[0]}`,
		);
	}
	return true;
};
