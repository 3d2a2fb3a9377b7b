import { EventEmitter } from 'node:events';
import * as fc from 'fast-check';

import type { DeliveryResponse } from '../../../nodes/VenuePlatformTrigger/memory/deliveryResponse';
import { Gate, type Message } from '../../../nodes/VenuePlatformTrigger/memory/gate';
import { WorkflowMemory } from '../../../nodes/VenuePlatformTrigger/memory/workflowMemory';

/** The line to a sender, with the events and states of Node's own response. */
class Line extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	closed = false;

	/** n8n answers. Where nobody listens any more, Node tells so by no event. */
	answer(status = 200) {
		if (this.writableEnded) return;
		this.statusCode = status;
		this.writableEnded = true;
		if (this.closed) return;
		this.emit('finish');
		this.hangUp();
	}

	hangUp() {
		if (this.closed) return;
		this.closed = true;
		this.emit('close');
	}

	asResponse = () => this as unknown as DeliveryResponse;
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

/** Everybody gets on with it, and time passes. */
const turns = async (count = 5) => {
	for (let turn = 0; turn < count; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		jest.advanceTimersByTime(100);
	}
};

const openGate = () => {
	const memory = new WorkflowMemory();
	return { memory, gate: new Gate(memory) };
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
	/** n8n asks for the answer: it has accepted the execution. */
	accept(): void;
}

async function arrive(gate: Gate, message: Message): Promise<Arrival> {
	const line = new Line();
	const arrival: Arrival = { line, accept: () => {} };
	void gate
		.pass(message, line.asResponse(), () => {})
		.then((passage) => {
			arrival.verdict = passage.verdict;
			if (passage.verdict === 'emit') {
				arrival.accept = () => {
					passage.handover.accept();
					line.answer();
				};
			}
		});
	await turns();
	return arrival;
}

const message = { token: 'message1' };

describe('the gate that lets each message through once', () => {
	it('keeps a copy waiting until the first is accepted, and drops it then', async () => {
		const { gate } = openGate();
		const first = await arrive(gate, message);
		const copy = await arrive(gate, message);
		expect([first.verdict, copy.verdict]).toEqual(['emit', undefined]);
		first.accept();
		await turns();
		expect(copy.verdict).toBe('emitted');
	});

	it('lets one of the waiting copies through when n8n does not accept the first', async () => {
		const { gate } = openGate();
		const first = await arrive(gate, message);
		const copies = [await arrive(gate, message), await arrive(gate, message)];
		first.line.answer(500);
		await turns();
		expect(copies.map(({ verdict }) => verdict)).toEqual(['emit', undefined]);
		copies[0].accept();
		await turns();
		expect(copies[1].verdict).toBe('emitted');
	});

	it('does not keep different messages waiting for each other', async () => {
		const { gate } = openGate();
		const arrivals = await Promise.all(
			['a', 'b', 'c'].map(async (token) => await arrive(gate, { token })),
		);
		expect(arrivals.map(({ verdict }) => verdict)).toEqual(['emit', 'emit', 'emit']);
	});

	it('goes on waiting for n8n when the first sender hangs up', async () => {
		const { gate } = openGate();
		const first = await arrive(gate, message);
		first.line.hangUp();
		const copy = await arrive(gate, message);
		expect(copy.verdict).toBeUndefined();
		first.accept();
		await turns();
		expect(copy.verdict).toBe('emitted');
	});

	it('notices that n8n gave up after the sender hung up', async () => {
		const { gate } = openGate();
		const first = await arrive(gate, message);
		first.line.hangUp();
		first.line.answer(500);
		const copy = await arrive(gate, message);
		expect(copy.verdict).toBe('emit');
	});

	it('neither emits nor acknowledges a copy whose sender has hung up', async () => {
		const { gate, memory } = openGate();
		const first = await arrive(gate, message);
		const copy = await arrive(gate, message);
		copy.line.hangUp();
		await turns();
		expect(copy.verdict).toBe('undecided');
		first.line.answer(500);
		await turns();
		expect(memory.emitted.has(message.token)).toBe(false);
		expect((await arrive(gate, message)).verdict).toBe('emit');
	});

	it('takes a message back that n8n refused after it had asked for the answer', async () => {
		const { gate } = openGate();
		const line = new Line();
		const passage = await gate.pass(message, line.asResponse(), () => {});
		if (passage.verdict === 'emit') passage.handover.accept();
		line.answer(500);
		await turns();
		expect((await arrive(gate, message)).verdict).toBe('emit');
	});

	it('takes a success for an acceptance even if n8n never asked for the answer', async () => {
		const { gate } = openGate();
		const first = await arrive(gate, message);
		first.line.answer();
		await turns();
		expect((await arrive(gate, message)).verdict).toBe('emitted');
	});

	describe('with events that can be outdated', () => {
		const about = (token: string, changedAt: number): Message => ({
			token,
			entity: { token: 'entity01', changedAt },
		});

		it('drops an older event of the same entity, and no other', async () => {
			const { gate } = openGate();
			(await arrive(gate, about('newer', 2_000))).accept();
			await turns();
			const other = { token: 'other', entity: { token: 'entity02', changedAt: 1_000 } };
			expect((await arrive(gate, about('older', 1_000))).verdict).toBe('outdated');
			expect((await arrive(gate, about('same', 2_000))).verdict).toBe('emit');
			expect((await arrive(gate, other)).verdict).toBe('emit');
		});

		it('judges it only when the newer one before it is accepted or not', async () => {
			const { gate } = openGate();
			const refused = await arrive(gate, about('newer', 2_000));
			const older = await arrive(gate, about('older', 1_000));
			expect(older.verdict).toBeUndefined();
			refused.line.answer(500);
			await turns();
			expect(older.verdict).toBe('emit');
		});
	});

	/**
	 * The reference: a venue that repeats what was not acknowledged, an n8n that accepts or fails
	 * after any time, and a count of what was accepted.
	 */
	it('emits each message once, loses none, and acknowledges only what is safe', async () => {
		const delivery = fc.record({
			number: fc.nat({ max: 3 }),
			fate: fc.constantFrom('accept', 'accept', 'fail', 'hang up, accept', 'hang up, fail'),
			after: fc.nat({ max: 6 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 14 }), async (deliveries) => {
				const { gate } = openGate();
				const accepted: string[] = [];
				const run = async ({ number, fate, after }: (typeof deliveries)[number]) => {
					const token = `message${number}`;
					const line = new Line();
					await turns(after);
					const passage = await gate.pass({ token }, line.asResponse(), () => {});
					if (passage.verdict !== 'emit') {
						if (passage.verdict === 'emitted') expect(accepted).toContain(token);
						return line.hangUp();
					}
					await turns(after);
					if (fate.startsWith('hang up')) line.hangUp();
					await turns(after);
					if (fate.endsWith('accept')) {
						accepted.push(token);
						passage.handover.accept();
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
