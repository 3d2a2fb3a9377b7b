import { ACTION_NODE, start } from '../../fixtures/nodes';
import { until } from '../../fixtures/until';
import { type RemedyLab, WORKS } from '../remedyLab';
import { BOOKINGS, type Call, Caller } from './calls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REPORT: Call = ['bulkReport', 'request', { body: '{"dataSet": "visits"}' }];
const TOO_MANY = /The venue has received too many requests. It accepts requests again from \d{4}-/;

export function describeLimits(labOf: () => RemedyLab) {
	describe('Limits and maintenance', () => {
		let at: RemedyLab;
		let user: Caller;

		beforeEach(async () => {
			at = labOf();
			user = new Caller(at);
			await at.invite();
			at.venue.bookings.seed(3);
		});

		const refuse = (seconds: number) =>
			at.venue.faults.on(
				'GET /bookings',
				{ kind: 'answer', status: 429, headers: { 'retry-after': String(seconds) } },
				{ times: 1 },
			);

		it('The venue has received too many requests. …: after that time [troubleshooting: The venue has received too many requests.]', async () => {
			refuse(8 * 60);
			const credential = await at.credential();
			const { text } = await at.call(BOOKINGS, credential);
			expect(text).toMatch(TOO_MANY);
			expect(text).toContain('lower Requests per Minute in the credential');
			await at.lab.credentials.update(credential, at.data({ requestsPerMinute: 300 }));
			at.lab.clock.advance(8 * MINUTE + 1_000);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('The venue has received too many requests. …: hours away, but the venue is back sooner', async () => {
			refuse(5 * 3_600);
			const credential = await at.credential();
			expect((await at.call(BOOKINGS, credential)).text).toMatch(TOO_MANY);
			const before = at.venue.count('GET /bookings');
			expect((await at.call(BOOKINGS, credential)).text).toMatch(TOO_MANY);
			expect(at.venue.count('GET /bookings')).toBe(before);
			at.lab.clock.advance(10 * MINUTE + 1_000);
			for (let run = 0; run < 2; run++) {
				expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
			}
		});

		it('The venue accepts this request again from …', async () => {
			const credential = await at.credential();
			expect(await at.call(REPORT, credential)).toEqual(WORKS);
			expect((await at.call(REPORT, credential)).text).toMatch(
				/The venue accepts this request again from .*set On Error of this node to Continue \(using error output\)/,
			);
			const [resource, operation, fields] = REPORT;
			const request = {
				name: 'Request',
				type: ACTION_NODE,
				parameters: { resource, operation, ...fields },
				credential,
				onError: 'continueErrorOutput' as const,
				outputs: [['Report Requested'], ['Wait']],
			};
			const wait = {
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				parameters: { resume: 'specificTime', dateTime: '={{ $json.message.retryAt }}' },
				outputs: [['Request']],
			};
			const requested = { name: 'Report Requested', type: 'n8n-nodes-base.noOp' };
			const { workflows, executions, clock } = at.lab;
			const workflow = await workflows.create('Report', [start, request, wait, requested]);
			const requests = () => at.venue.count('POST /reporting/bulk');
			const before = requests();

			const waiting = await workflows.run(workflow, start.name);
			await until(async () => (await executions.list(workflow))[0]?.status === 'waiting');
			const { waitTill } = (await executions.list(workflow))[0];
			const inMs = Date.parse(String(waitTill)) - clock.now();
			expect(Math.round(inMs / HOUR)).toBe(6);
			clock.advance(inMs);
			// Once a minute, n8n looks for executions to resume.
			const resumed = await executions.ended(waiting, 5 * MINUTE);
			expect({ status: resumed.status, requests: requests() - before }).toEqual({
				status: 'success',
				requests: 1,
			});
			expect(resumed.items('Report Requested')).toHaveLength(1);

			// A run whose request succeeds at once does not wait.
			clock.advance(7 * HOUR);
			const atOnce = await executions.ended(await workflows.run(workflow, start.name));
			expect({ status: atOnce.status, requests: requests() - before }).toEqual({
				status: 'success',
				requests: 2,
			});
			expect(atOnce.items('Report Requested')).toHaveLength(1);
		});

		it('The venue’s service is down for maintenance', async () => {
			at.venue.startMaintenance({ text: 'Back soon' });
			const query: Call = ['bulkReport', 'query', { path: '/data/visits' }];
			await user.says(query, 'The venue’s service is down for maintenance: Back soon');
			at.venue.endMaintenance();
			await user.works(query);
		});

		it('The venue’s service is down for maintenance until about …', async () => {
			at.venue.startMaintenance({ retryAfter: '540', forSeconds: 540 });
			const query: Call = ['bulkReport', 'query', { path: '/data/visits' }];
			await user.says(query, 'The venue’s service is down for maintenance until about 20');
			at.lab.clock.advance(10 * MINUTE);
			await at.venue.clock.advance(0);
			await user.works(query);
		});

		it('The venue could not handle this request', async () => {
			const message = 'The venue could not handle this request';
			await user.during('GET /bookings', { kind: 'answer', status: 500 }, BOOKINGS, message);
		});
	});
}
