import { setTimeout as sleep } from 'node:timers/promises';

import { askedAgain, LivesLab } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { messageIds, tallyOf } from '../fixtures/tally';

const MINUTES = 60_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const KILLS = Number(process.env.RECOVERY_KILLS ?? 40);
const MESSAGES_EACH = 5;

/** The time from the request to the venue until n8n has surely started the workflow. */
const LONGEST_MS = 600;

describe('if n8n is killed in the middle of a poll', () => {
	let lab: LivesLab;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'few messages are missing or reported twice, and none is unexpected [reliability: milliseconds]',
		async () => {
			const venue = await lab.openVenue();
			const node = recovery(await lab.credentialFor(venue), { refetchBookings: false });
			const workflow = await lab.publish('Recovery', [node]);
			await lab.n8n.main.stop();
			const given: string[] = [];
			for (let kill = 0; kill < KILLS; kill++) {
				for (let index = 0; index < MESSAGES_EACH; index++) {
					given.push(venue.messages.addFailed({ attempts: 7 }).id);
				}
				const before = venue.count(FAILED_LIST);
				const starting = lab.n8n.main.start().catch(() => {});
				while (venue.count(FAILED_LIST) === before) await sleep(5);
				await sleep(Math.random() * LONGEST_MS);
				await lab.n8n.main.kill();
				await starting;
			}
			await lab.n8n.startAgain();
			await askedAgain(venue, FAILED_LIST, 1);
			const items = await workflow.items('Recovery');
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
