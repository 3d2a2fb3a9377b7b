import { setTimeout as pause } from 'node:timers/promises';

import { randomFrom } from '../../venue/random';
import { CrashAccount } from './crashAccount';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { until } from '../fixtures/until';
import type { N8nServer } from '../lab/server/n8nServer';

const KILLS = Number(process.env.TRIGGER_KILLS ?? 50);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000);
const SENDERS = 16;
const MESSAGES_EACH = 48;

/** Late enough in a burst that all senders are busy, and early enough that they stay busy. */
const ANSWERED_BEFORE_THE_KILL = { least: 2, most: 24 };
const LONGEST_HESITATION_MS = 150;

/** Redis takes a job away from a dead worker after a minute, and checks every half minute. */
const GIVEN_UP_WITHIN_MS = 150_000;

const LONGEST_MS = 90 * 60_000;

type Part = 'main' | 'worker' | 'webhook processor' | 'all';

const PARTS: Part[] = ['main', 'worker', 'webhook processor', 'main', 'worker'];
const EACH_TIME: Part[] = [...PARTS, 'webhook processor', 'worker', 'webhook processor', 'all'];

describe('if parts of n8n in queue mode are killed while 16 messages are under way', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'queue' });
	});

	afterAll(async () => await fixture?.stop());

	const random = randomFrom(SEED);
	const oneOf = <T>(list: T[]): T => list[Math.floor(random() * list.length)];

	const victimsOf = (part: Part): N8nServer[] => {
		const { lab } = fixture;
		if (part === 'all') return lab.servers;
		if (part === 'main') return [lab.main];
		return [oneOf(part === 'worker' ? lab.workers : lab.webhookProcessors)];
	};

	const answered = () => fixture.venue.deliveries.filter(({ status }) => status === 200).length;

	/** Sends a burst of messages and kills these servers in the middle of it. */
	const burst = async (victims: N8nServer[]) => {
		const { least, most } = ANSWERED_BEFORE_THE_KILL;
		const killAt = answered() + least + Math.floor(random() * (most - least));
		const hesitationMs = random() * LONGEST_HESITATION_MS;
		let killed: Promise<unknown> | undefined;
		const kill = async () => {
			await pause(hesitationMs);
			await Promise.all(victims.map(async (victim) => await victim.kill()));
		};
		await inParallel(SENDERS, Array.from({ length: MESSAGES_EACH }), async () => {
			await fixture.venue.emit({ type: 'Booking', eventType: 'Updated' });
			if (answered() >= killAt) killed ??= kill();
		});
		await killed;
		expect(killed).toBeDefined();
	};

	const startAgain = async (victims: N8nServer[]) => {
		await Promise.all(victims.map(async (victim) => await victim.start()));
		if (victims.includes(fixture.lab.main)) await fixture.lab.session.logIn();
	};

	const untilDelivered = async () => {
		const { venue } = fixture;
		await until(async () => {
			await venue.clock.advance(31_000);
			await venue.idle();
			return venue.messages.failed().length === 0;
		});
	};

	it(
		`${KILLS} times: each acknowledged message has an execution, and only those under way start twice [reliability: has under way when it is killed; 88 of them; killed 50 times]`,
		async () => {
			process.stdout.write(`queue crash: seed ${SEED}\n`);
			await fixture.startVenue({ delivery: { timeoutMs: 120_000, firstRetrySeconds: 30 } });
			const workflow = await fixture.publish([fixture.trigger()]);
			const account = new CrashAccount(fixture.venue);
			const look = async () => account.note(await fixture.newestExecutions(workflow));
			for (let kill = 0; kill < KILLS; kill++) {
				const part = oneOf(EACH_TIME);
				const victims = victimsOf(part);
				account.begin(part);
				await burst(victims);
				// Before n8n notices that a worker is dead.
				if (!victims.includes(fixture.lab.main)) await look();
				await startAgain(victims);
				await untilDelivered();
				await look();
			}
			await pause(GIVEN_UP_WITHIN_MS);
			account.close(await fixture.allExecutions(workflow));
			process.stdout.write(account.table());
			expect(account.acknowledged).toBe(KILLS * MESSAGES_EACH);
			expect(account.unaccounted).toEqual([]);
			expect(account.twiceWithoutReason).toEqual([]);
			expect(account.emptiedWithoutReason).toEqual([]);
		},
		LONGEST_MS,
	);
});
