import type { Fault } from '../../../venue';
import { until } from '../../fixtures/until';
import { type RemedyLab, WORKS } from '../remedyLab';
import { type Call, Caller, items } from './calls';

const MEGABYTE = 2 ** 20;
const TOO_LARGE = 'The venue’s answer is larger than n8n can take in';
const CROWDED = 'n8n is reading other large answers, so there was no memory left for this one';

const json = (body: string): Fault => ({
	kind: 'answer',
	status: 200,
	headers: { 'content-type': 'application/json' },
	body,
});

/** More bookings than n8n has memory for. */
const BOOKINGS: Fault[] = [
	json(''),
	{
		kind: 'long',
		begins: '[{"uniqueId":"BKG-0"}',
		repeats: (index) => `,{"uniqueId":"BKG-${index + 1}"}`,
		times: 1_500_000,
		ends: ']',
	},
];

/** Half of the memory that one execution may use. */
const HALF: Fault[] = [
	json(''),
	{
		kind: 'long',
		begins: '[""',
		repeats: `,"${'x'.repeat(MEGABYTE)}"`,
		times: 80,
		ends: ']',
	},
];

/** A record whose fields take far more memory than their text. */
const record = (fields: number) =>
	`{"a":0${Array.from({ length: fields }, (_, index) => `,"k${index}":0`).join('')}}`;

const query = (name: string): Call => ['bulkReport', 'query', { path: `/data/${name}` }];

export function describeLargeAnswers(labOf: () => RemedyLab) {
	describe('The connection', () => {
		let at: RemedyLab;
		let user: Caller;

		beforeEach(async () => {
			at = labOf();
			user = new Caller(at);
			await at.invite();
		});

		it(`${TOO_LARGE}: a lower Limit`, async () => {
			at.venue.faults.on('GET /bookings', BOOKINGS);
			await user.says(['booking', 'getAll', { returnAll: true }], TOO_LARGE);
			const { items: bookings } = await user.works(['booking', 'getAll', { limit: 5 }]);
			expect(bookings).toHaveLength(5);
		});

		it(`${TOO_LARGE}: fewer items`, async () => {
			at.venue.faults.on('GET /data/visits', HALF);
			const visits = at.action(query('visits'), await at.credential());
			expect((await at.execute(...items(2), visits)).text).toContain(TOO_LARGE);
			expect(await at.execute(...items(1), visits)).toEqual(WORKS);
		});

		it(CROWDED, async () => {
			const first = record(1_050_000);
			// n8n reads the record at once, but the rest is slow, so the record stays in memory.
			const slowly = `[${first}${' '.repeat(2 * first.length)}]`;
			at.venue.faults.on('GET /data/first', [
				json(slowly),
				{ kind: 'trickle', pieces: 3, everyMs: 25_000 },
			]);
			at.venue.faults.on('GET /data/second', json(`[${record(600_000)}]`));
			const { workflow } = await at.begin(at.action(query('first'), await at.credential()));
			await until(() => at.venue.count('GET /data/first') > 0);
			await user.says(query('second'), CROWDED);
			// A few minutes later.
			await until(async () => await at.lab.executions.haveEnded(workflow));
			await user.works(query('second'));
		});
	});
}
