import type { Fault } from '../../../venue';
import { type RemedyLab, WORKS } from '../remedyLab';
import { api, BOOKINGS, type Call, Caller, create, RECEIVER } from './calls';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

export function describeRequests(labOf: () => RemedyLab) {
	let at: RemedyLab;
	let user: Caller;

	beforeEach(async () => {
		at = labOf();
		user = new Caller(at);
		await at.invite();
		at.venue.bookings.seed(3);
	});

	describe('Permissions', () => {
		it('These credentials do not have …', async () => {
			const { clientId } = at.venue.credentials;
			at.venue.clients.setScopes(clientId, []);
			await user.says(BOOKINGS, 'These credentials do not have the scope “Booking_Get”');
			at.venue.clients.setScopes(clientId, ['Booking_Get']);
			await user.works(BOOKINGS);
		});

		it('The venue refused access', async () => {
			at.venue.vary({ forbidden: 'empty' });
			const { clientId } = at.venue.credentials;
			at.venue.clients.setScopes(clientId, []);
			await user.says(
				BOOKINGS,
				'The venue refused access — The scope “Booking_Get” may be missing',
			);
			at.venue.clients.setScopes(clientId, ['Booking_Get']);
			await user.works(BOOKINGS);
		});

		it('The venue does not accept the access token of these credentials', async () => {
			at.venue.faults.on('GET /bookings', { kind: 'answer', status: 401 });
			const credential = await at.credential();
			const { text } = await at.call(BOOKINGS, credential);
			expect(text).toContain('The venue does not accept the access token of these credentials');
			expect(await at.dialog(credential)).toMatch(/^OK/);
			at.venue.faults.clear();
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});
	});

	describe('Requests', () => {
		it('There is no such … for this venue', async () => {
			await user.says(
				['booking', 'get', { bookingId: byId('BKG-000009') }],
				'There is no such booking for this venue',
			);
			await user.works(['booking', 'get', { bookingId: byId('BKG-000001') }]);
		});

		it('The venue has nothing at this address', async () => {
			const message = 'The venue has nothing at this address';
			await user.during('GET /bookings', { kind: 'answer', status: 404 }, BOOKINGS, message);
		});

		it('The venue has nothing at the address in …', async () => {
			await user.says(api('/bokings'), 'The venue has nothing at the address in Path');
			await user.works(api('/bookings'));
		});

		it('The venue does not take this request at the address in …', async () => {
			const message = 'The venue does not take this request at the address in Path';
			await user.says(api('/bookings', { method: 'DELETE' }), message);
			await user.works(api('/bookings'));
		});

		describe('the field with the visit', () => {
			const visits = (filters: object): Call => ['booking', 'getAll', { filters }];
			const day = { visitFrom: '2026-11-25', visitTo: '2026-11-25' };
			const shows = (...bookings: object[]) =>
				at.venue.faults.on('GET /bookings', {
					kind: 'answer',
					status: 200,
					body: JSON.stringify(bookings),
				});
			afterEach(() => at.venue.faults.clear());

			it('Several fields may hold the visit: …', async () => {
				shows({ uniqueId: 'A', arrival: '2026-11-25', start: '2026-11-25' });
				await user.says(visits(day), 'Several fields may hold the visit: arrival, start');
				await user.works(visits({ ...day, visitField: 'arrival' }));
			});

			it('No field of the bookings looks like the day of the visit', async () => {
				shows({ uniqueId: 'A', lastDate: '2026-11-25' });
				await user.says(visits(day), 'No field of the bookings looks like the day of the visit');
				await user.works(visits({ ...day, visitField: 'lastDate' }));
			});

			it('No booking has a date in the field of “Visit Field”: …', async () => {
				shows({ uniqueId: 'A', visit: '2026-11-25' });
				const message = 'No booking has a date in the field of “Visit Field”: day';
				await user.says(visits({ ...day, visitField: 'day' }), message);
				await user.works(visits({ ...day, visitField: 'visit' }));
			});

			it('“Visit To” is before “Visit From”', async () => {
				shows({ uniqueId: 'A', visit: '2026-11-25' });
				const message = '“Visit To” is before “Visit From”';
				await user.says(visits({ visitFrom: '2026-11-26', visitTo: '2026-11-25' }), message);
				await user.works(visits({ visitFrom: '2026-11-25', visitTo: '2026-11-26' }));
			});

			it('The venue’s list may leave out visits, so there is no answer', async () => {
				shows(...Array.from({ length: 100 }, (_, id) => ({ uniqueId: id, visit: '2026-11-25' })));
				const message = 'The venue’s list may leave out visits, so there is no answer';
				await user.says(visits(day), message);
				at.venue.faults.clear();
				shows({ uniqueId: 'A', visit: '2026-11-25' });
				const options = { additionalQuery: '{"visitDate": "2026-11-25"}' };
				await user.works(['booking', 'getAll', { filters: day, options }]);
			});
		});

		it('“Path” cannot be used: …', async () => {
			await user.says(api('/bookings?modifiedFromDate=2026-01-01'), '“Path” cannot be used: ');
			const queryParameters = '{"modifiedFromDate": "2026-01-01T00:00:00Z"}';
			await user.works(api('/bookings', { options: { queryParameters } }));
		});

		it('“…” of … in Other Topics cannot be used: …', async () => {
			const recover = (topic: object): Call => [
				'failedMessage',
				'recover',
				{
					since: '2026-01-01T00:00:00Z',
					options: { otherTopics: { topics: [{ topic: 'Customer', ...topic }] } },
				},
			];
			at.venue.undocumented.on('GET /customers', { body: '[{"id":7}]' });
			const message = '“Date Parameter” of Customer in Other Topics cannot be used: ';
			await user.says(recover({ path: '/customers' }), message);
			const { items } = await user.works(recover({ path: '/customers', dateParameter: 'from' }));
			expect(items).toContainEqual({ id: 7, topic: 'Customer' });
		});

		it('“Headers” cannot be used: …', async () => {
			const withHeaders = (headers: object) =>
				api('/bookings', { options: { headers: JSON.stringify(headers) } });
			await user.says(withHeaders({ Authorization: 'Bearer x' }), '“Headers” cannot be used: ');
			await user.works(withHeaders({ 'Accept-Language': 'en' }));
		});

		it('The venue’s answer is not JSON', async () => {
			at.venue.undocumented.on('GET /notes', {
				headers: { 'content-type': 'text/plain' },
				body: 'closed on Monday',
			});
			const withFormat = (responseFormat: string) => api('/notes', { options: { responseFormat } });
			await user.says(withFormat('json'), 'The venue’s answer is not JSON');
			for (const format of ['automatic', 'text', 'file']) await user.works(withFormat(format));
		});

		it('… is empty, so this filter is ignored.', async () => {
			const since = (modifiedFromDate: string): Call => [
				'booking',
				'getAll',
				{ filters: { modifiedFromDate } },
			];
			const note = 'Modified From Date is empty, so this filter is ignored.';
			expect((await user.works(since('={{ $json.nothing }}'))).text).toContain(note);
			expect((await user.works(since('2026-01-01T00:00:00Z'))).text).not.toContain(note);
		});

		it('No name of a field tells when a booking changed, … [troubleshooting: No name of a field tells when a booking changed]', async () => {
			const body = JSON.stringify([{ uniqueId: 'a' }, { uniqueId: 'b' }]);
			at.venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body });
			const sorted = (sort: string): Call => ['booking', 'getAll', { options: { sort } }];
			const note = 'No name of a field tells when a booking changed';
			expect((await user.works(sorted('newestFirst'))).text).toContain(note);
			expect((await user.works(sorted('venue'))).text).not.toContain(note);
		});

		it('The venue shows only a part of its webhooks, and this one is not in it', async () => {
			const url = (index: number) => `${RECEIVER}/${index}`;
			for (const index of [1, 2, 3]) {
				at.venue.webhooks.create({
					url: url(index),
					webhooks: { booking: { events: ['Created'] } },
					authentication: { apiKey: 'known' },
				});
			}
			at.venue.vary({ list: 'dataAndTotal', atMostInList: 2 });
			const off: Call = [
				'webhook',
				'update',
				{ webhookId: byId('1003'), updateFields: { enabled: false } },
			];
			const message = 'The venue shows only a part of its webhooks, and this one is not in it';
			await user.says(off, message);
			at.venue.webhooks.remove(1001);
			await user.works(off);
		});

		it('The venue did not accept the values of this request', async () => {
			const withQuery = (value: string): Call => [
				'booking',
				'getAll',
				{ filters: { additionalQuery: JSON.stringify({ modifiedFromDate: value }) } },
			];
			await user.says(
				withQuery('yesterday'),
				'The venue did not accept the values of this request: ',
			);
			await user.works(withQuery('2026-01-01T00:00:00Z'));
		});

		it('The venue’s rules do not allow this, or a message in the venue’s own words', async () => {
			await at.invite({ maxWebhooks: 1 });
			await user.works(create());
			const { text } = await at.call(create({ url: `${RECEIVER}/2` }));
			expect(text).toMatch(/^.*1.* — The venue’s own rules stopped this request/);
			at.venue.webhooks.remove(1001);
			await user.works(create({ url: `${RECEIVER}/2` }));
		});

		it('“URL” leads to another address, which must not learn the key of the old one', async () => {
			await user.works(create({ options: { apiKey: 'key of the old one' } }));
			const move = (fields: object): Call => [
				'webhook',
				'update',
				{
					webhookId: byId('1001'),
					updateFields: { url: 'https://other.example/events', ...fields },
				},
			];
			const message = '“URL” leads to another address, which must not learn the key of the old one';
			await user.says(move({}), message);
			await user.works(move({ apiKey: 'key of the new one' }));
		});

		it.each([
			['The venue’s answer is not …, so it cannot be used', { kind: 'answer', body: '{"a":1}' }],
			['The venue’s answer broke off or could not be read', { kind: 'truncatedJson' }],
		])('%s', async (message, fault) => {
			const [before] = message.split('…');
			await user.during('GET /bookings', { status: 200, ...fault } as Fault, BOOKINGS, before);
		});
	});
}
