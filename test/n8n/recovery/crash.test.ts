import { setTimeout as sleep } from 'node:timers/promises';

import { RecoveryLab } from './recoveryLab';
import { messageIds, tallyOf } from './tally';

const MINUTES = 60_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const KILLS = Number(process.env.RECOVERY_KILLS ?? 40);
const MESSAGES_EACH = 5;

/** The time from the request to the venue until n8n has surely started the workflow. */
const LONGEST_MS = 600;

describe('if n8n is killed in the middle of a poll', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'few messages are missing or reported twice, and none is unexpected [reliability: milliseconds]',
		async () => {
			await lab.invite();
			const workflow = await lab.publish([lab.recovery({ refetchBookings: false })]);
			await lab.lab.main.stop();
			const given: string[] = [];
			for (let kill = 0; kill < KILLS; kill++) {
				for (let index = 0; index < MESSAGES_EACH; index++) {
					given.push(lab.venue.messages.addFailed({ attempts: 7 }).id);
				}
				const before = lab.venue.count(FAILED_LIST);
				const starting = lab.lab.main.start().catch(() => {});
				while (lab.venue.count(FAILED_LIST) === before) await sleep(5);
				await sleep(Math.random() * LONGEST_MS);
				await lab.lab.main.kill();
				await starting;
			}
			await lab.startAgain();
			await lab.nextPoll();
			const items = await lab.items(workflow, 'Recovery');
			const tally = tallyOf(given, messageIds(items));
			process.stdout.write(
				`${KILLS} kills, ${given.length} messages: ${tally.missing} missing, ${tally.twice} twice\n`,
			);
			expect(tally.unexpected).toBe(0);
			expect(tally.missing + tally.twice).toBeLessThanOrEqual((KILLS * MESSAGES_EACH) / 4);
		},
		120 * MINUTES,
	);
});
