import * as fc from 'fast-check';

import { WorkflowMemory } from '../../../nodes/VenuePlatformTrigger/memory/workflowMemory';
import { Line, PublishedTrigger, type Message } from './support/delivery';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

/** Deliveries proceed, and time passes. */
const turns = async (count = 5) => {
	for (let turn = 0; turn < count; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		jest.advanceTimersByTime(100);
	}
};

async function whileTimePasses(work: Promise<unknown>) {
	let isDone = false;
	const done = work.finally(() => {
		isDone = true;
	});
	while (!isDone) await turns(1);
	await done;
}

interface Arrival {
	verdict?: string;
	line: Line;
	/** n8n asks for the response, because it has accepted the execution. */
	accept(): void;
}

async function arrive(trigger: PublishedTrigger, message: Message): Promise<Arrival> {
	const line = new Line();
	const arrival: Arrival = { line, accept: () => {} };
	void trigger.receive(message, line).then(({ verdict, accept }) => {
		arrival.verdict = verdict;
		arrival.accept = () => {
			accept();
			line.answer();
		};
	});
	await turns();
	return arrival;
}

const message = { id: 'message1' };

describe('a trigger that emits each message once', () => {
	it('keeps a copy waiting until the first is accepted, and then drops it', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		const copy = await arrive(trigger, message);
		expect([first.verdict, copy.verdict]).toEqual(['emit', undefined]);
		first.accept();
		await turns();
		expect(copy.verdict).toBe('emitted');
	});

	it('lets one of the waiting copies through if n8n does not accept the first', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		const copies = [await arrive(trigger, message), await arrive(trigger, message)];
		first.line.answer(500);
		await turns();
		expect(copies.map(({ verdict }) => verdict)).toEqual(['emit', undefined]);
		copies[0].accept();
		await turns();
		expect(copies[1].verdict).toBe('emitted');
	});

	it('does not keep different messages waiting for each other', async () => {
		const trigger = new PublishedTrigger();
		const arrivals = await Promise.all(
			['a', 'b', 'c'].map(async (id) => await arrive(trigger, { id })),
		);
		expect(arrivals.map(({ verdict }) => verdict)).toEqual(['emit', 'emit', 'emit']);
	});

	it('keeps waiting for n8n if the first sender hangs up', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		first.line.hangUp();
		const copy = await arrive(trigger, message);
		expect(copy.verdict).toBeUndefined();
		first.accept();
		await turns();
		expect(copy.verdict).toBe('emitted');
	});

	it('notices that n8n failed after the sender hung up', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		first.line.hangUp();
		first.line.answer(500);
		const copy = await arrive(trigger, message);
		expect(copy.verdict).toBe('emit');
	});

	it('neither emits nor acknowledges a copy whose sender has hung up', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		const copy = await arrive(trigger, message);
		copy.line.hangUp();
		await turns();
		expect(copy.verdict).toBe('undecided');
		first.line.answer(500);
		await turns();
		expect(trigger.staticData).toEqual({});
		expect((await arrive(trigger, message)).verdict).toBe('emit');
	});

	it('takes back a message if n8n fails after it has asked for the response', async () => {
		const trigger = new PublishedTrigger();
		const line = new Line();
		const { accept } = await trigger.receive(message, line);
		accept();
		line.answer(500);
		await turns();
		expect((await arrive(trigger, message)).verdict).toBe('emit');
	});

	it('learns that another process has emitted what n8n did not accept here', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		first.line.answer(500);
		await turns();
		const other = new WorkflowMemory();
		other.emitted.add(trigger.fingerprintOf(message));
		other.record(trigger.staticData);
		expect((await arrive(trigger, message)).verdict).toBe('emitted');
	});

	it('counts a success as acceptance even if n8n never asked for the response', async () => {
		const trigger = new PublishedTrigger();
		const first = await arrive(trigger, message);
		first.line.answer();
		await turns();
		expect((await arrive(trigger, message)).verdict).toBe('emitted');
	});

	describe('with events that can be outdated', () => {
		const about = (id: string, changedAt: number): Message => ({
			id,
			entity: { id: 'entity01', changedAt },
		});

		it('drops an older event of the same entity, and no other', async () => {
			const trigger = new PublishedTrigger();
			(await arrive(trigger, about('newer', 2_000))).accept();
			await turns();
			const other = { id: 'other', entity: { id: 'entity02', changedAt: 1_000 } };
			expect((await arrive(trigger, about('older', 1_000))).verdict).toBe('outdated');
			expect((await arrive(trigger, about('same', 2_000))).verdict).toBe('emit');
			expect((await arrive(trigger, other)).verdict).toBe('emit');
		});

		it('decides about an older event only after the newer one was accepted or has failed', async () => {
			const trigger = new PublishedTrigger();
			const notAccepted = await arrive(trigger, about('newer', 2_000));
			const older = await arrive(trigger, about('older', 1_000));
			expect(older.verdict).toBeUndefined();
			notAccepted.line.answer(500);
			await turns();
			expect(older.verdict).toBe('emit');
		});
	});

	/**
	 * The reference: a venue that repeats what was not acknowledged, an n8n that accepts or fails
	 * after any time, and a list of what was accepted.
	 */
	it('emits each message once, loses none, and acknowledges only what is safe [api 3.1; 4.4] [readme: the venue “received”] [reliability: acknowledges nothing]', async () => {
		const delivery = fc.record({
			number: fc.nat({ max: 3 }),
			fate: fc.constantFrom('accept', 'accept', 'fail', 'hang up, accept', 'hang up, fail'),
			after: fc.nat({ max: 6 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 14 }), async (deliveries) => {
				const trigger = new PublishedTrigger();
				const accepted: string[] = [];
				const run = async ({ number, fate, after }: (typeof deliveries)[number]) => {
					const id = `message${number}`;
					const line = new Line();
					await turns(after);
					const { verdict, accept } = await trigger.receive({ id }, line);
					if (verdict !== 'emit') {
						if (verdict === 'emitted') expect(accepted).toContain(id);
						return line.hangUp();
					}
					await turns(after);
					if (fate.startsWith('hang up')) line.hangUp();
					await turns(after);
					if (fate.endsWith('accept')) {
						accepted.push(id);
						accept();
						line.answer();
					} else line.answer(500);
				};
				await whileTimePasses(Promise.all(deliveries.map(run)));
				for (const { number } of deliveries) {
					await whileTimePasses(run({ number, fate: 'accept', after: 0 }));
				}
				const sent = new Set(deliveries.map(({ number }) => `message${number}`));
				expect([...accepted].sort()).toEqual([...sent].sort());
			}),
			{ numRuns: 60 },
		);
	});
});
