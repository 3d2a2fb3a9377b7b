import { LivesLab } from '../fixtures/livesLab';
import { loseWhilePolling, loseWhileStopped } from './lostDeliveries';

const MINUTES = 60_000;

describe('the recovery trigger in queue mode', () => {
	let lab: LivesLab;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'queue' })), 15 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'reports once what the venue gave up while n8n was stopped, and each booking once',
		async () => await loseWhileStopped(lab),
		20 * MINUTES,
	);

	it(
		'reports once the messages that are lost while n8n keeps polling',
		async () => await loseWhilePolling(lab),
		15 * MINUTES,
	);
});
