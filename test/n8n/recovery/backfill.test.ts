import { setTimeout as sleep } from 'node:timers/promises';

import { RecoveryLab } from './recoveryLab';
import { type Item, tallyOf } from './tally';

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;

const BATCH = 1_000;
const BOOKINGS = Number(process.env.RECOVERY_BACKFILL ?? 100_000);
const BATCHES = BOOKINGS / BATCH;
const KILLS = Math.max(1, Math.floor(BATCHES / 33));
const LIST = 'GET /bookings';

/** From when the venue has been asked until n8n has surely started the workflow. */
const LONGEST_MS = 3_000;

/** The list, and the newest of it once more. */
const MOST_REQUESTS = 2;

describe('a backfill of a venue with very many bookings', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	const versionOf = ({ uniqueId, modifiedDate }: Item) =>
		`${String(uniqueId)} ${String(modifiedDate)}`;

	/** A start of n8n polls; it is killed before that poll is surely over. */
	const killInAPoll = async () => {
		await lab.lab.main.stop();
		const before = lab.venue.count(LIST);
		const starting = lab.lab.main.start().catch(() => {});
		while (lab.venue.count(LIST) === before) await sleep(5);
		await sleep(Math.random() * LONGEST_MS);
		await lab.lab.main.kill();
		await starting;
		await lab.startAgain();
	};

	it(
		'brings each booking’s last version once, 1,000 with each poll, while n8n is restarted and killed',
		async () => {
			await lab.invite();
			const { venue } = lab;
			venue.bookings.seed(BOOKINGS, { everySeconds: 60 });
			const startDate = new Date(lab.clock.now() - 365 * DAYS).toISOString();
			const options = { startWith: 'date', startDate };
			const workflow = await lab.publish([lab.recovery({ events: ['booking'], options })]);
			let mostRequests = 0;
			for (let poll = 1; poll <= BATCHES + KILLS + 2; poll++) {
				const before = venue.count(LIST);
				await lab.nextPoll(LIST);
				mostRequests = Math.max(mostRequests, venue.count(LIST) - before);
				const turn = poll % Math.ceil(BATCHES / KILLS);
				if (turn === 2) await killInAPoll();
				if (turn === 4) {
					await lab.lab.main.restart();
					await lab.lab.session.logIn();
				}
				if (turn !== 5) continue;
				for (const { uniqueId } of venue.bookings.all().slice(-100)) {
					await venue.bookings.change(uniqueId, { note: `at poll ${poll}` });
				}
			}
			const items = await lab.items(workflow, 'Recovery');
			const reported = items.map(({ booking }) => versionOf(booking as Item));
			const { missing } = tallyOf(venue.bookings.all().map(versionOf), reported);
			const twice = reported.length - new Set(reported).size;
			const sizes = await lab.sizes(workflow, 'Recovery');
			process.stdout.write(
				`${reported.length} items in ${sizes.length} batches: ${missing} missing, ${twice} twice\n`,
			);
			expect(missing).toBeLessThanOrEqual(KILLS * BATCH);
			expect(twice).toBeLessThanOrEqual(KILLS * BATCH);
			expect(Math.max(...sizes)).toBe(BATCH);
			expect(mostRequests).toBeLessThanOrEqual(MOST_REQUESTS);
		},
		240 * MINUTES,
	);
});
