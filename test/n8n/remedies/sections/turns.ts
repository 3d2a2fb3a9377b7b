import { until } from '../../fixtures/until';
import { type RemedyLab, WORKS } from '../remedyLab';
import { type Call, items } from './calls';

const MINUTE = 60_000;
const CROWD = 'n8n is sending this venue as many requests as it may, and this one has to wait';
const QUEUE = 'Other requests for this report took so long that this one was not sent';
const ONE: Call = [
	'booking',
	'get',
	{ bookingId: { __rl: true, mode: 'id', value: 'BKG-000001' } },
];
const REPORT: Call = ['bulkReport', 'request', { body: '{"dataSet": "visits"}' }];

/** A large job under a low limit, while a user opens a list in the editor. */
export function describeTurns(labOf: () => RemedyLab) {
	describe('Limits and maintenance', () => {
		let at: RemedyLab;

		beforeEach(async () => {
			at = labOf();
			await at.invite();
			at.venue.bookings.seed(3);
		});

		/** With this limit, n8n sends two requests a minute. */
		const LOW = { requestsPerMinute: 3 };

		const largeJob = async () => {
			const credential = await at.credential(LOW);
			const { id } = await at.begin(...items(3), at.action(ONE, credential));
			await until(() => at.venue.count('GET /bookings/{uniqueId}') === 2);
			return { credential, id };
		};

		it(`${CROWD}: tried again after a minute`, async () => {
			const { credential, id } = await largeJob();
			expect(await at.fromList(credential)).toContain(CROWD);
			at.lab.clock.advance(MINUTE);
			expect(await at.fromList(credential)).toContain('BKG-000001');
			expect(await at.ended(id, 'Venue Platform')).toEqual(WORKS);
		});

		it(`${CROWD}: Requests per Minute raised`, async () => {
			const { credential, id } = await largeJob();
			expect(await at.fromList(credential)).toContain(CROWD);
			await at.lab.credentials.update(credential, at.data({ requestsPerMinute: 600 }));
			expect(await at.fromList(credential)).toContain('BKG-000001');
			expect(await at.ended(id, 'Venue Platform')).toEqual(WORKS);
		});
	});
}

/** Several workflows request the same report, and the venue answers none of them. */
export async function beginReports(at: RemedyLab) {
	const venue = await at.invite();
	const credential = await at.credential();
	venue.faults.on('POST /reporting/bulk', { kind: 'hang' });
	const executions: string[] = [];
	for (let index = 0; index < 8; index++) {
		executions.push((await at.begin(at.action(REPORT, credential))).id);
	}
	return { venue, credential, executions };
}

export function describeReports(
	labOf: () => RemedyLab,
	begunOf: () => Awaited<ReturnType<typeof beginReports>>,
) {
	describe('Limits and maintenance', () => {
		it(QUEUE, async () => {
			const at = labOf();
			const { venue, credential, executions } = begunOf();
			const seen = await Promise.all(executions.map((id) => at.ended(id, 'Venue Platform')));
			expect(seen.filter(({ text }) => text.includes(QUEUE)).length).toBeGreaterThan(0);
			venue.faults.clear();
			expect(await at.call(REPORT, credential)).toEqual(WORKS);
		});
	});
}
