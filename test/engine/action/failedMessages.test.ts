import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { TOPICS } from '../../venue/topics';
import { ActionNode, byId, itemsOf, MINUTE } from './support/actionNode';

describe('failed messages', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		const { messages, webhooks } = node.venue;
		const configuration = {
			url: 'https://receiver.example',
			webhooks: { booking: { events: ['Created'] } },
		};
		webhooks.create(configuration);
		webhooks.create(configuration);
		messages.addFailed({ attempts: 2, webhookId: 1001 });
		messages.addFailed({ attempts: 5, webhookId: 1001, type: 'Ticket', eventType: 'Created' });
		messages.addFailed({
			attempts: 7,
			webhookId: 1002,
			detail: 'Timed out',
			httpResponseStatus: 504,
		});
	});
	afterEach(async () => await node.close());

	it('are simplified to what a user needs, in at most ten fields', async () => {
		const [first, , last] = await node.items('failedMessage', 'getAll');
		const [record] = node.venue.messages.all();
		expect(first).toEqual({
			messageId: record.id,
			webhookId: '1001',
			topic: 'Booking',
			eventType: 'Updated',
			attempts: 2,
			lastHttpStatus: 500,
			lastDetail: 'The receiver answered 500',
			firstFailedAt: new Date(node.start).toISOString(),
			nextRetryAt: expect.stringMatching(/Z$/),
			givenUp: false,
		});
		expect(last).toMatchObject({
			givenUp: true,
			attempts: 7,
			nextRetryAt: null,
			lastHttpStatus: 504,
			lastDetail: 'Timed out',
		});
		expect(Object.keys(first).length).toBeLessThanOrEqual(10);
	});

	it('are raw records with Output: Raw [api 2.5; 4 GET /webhooks/messages/failed]', async () => {
		const items = await node.items('failedMessage', 'getAll', { output: 'raw', limit: 2 });
		expect(items).toEqual(node.venue.failedMessages.slice(0, 2));
	});

	it.each([
		[{ topics: ['Ticket'] }, [5]],
		[{ topics: [] }, [2, 5, 7]],
		[{ minimumAttempt: 5 }, [5, 7]],
		[{ onlyFinal: true }, [7]],
		[{ onlyFinal: false }, [2, 5, 7]],
		[{ webhookId: byId(1001) }, [2, 5]],
		[{ webhookId: byId('') }, [2, 5, 7]],
		[{ webhookId: byId(1001), minimumAttempt: 3 }, [5]],
		[{ topics: ['Booking'], onlyFinal: true, minimumAttempt: 7, webhookId: byId(1002) }, [7]],
	])('are filtered by %j [api 8.3]', async (filters, attempts) => {
		const items = await node.items('failedMessage', 'getAll', { filters });
		expect(items.map((item) => item.attempts)).toEqual(attempts);
	});

	it.each([
		[{ topics: [] }, /Topics is empty/],
		[{ topics: '={{ $json.nothing ?? null }}' }, /Topics is empty/],
		[{ topics: '={{ $json.nothing }}' }, /Topics is empty/],
		[{ webhookId: byId(''), topics: ['Ticket'] }, /Webhook is empty/],
		[{ minimumAttempt: '={{ $json.nothing }}' }, /Minimum Attempt is empty/],
		[{ onlyFinal: '={{ $json.nothing ?? null }}' }, /Only Given Up is empty/],
		// A cell without anything in it.
		[{ minimumAttempt: '={{ "" }}' }, /Minimum Attempt is empty/],
		[{ onlyFinal: '={{ " " }}' }, /Only Given Up is empty/],
	])('come with a hint about the filter that is empty: %j', async (filters, hint) => {
		const { status, hints } = await node.execute(['failedMessage', 'getAll', { filters }]);
		expect(status).toBe('success');
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
	});

	it.each(['={{ [1001, 1002] }}', '={{ true }}', '={{ { id: 1001 } }}'])(
		'are not those of all webhooks if the Webhook is no ID: %s',
		async (value) => {
			const filters = { webhookId: byId(value) };
			const { message } = await node.errorOf('failedMessage', 'getAll', { filters });
			expect(message).toBe('“Webhook” is not an ID');
		},
	);

	it('come without a hint if no filter is empty', async () => {
		const filters = { topics: ['Ticket'], webhookId: byId(1001) };
		const { hints } = await node.execute(['failedMessage', 'getAll', { filters }]);
		expect(hints).toEqual([]);
	});

	it('that were given up are included, however short their history is', async () => {
		const [, , last] = node.venue.failedMessages;
		const body = JSON.stringify([
			{ ...last, status: 'Failed', history: [] },
			{ ...last, status: 'Attempt4Failed', history: [] },
		]);
		node.venue.faults.on('GET /webhooks/messages/failed', { kind: 'answer', status: 200, body });
		const filters = { minimumAttempt: 5 };
		const items = await node.items('failedMessage', 'getAll', { filters });
		expect(items.map(({ givenUp }) => givenUp)).toEqual([true]);
	});

	it.each(['', ' ', []])('include all topics if Topics is empty: %j', async (topics) => {
		const all = await node.items('failedMessage', 'getAll');
		expect(all.length).toBeGreaterThan(0);
		expect(await node.items('failedMessage', 'getAll', { filters: { topics } })).toEqual(all);
	});

	/** The list with other words for the topics of its three messages. */
	const listTopics = (...topics: unknown[]) => {
		const records = node.venue.failedMessages.map((record, index) => ({
			...record,
			webhookType: topics[index],
		}));
		const body = JSON.stringify(records);
		node.venue.faults.on('GET /webhooks/messages/failed', { kind: 'answer', status: 200, body });
	};

	it.each(['SignedWaiver', 'signedWaiver', 'Signed Waiver', 'signed-waiver', 'SIGNED_WAIVER', '7'])(
		'are filtered by a topic in any spelling, given or listed: %s',
		async (topic) => {
			for (const [given, listed] of [
				[topic, 'SignedWaiver'],
				['SignedWaiver', topic],
			]) {
				listTopics('Booking', 'Ticket', listed);
				const items = await node.items('failedMessage', 'getAll', { filters: { topics: given } });
				expect(items.map(({ attempts }) => attempts)).toEqual([7]);
			}
		},
	);

	it('are found by a topic that only the venue has', async () => {
		listTopics('Booking', 'GiftCard', 99);
		for (const [topics, attempts] of [
			['gift card', [5]],
			[[99], [7]],
			['GiftCard, Booking', [2, 5]],
		] as const) {
			const items = await node.items('failedMessage', 'getAll', { filters: { topics } as never });
			expect(items.map((item) => item.attempts)).toEqual(attempts);
		}
	});

	it.each(['bookings', ['Ticket', 'Waiver'], 'GiftCard'])(
		'are not searched for a topic that is none: %j',
		async (topics) => {
			const filters = { topics };
			const { message, description } = await node.errorOf('failedMessage', 'getAll', { filters });
			expect(message).toBe('“Topics” holds something that is not a topic of the venue');
			expect(description).toMatch(/^Not known: (bookings|Waiver|GiftCard)\. Choose from Booking, /);
			expect(description).toContain('Signed Waiver');
		},
	);

	it('are filtered before they are limited', async () => {
		const filters = { minimumAttempt: 5 };
		expect(await node.items('failedMessage', 'getAll', { filters, limit: 1 })).toHaveLength(1);
	});

	describe('a recovery', () => {
		const asked = () => node.venue.requestsTo('GET /bookings').map(({ query }) => query);

		it('begins before the earliest failed message about a booking', async () => {
			await node.items('failedMessage', 'recover');
			expect(asked()).toEqual([
				{ modifiedFromDate: new Date(node.start - 5 * MINUTE).toISOString() },
			]);
		});

		it('begins as many minutes earlier as the user wants', async () => {
			await node.items('failedMessage', 'recover', { options: { safetyMarginMinutes: 0 } });
			await node.items('failedMessage', 'recover', { options: { safetyMarginMinutes: 90 } });
			expect(asked()).toEqual([
				{ modifiedFromDate: new Date(node.start).toISOString() },
				{ modifiedFromDate: new Date(node.start - 90 * MINUTE).toISOString() },
			]);
		});

		it('tells if an expression gives nothing for Since', async () => {
			node.venue.bookings.seed(2);
			const since = '={{ $json.nothing }}';
			const { hints } = await node.execute(['failedMessage', 'recover', { since }]);
			expect(hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(/^Since is empty, so /),
			);
			const asEntered = await node.execute(['failedMessage', 'recover', { since: '' }]);
			expect(JSON.stringify(asEntered.hints)).not.toMatch(/Since is empty/);
		});

		it('begins at Since, to the second', async () => {
			await node.items('failedMessage', 'recover', { since: '2026-11-20T08:00:00+01:00' });
			expect(asked()).toEqual([{ modifiedFromDate: '2026-11-20T07:00:00.000Z' }]);
		});

		it('returns one item for each booking that changed, and none for the others [api 6.2.8]', async () => {
			node.venue.bookings.seed(20, { everySeconds: 60 });
			const items = await node.items('failedMessage', 'recover');
			expect(items).toEqual(node.venue.bookings.all().slice(-6));
		});

		it('that runs for each of several items tells why each booking comes several times [troubleshooting: This step runs once for each]', async () => {
			node.venue.bookings.seed(2);
			const call: ['failedMessage', 'recover'] = ['failedMessage', 'recover'];
			const { items, hints } = await node.execute(call, { items: itemsOf({}, {}, {}) });
			expect(items[0]).toHaveLength(6);
			expect(hints.filter(({ message }) => message.includes('Execute Once'))).toHaveLength(1);
			const once = await node.execute(call);
			expect(JSON.stringify(once.hints)).not.toContain('Execute Once');
		});

		it('says which messages it cannot fetch again', async () => {
			node.venue.messages.addFailed({ type: 'SignedWaiver', eventType: 'Created' });
			node.venue.messages.addFailed({ type: 'Ticket', eventType: 'Cancelled' });
			node.venue.messages.addFailed({ eventType: 'Deleted' });
			const { hints } = await node.execute(['failedMessage', 'recover']);
			const texts = hints.map(({ message }) => message);
			expect(texts).toEqual([
				expect.stringMatching(/gave messages up.*fill in Since/),
				expect.stringMatching(
					/not about bookings: Ticket \(2\), Signed Waiver \(1\).*Other Topics/,
				),
				expect.stringMatching(/deleted bookings: 1/),
				expect.stringMatching(/lists no bookings that have changed since/),
			]);
		});
	});

	describe.each(['booking', 'BOOKING', 1])('about %j', (topic) => {
		it('are about bookings, so a recovery fetches these', async () => {
			listTopics(topic, 'Ticket', topic);
			await node.items('failedMessage', 'recover');
			expect(node.venue.count('GET /bookings')).toBe(1);
		});
	});

	describe('a recovery of other topics', () => {
		const others = Object.keys(TOPICS).filter((topic) => topic !== 'Booking');
		const asked = (path: string) => node.venue.requestsTo(`GET ${path}`);
		const topicsOf = (...topics: Array<Record<string, string>>) => ({
			options: { otherTopics: { topics } },
		});

		it('fetches what was missed of all eight topics if their calls are entered', async () => {
			node.venue.bookings.seed(1);
			const topics = others.map((topic) => {
				node.venue.messages.addFailed({ type: topic as 'Ticket', attempts: 7 });
				const body = JSON.stringify({ items: [{ id: `of ${topic}` }] });
				node.venue.undocumented.on(`GET /${topic}/changed`, { body, scope: 'Booking_Get' });
				return { topic, path: `/${topic}/changed`, dateParameter: 'changedSince' };
			});
			const { items, hints } = await node.execute([
				'failedMessage',
				'recover',
				topicsOf(...topics),
			]);
			const found = items[0].map(({ json }) => json);
			expect(found.map(({ topic }) => topic).sort()).toEqual(Object.keys(TOPICS).sort());
			expect(found).toEqual(expect.arrayContaining([{ id: 'of Customer', topic: 'Customer' }]));
			expect(asked('/Ticket/changed').map(({ query }) => query)).toEqual([
				{ changedSince: new Date(node.start - 5 * MINUTE).toISOString() },
			]);
			expect(hints.map(({ message }) => message).join()).not.toMatch(/Other Topics/);
		});

		it('requests no topic without failed messages, but all topics if Since is set', async () => {
			node.venue.undocumented.on('GET /customers', { body: '[]' });
			const customers = { topic: 'Customer', path: 'customers', dateParameter: 'from' };
			await node.items('failedMessage', 'recover', topicsOf(customers));
			expect(asked('/customers')).toEqual([]);
			const since = '2026-11-20T07:00:00Z';
			await node.items('failedMessage', 'recover', { since, ...topicsOf(customers) });
			expect(asked('/customers').map(({ query }) => query)).toEqual([
				{ from: '2026-11-20T07:00:00.000Z' },
			]);
		});

		it.each(['ticket', '={{ "Tick" + "et " }}', 'TICKET'])(
			'takes a topic in any spelling: %j',
			async (topic) => {
				node.venue.undocumented.on('GET /tickets', { body: '[{"id": 1}]' });
				const entered = { topic, path: '/tickets', dateParameter: 'from' };
				const found = await node.items('failedMessage', 'recover', topicsOf(entered));
				expect(found).toContainEqual({ id: 1, topic: 'Ticket' });
			},
		);

		it('takes the place of the venue’s list for bookings in any spelling', async () => {
			node.venue.undocumented.on('GET /changes', { body: '[]' });
			const entered = { topic: 'booking', path: '/changes', dateParameter: 'from' };
			await node.items('failedMessage', 'recover', topicsOf(entered));
			expect(asked('/changes')).toHaveLength(1);
			expect(asked('/bookings')).toEqual([]);
		});

		it.each([
			['Bookings', /holds something that is not a topic/, /Not known: Bookings\. Choose from/],
			['={{ $json.nothing }}', /is empty/, /Choose a topic/],
		])('makes no call for a topic that is none: %j', async (topic, reason, next) => {
			const entered = { topic, path: '/changes', dateParameter: 'from' };
			const given = topicsOf(entered);
			const { message, description } = await node.errorOf('failedMessage', 'recover', given);
			expect(message).toMatch(/^“Topic” in Other Topics/);
			expect(message).toMatch(reason);
			expect(description).toMatch(next);
			expect(asked('/changes')).toEqual([]);
		});

		it('reads a change feed by day and page, from the first day on that the outage can have begun', async () => {
			const path = '/data/bookingitems';
			const headers = { 'content-type': 'application/json' };
			node.venue.undocumented.on(`GET ${path}`, { headers }, ({ query }) => {
				const page = Number(query.get('pageNumber') ?? 1);
				const day = query.get('startDate');
				const items = [1, 2, 3].slice((page - 1) * 2, page * 2).map((id) => ({ day, id }));
				return { body: JSON.stringify({ currentPage: page, totalPages: 2, items }) };
			});
			const feed = {
				...{ topic: 'Ticket', path, dateParameter: 'startDate', endDateParameter: 'endDate' },
				...{ pageParameter: 'pageNumber', pageSizeParameter: 'pageSize', pageSize: '2' },
			};
			const yesterday = new Date(node.start - 24 * 60 * MINUTE).toISOString();
			const daysOf = async (venueTimeZone: string, since = yesterday) => {
				const given = { since, ...topicsOf({ ...feed, venueTimeZone }) };
				const found = await node.items('failedMessage', 'recover', given);
				const rows = found.filter(({ topic }) => topic === 'Ticket');
				expect(rows.length % 3).toBe(0);
				return [...new Set(rows.map(({ day }) => day))];
			};
			const noon = DateTime.fromMillis(node.start, { zone: 'utc' });
			const [before, today, after] = [-1, 0, 1].map((days) => noon.plus({ days }).toISODate());
			expect(await daysOf('')).toEqual([before, today, after]);
			expect(await daysOf('Europe/Berlin')).toEqual([before, today]);
			const midnight = `${today}T00:00:00Z`;
			expect(await daysOf('America/New_York', midnight)).toEqual([before, today]);
			expect(asked(path)[0].query).toMatchObject({ pageSize: '2', pageNumber: '1' });
		});

		it.each([
			[{ topic: 'Ticket', path: '', dateParameter: 'from' }, /“Path” of Ticket/],
			[{ topic: 'Ticket', path: '/tickets', dateParameter: ' ' }, /“Date Parameter” of Ticket/],
			[{ topic: 'Ticket', path: '/webhooks', dateParameter: 'from' }, /“Path” of Ticket/],
			[{ topic: 'Ticket', path: 'https://evil.test/x', dateParameter: 'from' }, /“Path”/],
			[{ topic: 'Ticket', path: '/a/../token', dateParameter: 'from' }, /“Path”/],
		])('sends nothing for %j', async (topic, reason) => {
			const { message } = await node.errorOf('failedMessage', 'recover', topicsOf(topic));
			expect(message).toMatch(reason);
			expect(node.venue.requests).toEqual([]);
		});
	});

	it('a recovery goes back as far as retries can if the list shows only the last attempt', async () => {
		node.venue.vary({ history: 'last' });
		await node.items('failedMessage', 'recover');
		const [{ query }] = node.venue.requestsTo('GET /bookings');
		const FIVE_DAYS = 5 * 24 * 60 * MINUTE;
		const last = Math.min(
			...node.venue.failedMessages
				.filter(({ webhookType }) => webhookType === 'Booking')
				.map(({ history }) =>
					Date.parse((history as Array<{ createdDate: string }>)[0].createdDate),
				),
		);
		expect(Date.parse(query.modifiedFromDate)).toBe(last - FIVE_DAYS - 5 * MINUTE);
	});

	it('a recovery has nothing to do if no message about a booking failed', async () => {
		const [first, , last] = node.venue.messages.all();
		first.status = 'Delivered';
		last.status = 'Delivered';
		const { items, hints, status } = await node.execute(['failedMessage', 'recover']);
		expect(status).toBe('success');
		expect(items[0]).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/No message about a booking/),
			expect.stringMatching(/Ticket \(1\)/),
		]);
		expect(node.venue.count('GET /bookings')).toBe(0);
	});

	describe('a recovery that brings nothing', () => {
		const since = '2026-11-20T08:00:00+01:00';
		const hintsOf = async (fields: INodeParameters) => {
			const { items, hints } = await node.execute(['failedMessage', 'recover', fields]);
			expect(items[0]).toEqual([]);
			return hints.map(({ message }) => message);
		};

		it('says since when no booking changed, and does not advise Since again', async () => {
			listTopics('Ticket', 'Ticket', 'Ticket');
			const [others, nothing, ...more] = await hintsOf({ since });
			expect(nothing).toBe(
				'The venue lists no bookings that have changed since 2026-11-20 02:00:00 (America/New_York). If there should be some, compare Since with the beginning of the outage.',
			);
			expect(others).toMatch(/Ticket \(3\)/);
			expect(more).toEqual([]);
		});

		it('says so as well after failed messages', async () => {
			listTopics('Booking', 'Booking', 'Booking');
			expect(await hintsOf({})).toContainEqual(
				expect.stringMatching(/no bookings that have changed since .* management console/),
			);
		});

		it('says it of another topic', async () => {
			node.venue.undocumented.on('GET /customers', { body: '[]' });
			const customers = { topic: 'Customer', path: 'customers', dateParameter: 'from' };
			const options = { otherTopics: { topics: [customers] } };
			expect(await hintsOf({ since, options })).toContainEqual(
				'Customer: the call returned nothing that has changed since 2026-11-20 02:00:00 (America/New_York).',
			);
		});
	});

	it('a recovery with Since brings bookings without a hint, whatever is on the failed list', async () => {
		node.venue.bookings.seed(2);
		node.venue.faults.on('GET /webhooks/messages/failed', {
			kind: 'answer',
			status: 200,
			body: '[]',
		});
		const since = new Date(node.start - 60 * MINUTE).toISOString();
		const { items, hints } = await node.execute(['failedMessage', 'recover', { since }]);
		expect(items[0]).not.toEqual([]);
		expect(hints).toEqual([]);
	});

	it('a recovery asks the user for the time if the venue does not show it [troubleshooting: does not say since when]', async () => {
		const [record] = node.venue.failedMessages;
		const body = JSON.stringify([{ ...record, history: [] }]);
		node.venue.faults.on('GET /webhooks/messages/failed', { kind: 'answer', status: 200, body });
		const { message, description } = await node.errorOf('failedMessage', 'recover');
		expect(message).toMatch(/does not say since when/);
		expect(description).toMatch(/Fill in Since/);
	});
});
