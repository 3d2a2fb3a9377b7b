import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';

import { VenuePlatformTrigger } from '../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { partsOf } from '../harness/engineParts';
import { isN8n1 } from '../harness/n8n';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { freshTrigger, Stage } from './support/stage';

const KEY = 'the-key-of-the-venue';
const SKIP_OUTDATED = { options: { skipOutdated: true, entityIdPath: 'data.uniqueId' } };

type Outcome = 'saved' | 'full';

/** n8n saves executions here, one at a time, when a test says how that ends. */
class Database {
	private readonly saving: Array<(outcome: Outcome) => void> = [];

	readonly save = async () => {
		const outcome = await new Promise<Outcome>((resolve) => this.saving.push(resolve));
		if (outcome === 'full') throw new Error('The database is full');
	};

	get underWay(): number {
		return this.saving.length;
	}

	async untilUnderWay(count: number): Promise<void> {
		while (this.saving.length < count) await sleep(5);
	}

	async end(outcome: Outcome): Promise<void> {
		await this.untilUnderWay(1);
		this.saving.shift()!(outcome);
	}
}

/** Long enough for everything that does not wait for the database. */
const settled = async () => await sleep(100);

describe('a delivery that n8n has not accepted yet', () => {
	let stage: Stage;
	let trigger: ActiveTrigger;
	let database: Database;

	const open = async (parameters = {}) => {
		stage = await Stage.open({}, { webhookApiKey: KEY });
		trigger = await stage.engine.activate(stage.trigger(parameters));
		database = new Database();
		stage.engine.beforeAccepting = database.save;
	};
	beforeEach(async () => await open());
	afterEach(async () => {
		jest.restoreAllMocks();
		await stage.close();
	});

	/** Undefined if the sender hangs up before n8n answers. */
	const deliver = async (id: string, more: object = {}, hangUp?: AbortSignal) => {
		const { pathname } = new URL(await trigger.url());
		const now = new Date().toISOString();
		const message = { type: 'Booking', eventType: 'Updated', sendDate: now, eventDate: now };
		const answer = await fetch(`${stage.engine.receiverUrl}${pathname}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': KEY },
			body: JSON.stringify({ ...message, data: {}, ...more, id }),
			signal: hangUp,
		}).catch(() => undefined);
		return answer?.status;
	};
	const deliverAndHangUp = async (id: string) => {
		const sender = new AbortController();
		const answer = deliver(id, {}, sender.signal);
		await settled();
		sender.abort();
		expect(await answer).toBeUndefined();
		await settled();
	};
	const emitted = async () => (await trigger.emitted()).map(({ json }) => json.id);

	it('does not keep other messages waiting', async () => {
		const all = Promise.all(['a', 'b', 'c'].map(async (id) => await deliver(id)));
		await database.untilUnderWay(3);
		for (let one = 0; one < 3; one++) await database.end('saved');
		expect(await all).toEqual([200, 200, 200]);
	});

	it('is emitted again if n8n fails although it has prepared its answer, as before 2.8 [reliability: before 2.8]', async () => {
		const parts = partsOf(stage.engine);
		parts.answersFirst = true;
		jest.spyOn(parts.workflows, 'saveStaticData').mockImplementationOnce(settled);
		stage.engine.beforeAccepting = () => Promise.reject(new Error('The database is full'));
		expect(await deliver('a')).toBe(500);
		stage.engine.beforeAccepting = async () => {};
		expect(await deliver('a')).toBe(200);
		expect(await emitted()).toEqual(['a']);
	});

	// n8n 1 answers first, so no copy waits for what becomes of it.
	if (isN8n1) return;

	it('keeps its copies waiting', async () => {
		const first = deliver('a');
		await database.untilUnderWay(1);
		const copy = deliver('a');
		await settled();
		expect(database.underWay).toBe(1);
		await database.end('saved');
		expect(await Promise.all([first, copy])).toEqual([200, 200]);
		expect(await emitted()).toEqual(['a']);
	});

	it('keeps its copies waiting although its sender hung up', async () => {
		await deliverAndHangUp('a');
		const copy = deliver('a');
		await settled();
		expect(database.underWay).toBe(1);
		await database.end('saved');
		expect(await copy).toBe(200);
		expect(await emitted()).toEqual(['a']);
	});

	it('is emitted with its next copy if n8n fails, although its sender hung up', async () => {
		await deliverAndHangUp('a');
		const copy = deliver('a');
		await settled();
		await database.end('full');
		await database.end('saved');
		expect(await copy).toBe(200);
		expect(await emitted()).toEqual(['a']);
	});

	it('is not emitted with a copy whose sender hung up', async () => {
		const first = deliver('a');
		await database.untilUnderWay(1);
		await deliverAndHangUp('a');
		await database.end('full');
		expect(await first).toBe(500);
		await settled();
		expect(database.underWay).toBe(0);
		expect(await stage.staticData(trigger.workflowId)).toEqual({});
		const again = deliver('a');
		await database.end('saved');
		expect(await again).toBe(200);
	});

	it('answers 503 to a copy that waits too long', async () => {
		const clock = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
		const first = deliver('a');
		await database.untilUnderWay(1);
		const copy = deliver('a');
		await settled();
		clock.abort();
		expect(await copy).toBe(503);
		await database.end('saved');
		expect(await first).toBe(200);
	});

	it('keeps older events of its entity waiting, and drops them only if it is accepted', async () => {
		await stage.close();
		await open(SKIP_OUTDATED);
		const about = (minute: number) => ({
			eventDate: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
			data: { uniqueId: 'B-1' },
		});
		const newer = deliver('newer', about(2));
		await database.untilUnderWay(1);
		const older = deliver('older', about(1));
		await settled();
		expect(database.underWay).toBe(1);
		await database.end('full');
		expect(await newer).toBe(500);
		await database.end('saved');
		expect(await older).toBe(200);
		expect(await emitted()).toEqual(['older']);
	});

	it('is not emitted here after another process has emitted it', async () => {
		const first = deliver('a');
		await database.end('full');
		await first;
		await trigger.restart(freshTrigger());
		const there = deliver('a');
		await database.end('saved');
		expect(await there).toBe(200);
		// The first process again, with the memory that it has.
		await trigger.restart(class extends VenuePlatformTrigger {});
		expect(await deliver('a')).toBe(200);
		expect(await emitted()).toEqual(['a']);
	});

	/**
	 * The reference: a venue that repeats what was not acknowledged, an n8n that accepts or fails
	 * after any time, and a list of what it has started.
	 */
	it('is emitted once in the end, and acknowledged only when that is safe [api 3.1; 4.4] [readme: the venue “received”] [reliability: acknowledges nothing]', async () => {
		const ms = fc.nat({ max: 40 });
		const delivery = fc.record({
			number: fc.nat({ max: 3 }),
			comesAfter: ms,
			hangsUpAfter: fc.option(ms, { nil: undefined }),
			outcome: fc.constantFrom<Outcome>('saved', 'saved', 'full'),
			savedAfter: ms,
		});
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 14 }), async (deliveries) => {
				const run = ++runs;
				const idOf = (number: number) => `run ${run}, message ${number}`;
				const ends = [...deliveries];
				stage.engine.beforeAccepting = async () => {
					const { savedAfter = 0, outcome = 'saved' } = ends.shift() ?? {};
					await sleep(savedAfter);
					if (outcome === 'full') throw new Error('The database is full');
				};
				const send = async (number: number, hangsUpAfter?: number) => {
					const hangUp = hangsUpAfter === undefined ? undefined : AbortSignal.timeout(hangsUpAfter);
					const status = await deliver(idOf(number), {}, hangUp);
					if (status === 200) expect(await emitted()).toContain(idOf(number));
					return status;
				};
				await Promise.all(
					deliveries.map(async ({ number, comesAfter, hangsUpAfter }) => {
						await sleep(comesAfter);
						await send(number, hangsUpAfter);
					}),
				);
				const sent = [...new Set(deliveries.map(({ number }) => number))];
				for (const number of sent) while ((await send(number)) !== 200);
				const started = (await emitted()).filter((id) => String(id).startsWith(`run ${run},`));
				expect(started.sort()).toEqual(sent.map(idOf).sort());
			}),
			{ numRuns: 12 },
		);
	});
});
