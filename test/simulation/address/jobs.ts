import { enter } from '../core/globalTime';
import { Random } from '../core/random';
import { VirtualTime } from '../core/virtualTime';
import { connectNetwork, startN8n } from '../client/n8n/n8n';
import type { Story } from '../client/story/story';
import type { Exchange } from '../client/venue/ledger';
import { World } from '../client/world';

const MINUTE_MS = 60_000;
const CREDENTIAL = 'credential';

export interface Jobs {
	processes: string[];
	startedAt: number;
	exchanges: Exchange[];
	/** Errors that ended a job early. */
	ended: string[];
}

/** Several processes of n8n behind one router, each with more work than the venue allows. */
export async function runJobs(seed: number, count: number, minutes: number): Promise<Jobs> {
	startN8n();
	const random = new Random(seed);
	const story = drawStory(random.of('story'), count);
	const time = new VirtualTime();
	const dice = random.of('dice of the processes');
	const leave = enter(time, () => dice.fraction());
	try {
		const world = new World(time, story, random);
		const stop = connectNetwork(world.venue);
		const endsAt = world.startedAt + minutes * MINUTE_MS;
		const starts = random.of('starts');
		const ended: string[] = [];
		const jobs = story.processes.flatMap(({ name }) => {
			const startsAt = world.startedAt + starts.int(0, MINUTE_MS);
			const executions = Array.from({ length: starts.int(5, 20) }, (_, at) => `${name}, job ${at}`);
			return executions.map(async (job) => {
				await time.sleepUntil(startsAt);
				await callUntil(world, name, job, endsAt).catch((thrown: Error) =>
					ended.push(`${job}: ${thrown.message}`),
				);
			});
		});
		await time.until(Promise.all(jobs), endsAt + 30 * MINUTE_MS);
		stop();
		const { exchanges } = world.venue.ledger;
		const processes = story.processes.map(({ name }) => name);
		return { processes, startedAt: world.startedAt, exchanges, ended };
	} finally {
		leave();
	}
}

async function callUntil(world: World, name: string, job: string, endsAt: number): Promise<void> {
	const process = world.process(name);
	const { connect, getBooking } = process.shipped;
	const context = process.execution(job, CREDENTIAL, new AbortController().signal);
	const connection = await connect(context, 'execution');
	while (world.time.now() < endsAt) await getBooking(connection, '1');
}

function drawStory(random: Random, count: number): Story {
	const host = 'one.example.com';
	const account = { host, clientId: 'venue', clientSecret: 'secret-of-the-venue' };
	const shortestAnswerMs = random.pick([20, 100, 300]);
	return {
		accounts: [account],
		credentials: [{ id: CREDENTIAL, account, requestsPerMinute: 600 }],
		processes: Array.from({ length: count }, (_, at) => ({
			name: `process ${at + 1}`,
			address: 'address',
			jumps: [],
		})),
		actors: [],
		edits: [],
		spells: [],
		calmAt: 0,
		databaseMs: random.pick([0, 5, 40]),
		parts: [],
		manners: {
			shortestAnswerMs,
			longestAnswerMs: shortestAnswerMs * random.pick([1, 3]),
			lifetimeSeconds: 86_400,
			emptyTokenStatus: 401,
			onlyOneActiveToken: false,
			saysWhatIsLeft: random.chance(0.5),
			saysHours: false,
			isLive: false,
		},
	};
}
