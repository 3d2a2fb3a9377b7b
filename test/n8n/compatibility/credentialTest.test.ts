import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { TriggerFixture } from '../fixtures/triggerFixture';
import type { Fault } from '../../venue/wire/faults';
import { supportedReleases } from './supportedReleases';

const TEN_MINUTES = 600_000;

const PIECE = '{},'.repeat(1_000);

/** Compressed about a thousandfold, so a body of 60 MB arrives as 60 kB. */
const gzip = (megabytes: number): Fault => ({
	kind: 'long',
	begins: '[',
	repeats: PIECE,
	times: (megabytes * 1e6) / PIECE.length,
	isCompressed: true,
});

const PASSES = { status: 'OK' };
const SAYS_SO = {
	status: 'Error',
	message: expect.stringMatching(/could not be reached|too long/),
};

const RESPONSES: Array<[string, Fault, object]> = [
	['60 kB of gzip', gzip(60), PASSES],
	['240 kB of gzip', gzip(240), PASSES],
	['2 MB of gzip', gzip(2_000), PASSES],
	['an endless one', { kind: 'endless', begins: '[', goesOn: PIECE }, PASSES],
	['an endless word', { kind: 'endless', begins: '["', goesOn: 'x'.repeat(65_536) }, PASSES],
	['one that never begins', { kind: 'hang' }, SAYS_SO],
];

/** n8n sends a request of its own in the test of a credential, without our limits. */
describe.each(supportedReleases)('the credential dialog of a small n8n $n8n', (release) => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({
			mode: 'regular',
			release,
			environment: { NODE_OPTIONS: '--max-old-space-size=1024' },
		});
		await fixture.startVenue();
		await fixture.publish([fixture.trigger()]);
	}, TEN_MINUTES);

	afterAll(async () => await fixture?.stop(), TEN_MINUTES);

	it.each(RESPONSES)(
		'survives %s, answers health checks and takes deliveries meanwhile',
		async (name, fault, expected) => {
			const { lab, venue } = fixture;
			const { pid } = lab.main;
			const data = { baseUrl: venue.baseUrl, ...venue.addCredentials() };
			const credential = await lab.credentials.create('venuePlatformApi', data);
			venue.faults.on('* /webhooks', fault);
			let isOver = false;
			let slowest = 0;
			const watching = (async () => {
				while (!isOver) {
					const asked = performance.now();
					const { status } = await axios.get(`${lab.main.url}/healthz`, { proxy: false });
					expect(status).toBe(200);
					slowest = Math.max(slowest, performance.now() - asked);
					await sleep(20);
				}
			})();
			const testing = lab.credentials.test(credential, data).finally(() => (isOver = true));
			const delivered = venue.deliveries.length;
			await venue.emit({ type: 'Booking', eventType: 'Updated', data: {} });
			const [result] = await Promise.all([testing, watching]);
			venue.faults.clear();

			process.stdout.write(
				`n8n ${release.n8n}, ${name}: ${result.status} (${result.message}), slowest health check ${slowest.toFixed(0)} ms\n`,
			);
			expect(result).toMatchObject(expected);
			expect(lab.main.pid).toBe(pid);
			expect(venue.deliveries.slice(delivered).map(({ status }) => status)).toEqual([200]);
		},
		TEN_MINUTES,
	);
});
