import { randomUUID } from 'node:crypto';

import { envelope } from '../../attacks/deliveries';
import { ExampleLab, type Imported } from '../examples/exampleLab';
import { importFor } from '../examples/stories/story';
import { end, start } from '../fixtures/nodes';
import { removeDuplicates } from '../fixtures/removeDuplicates';
import { definition } from '../lab/rest/workflows';

const MESSAGES = Number(process.env.REMEDY_MESSAGES ?? 25_000);
const AT_ONCE = 500;
const COPY_OF_EACH = 5;
/** How many values n8n's node remembers before it stops. */
const HISTORY = 10_000;

type Message = typeof envelope;

/** Each batch has new messages, and a copy of every fifth message of the batch before. */
function* batches(): Generator<Message[]> {
	let before: Message[] = [];
	for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
		const own = Array.from({ length: AT_ONCE }, () => ({ ...envelope, id: randomUUID() }));
		yield [...own, ...before.filter((_, index) => index % COPY_OF_EACH === 0)];
		before = own;
	}
}

describe(`${MESSAGES} messages, every fifth of them twice,`, () => {
	let lab: ExampleLab;

	beforeAll(async () => {
		lab = await ExampleLab.open();
	});

	afterAll(async () => await lab?.close());

	/** How many messages passed, and how long each took. */
	const runAll = async (imported: Imported, trigger: string, effect: string) => {
		const done: string[] = [];
		let [failed, items, milliseconds] = [0, 0, 0];
		for (const batch of batches()) {
			const {
				status,
				items: itemsOf,
				startedAt,
				stoppedAt,
			} = await lab.runWith(imported, trigger, batch);
			if (status !== 'success') {
				failed++;
				break;
			}
			items += batch.length;
			milliseconds += Date.parse(stoppedAt) - Date.parse(startedAt);
			done.push(...itemsOf(effect).map((item) => String(item.messageId ?? item.id)));
		}
		const doubled = done.length - new Set(done).size;
		return { failed, done: done.length, doubled, msPerMessage: milliseconds / items };
	};

	it('pass the example “Exactly once”, each once [troubleshooting: Is it a rare case?]', async () => {
		const { imported } = await importFor(lab, 'safety/exactly-once');
		await lab.run(imported, 'Set Up Once');
		const outcome = await runAll(imported, 'Booking Created', 'Mark as Done');
		process.stdout.write(`exactly once: ${JSON.stringify(outcome)}\n`);
		expect(outcome).toMatchObject({ failed: 0, done: MESSAGES, doubled: 0 });
	});

	it('stop n8n’s Remove Duplicates at its History Size [reliability: 10,000 messages] [self-hosting: 10,000 bookings]', async () => {
		const nodes = definition('Remove Duplicates', [
			start,
			removeDuplicates('={{ $json.id }}'),
			end,
		]);
		const imported = await lab.importDefinition(nodes);
		const outcome = await runAll(imported, start.name, end.name);
		process.stdout.write(`Remove Duplicates: ${JSON.stringify(outcome)}\n`);
		expect(outcome).toMatchObject({ failed: 1, doubled: 0 });
		// The node also counts the copies in a batch.
		expect(outcome.done).toBeGreaterThan(HISTORY - 2 * AT_ONCE);
		expect(outcome.done).toBeLessThanOrEqual(HISTORY);
	});
});
