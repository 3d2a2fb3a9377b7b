import { setTimeout as pause } from 'node:timers/promises';

import axios from 'axios';

import { readExample, type ExampleNode } from '../../examples/examples';
import { imported, isOurs } from '../../examples/imported';
import { ExampleLab, type Imported, type Venue } from '../examples/exampleLab';
import { inParallel } from '../fixtures/inParallel';

const EXAMPLE = 'safety/lossless-mirror';
const KEY = 'the-key-of-the-venue';
const BOOKINGS = 500;
const SENDERS = 4;
/** Every fifth booking is also changed, and the change arrives first. */
const CHANGED = 5;
/** Every tenth message is never delivered. */
const LOST = 10;
/** There is a poll every minute here. */
const CAUGHT_UP_WITHIN_MS = 8 * 60_000;

describe('the example “Lossless mirror” with a real PostgreSQL, in queue mode', () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await ExampleLab.open('queue');
	});

	afterAll(async () => {
		await lab?.close();
	});

	/** As the page says, but with a poll every minute. */
	const importMirror = async ({ credential }: Venue): Promise<Imported> => {
		const { nodes, ...example } = readExample(EXAMPLE);
		const everyMinute = (node: ExampleNode) =>
			node.name === 'Booking Changed'
				? {
						...node,
						parameters: { ...node.parameters, pollTimes: { item: [{ mode: 'everyMinute' }] } },
					}
				: node;
		return await lab.importDefinition(
			imported({ ...example, nodes: nodes.map(everyMinute) }, (node) =>
				isOurs(node) ? credential : lab.apps.accountFor(node),
			),
		);
	};

	/** What the venue has to send: each change before the booking that it changes. */
	const bookAndChange = async ({ account: { bookings, messages } }: Venue) => {
		messages.hold();
		for (let index = 0; index < BOOKINGS; index++) {
			const { booking } = await bookings.create();
			if (index % CHANGED === 0) await bookings.change(booking.uniqueId, { guests: index });
		}
		return messages.all().reverse();
	};

	it(
		`has ${BOOKINGS} rows at their newest event, although messages came twice, too late or not at all`,
		async () => {
			const venue = await lab.addVenue('The mirrored venue', KEY);
			const mirror = await importMirror(venue);
			await lab.run(mirror, 'Set Up Once');
			await lab.publish(mirror);
			const webhookId = mirror.definition.nodes.find((node) => node.webhookId)?.webhookId;
			const { webhookProcessors, workers, main, session } = lab.n8n;
			const urls = webhookProcessors.map(({ url }) => `${url}/webhook/${webhookId}/venue-platform`);
			const messages = await bookAndChange(venue);
			const statuses = new Map<number, number>();
			const sendTo = async (
				url: string,
				{ id, type, eventType, eventDate, data }: (typeof messages)[0],
			) => {
				const sendDate = new Date().toISOString();
				const envelope = { id, sendDate, type, eventDate, eventType, data };
				const headers = { 'x-api-key': KEY };
				const status = await axios
					.post(url, envelope, {
						headers,
						proxy: false,
						timeout: 30_000,
						validateStatus: () => true,
					})
					.then(
						(answer) => answer.status,
						() => 0,
					);
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			};

			lab.platform.faults.on('GET /bookings', { kind: 'answer', status: 503, body: 'Maintenance' });
			const killed: Array<Promise<void>> = [];
			await inParallel(SENDERS, messages, async (message, index) => {
				if (index === Math.floor(messages.length / 3)) {
					killed.push(workers[0].kill().then(async () => await workers[0].start()));
					killed.push(
						webhookProcessors[0].kill().then(async () => await webhookProcessors[0].start()),
					);
				}
				if (index === Math.floor((messages.length * 2) / 3)) {
					killed.push(workers[1].kill().then(async () => await workers[1].start()));
					killed.push(main.kill().then(async () => await main.start()));
				}
				if (index % LOST === 0) return;
				await Promise.all([...urls, ...urls].map(async (url) => await sendTo(url, message)));
			});
			await Promise.all(killed);
			await session.logIn();
			lab.platform.faults.clear();

			const newest = Object.fromEntries(
				venue.account.bookings.all().map(({ uniqueId, modifiedDate }) => [uniqueId, modifiedDate]),
			);
			const behind = async () => {
				const changes = await lab.apps.mirrored();
				return Object.keys(newest).filter((id) => changes[id] !== newest[id]).length;
			};
			const behindAtFirst = await behind();
			const giveUpAt = Date.now() + CAUGHT_UP_WITHIN_MS;
			while ((await behind()) > 0 && Date.now() < giveUpAt) await pause(2_000);
			process.stdout.write(
				`mirror: ${messages.length} messages, 4 copies each, answered ${JSON.stringify([...statuses])}; ${behindAtFirst} bookings behind after the deliveries, ${await behind()} in the end\n`,
			);
			expect(behindAtFirst).toBeGreaterThan(0);
			expect(await lab.apps.mirrored()).toEqual(newest);
		},
		30 * 60_000,
	);
});
