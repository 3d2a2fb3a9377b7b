import { isN8n1 } from '../harness/n8n';
import { letTheDateRun, moveTheDate, stopTheDate } from '../support/date';
import { byMany, freshTrigger, Stage } from './support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses between the seven attempts of a service like the live one. */
const PAUSES = [MINUTE, MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY];

describe('a message that is delivered several times', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});

	afterEach(async () => {
		letTheDateRun();
		await stage.close();
	});

	const expectEachOnce = async (ids: string[], emitted: Array<{ json: { id?: unknown } }>) => {
		expect(emitted.map(({ json }) => json.id).sort()).toEqual([...ids].sort());
		expect([...stage.starts().values()]).toEqual(ids.map(() => 1));
		const refused = stage.venue.deliveries.filter(({ status }) => status !== 200);
		expect(refused).toEqual([]);
	};

	it('starts the workflow once: 150 messages, 4 copies of each at the same moment [api 2.4]', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(150);
		await byMany(8, ids, async (id) => {
			await stage.venue.messages.resend(id, { copies: 4, together: true });
		});
		await expectEachOnce(ids, await trigger.emitted());
	}, 60_000);

	it('starts it once if the copies are retries over more than two days [api 6.2.4; 6.2.5]', async () => {
		stopTheDate(Date.UTC(2026, 2, 10, 12));
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(20);
		for (let retry = 0; retry <= 7; retry++) {
			await byMany(4, ids, async (id) => await stage.venue.messages.resend(id));
			moveTheDate(HOUR * 2 ** (retry / 1.4));
		}
		await expectEachOnce(ids, await trigger.emitted());
	});

	it.each([
		['1, 5 and 6', [1, 5, 6, 7]],
		['1', [1, 7]],
		['1 to 6', [1, 2, 3, 4, 5, 6, 7]],
	])(
		'starts it once if the answers to attempts %s of seven in four days are lost, and n8n restarts',
		async (_, arriving) => {
			stopTheDate(Date.UTC(2026, 2, 10, 12));
			const trigger = await stage.engine.activate(stage.trigger());
			const ids = await stage.messages(20);
			for (const [index, pause] of [0, ...PAUSES].entries()) {
				moveTheDate(pause);
				if (!arriving.includes(index + 1)) continue;
				if (index > 0) await trigger.republish({ node: freshTrigger() });
				await byMany(4, ids, async (id) => await stage.venue.messages.resend(id));
			}
			await expectEachOnce(ids, await trigger.emitted());
		},
	);

	it('starts it once if the node was renamed in between and n8n restarted', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(50);
		await byMany(8, ids, async (id) => await stage.venue.messages.resend(id));
		await trigger.republish({ name: 'When a booking changes', node: freshTrigger() });
		await byMany(8, ids, async (id) => await stage.venue.messages.resend(id));
		await expectEachOnce(ids, await trigger.emitted());
	});

	it('starts it once if another node has restored old static data [reliability: take back]', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(20);
		const [first, ...others] = ids;
		await stage.venue.messages.resend(first);
		const snapshot = await stage.staticData(trigger.workflowId);
		await byMany(4, others, async (id) => await stage.venue.messages.resend(id));
		await stage.writeStaticData(trigger.workflowId, snapshot);
		await stage.venue.messages.resend(first);
		await trigger.republish({ node: freshTrigger() });
		await byMany(4, ids, async (id) => await stage.venue.messages.resend(id));
		await expectEachOnce(ids, await trigger.emitted());
	});

	// n8n 1.x answers before it has accepted the execution, so nothing waits for it there.
	if (!isN8n1) {
		it('starts it again only if n8n did not accept the first', async () => {
			const trigger = await stage.engine.activate(stage.trigger());
			const [id] = await stage.messages(1);
			let refusals = 2;
			stage.engine.beforeAccepting = async () => {
				await new Promise((resolve) => setTimeout(resolve, 20));
				if (refusals-- > 0) throw new Error('The database is full');
			};
			const answers = await stage.venue.messages.resend(id, { copies: 5, together: true });
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 500, 500]);
			expect((await trigger.emitted()).map(({ json }) => json.id)).toEqual([id]);
		});

		it('is not acknowledged while the first copy waits for a free slot, and never emitted twice', async () => {
			await stage.close();
			stage = await Stage.open({ delivery: { timeoutMs: 100 } });
			const trigger = await stage.engine.activate(stage.trigger());
			let giveSlots = () => {};
			const slots = new Promise<void>((resolve) => (giveSlots = resolve));
			stage.engine.beforeAccepting = async () => await slots;

			const ids = await stage.messages(5);
			const early = [];
			for (const copies of [1, 2]) {
				early.push(
					...(await Promise.all(
						ids.map(
							async (id) => await stage.venue.messages.resend(id, { copies, together: true }),
						),
					)),
				);
			}
			expect(early.flat().map(({ status }) => status)).toEqual(early.flat().map(() => undefined));
			giveSlots();
			await Promise.all(ids.map(async (id) => await stage.venue.messages.resend(id)));
			expect((await trigger.emitted()).map(({ json }) => json.id).sort()).toEqual([...ids].sort());
		});
	}

	it('is emitted once more by another trigger of the workflow that also receives it', async () => {
		await stage.close();
		stage = await Stage.open({}, { webhookApiKey: 'the key of both' });
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(10);
		await byMany(4, ids, async (id) => await stage.venue.messages.resend(id, { copies: 2 }));
		const sent = [...stage.venue.deliveries];
		// In an engine of one node, the other trigger replaces the first, with the same memory.
		await trigger.republish({ webhookId: 'other-trigger' });
		await byMany(4, sent, async ({ body, headers }) => {
			await trigger.deliver(JSON.parse(body), headers);
		});
		const emitted = (await trigger.emitted()).map(({ json }) => json.id);
		expect(ids.map((id) => emitted.filter((other) => other === id).length)).toEqual(
			ids.map(() => 2),
		);
	});

	it('takes eight bytes each in the workflow’s static data', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const ids = await stage.messages(200);
		await byMany(8, ids, async (id) => await stage.venue.messages.resend(id));
		const stored = await stage.staticData(trigger.workflowId);
		expect(JSON.stringify(stored).length).toBeLessThan(200 * 8 + 200);
		expect(await trigger.emitted()).toHaveLength(200);
	});
});
