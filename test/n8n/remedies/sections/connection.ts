import type { Fault } from '../../../venue';
import { type RemedyLab, WORKS } from '../remedyLab';
import { api, BOOKINGS, Caller, create, RECEIVER } from './calls';

export function describeConnection(labOf: () => RemedyLab) {
	let at: RemedyLab;
	let user: Caller;

	beforeEach(async () => {
		at = labOf();
		user = new Caller(at);
		await at.invite();
		at.venue.bookings.seed(3);
	});

	describe('The connection', () => {
		it('The venue could not be reached at …', async () => {
			const wrong = { baseUrl: 'http://127.0.0.1:1' };
			const credential = await at.credential(wrong);
			expect(await at.dialog(credential, wrong)).toContain('The venue could not be reached at');
			expect(await at.dialog(credential)).toMatch(/^OK/);
		});

		it('The venue could not be reached at …, or not in time', async () => {
			const message = 'The venue could not be reached at';
			await user.during('GET /bookings', { kind: 'resetAfterRead' }, BOOKINGS, message);
		});

		it.each<[string, Fault]>([
			['The connection to the venue broke off before its answer came', { kind: 'resetAfterRead' }],
			['The venue’s answer does not show whether this was done', { kind: 'truncatedJson' }],
		])('%s', async (message, fault) => {
			at.venue.faults.on('POST /webhooks', fault);
			await user.says(create(), message);
			at.venue.faults.clear();
			// The venue has created the webhook, and only once.
			const { items } = await user.works(['webhook', 'getAll']);
			expect(items).toEqual([expect.objectContaining({ url: RECEIVER })]);
		});

		it('The venue stopped in the middle of its answer', async () => {
			at.venue.bookings.seed(200);
			at.venue.faults.on('GET /bookings', { kind: 'stall' });
			const all = { returnAll: true };
			await user.says(['booking', 'getAll', all], 'The venue stopped in the middle of its answer');
			await user.works(['booking', 'getAll', { limit: 5 }]);
			at.venue.faults.clear();
			await user.works(['booking', 'getAll', all]);
		});

		it('The venue’s address sends requests on to another address', async () => {
			const { baseUrl } = at.venue;
			const old = await at.invite();
			old.faults.on('GET /bookings', { kind: 'redirect', to: `${baseUrl}/bookings` });
			await user.says(BOOKINGS, 'The venue’s address sends requests on to another address');
			at.venue = old;
			old.faults.clear();
			await user.works(BOOKINGS);
		});

		it('The venue’s address sends requests on to another address: one path of API → Call', async () => {
			const { baseUrl } = at.venue;
			at.venue.undocumented.on('GET /report.csv', { body: 'a,b' });
			const to = `${baseUrl}/report.csv`;
			at.venue.undocumented.on('GET /download', { status: 302, headers: { location: to } });
			await user.says(api('/download'), 'The venue’s address sends requests on to another address');
			expect(await at.httpRequest(`${baseUrl}/download`, await at.credential())).toEqual(WORKS);
		});
	});
}
