import { PollContext } from 'n8n-core';
import { type INode, Workflow } from 'n8n-workflow';
import type { Deed } from './happen';

type Connecting = typeof import('../../../../nodes/venueApi/connection');
type Bookings = typeof import('../../../../nodes/venueApi/resources/bookings');

const FEWEST = 30;
const MOST = 250;
/** With a low limit, calls wait in the queue for longer than a call’s patience. */
const LONG_LINE_MINUTES = [4, 6] as const;
const LOW_LIMIT = 120;
const OTHER_BASE_URL = 'only, and the request goes to';

/**
 * A workflow looks up many bookings at once, like the action node. Each look-up only waits for its
 * turn, so all of them succeed if the venue is well.
 */
export const lookUp: Deed = async (world, { name }) => {
	const { main, dice, plan } = world;
	if (!main || main.isLeaving) return false;
	const draw = dice.of(`action ${name}`);
	const record = `record ${draw.int(0, plan.records.length - 1)}`;
	const venue = world.venues[world.venueOf(record)];
	const booking = venue.bookings.all()[0]?.uniqueId;
	const now = world.time.now();
	if (booking === undefined || venue.weather.at(now).length > 0) return false;
	if (world.calls.hasAskedToWait(venue.host, now)) return false;

	const { connect } = main.load('nodes/venueApi/connection') as Connecting;
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
	const connection = await connect(context, 'execution');
	const perMinute = plan.requestsPerMinute;
	const count =
		perMinute > LOW_LIMIT
			? draw.int(FEWEST, MOST)
			: draw.int(LONG_LINE_MINUTES[0] * perMinute, LONG_LINE_MINUTES[1] * perMinute);
	const afterCalls = draw.int(draw.chance(0.5) ? 0 : Math.floor(0.7 * count), count - 1);
	venue.asksOnceToWait = draw.chance(0.7) ? { afterCalls, seconds: 60 } : undefined;
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
	const answers = await Promise.all(Array.from({ length: count }, ask));
	const { calls, time, stays } = world;
	const isEdited = stays.wasEditedBetween(record, startedAt, time.now());
	// A key that was disabled meanwhile, or a Base URL that was changed, has nothing to do with
	// turns.
	const isOfTurns = (answer: string) =>
		!/Client Secret|disabled key/.test(answer) && !(isEdited && answer.includes(OTHER_BASE_URL));
	const refused = answers.filter((answer) => answer !== undefined && isOfTurns(answer));
	world.say(`${count - refused.length} of them are there after ${time.now() - startedAt} ms`);
	const isCalm = venue.weather.between(startedAt, time.now()).length === 0;
	if (refused.length > 0 && isCalm && calls.wasWell(venue.host, startedAt)) {
		world.broken(
			'who only waits for a turn gets it',
			`${refused.length} of ${count}: ${refused[0]}`,
		);
	}
	return true;
};
