import type { INodeExecutionData } from 'n8n-workflow';

import { fresh, ofEvent, OWN_URL, RecoveryFixture } from './support/recoveryFixture';

describe('the recovery trigger and the failed list', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	it('reports no secret that the venue quotes', async () => {
		const { clientSecret } = fixture.venue.credentials;
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.later();
		const key = `vpk_${'Ab3_-'.repeat(8)}Ab3`;
		for (const detail of [clientSecret, key, Buffer.from(clientSecret).toString('base64')]) {
			fixture.giveUp(1, { detail: `401 for ${detail}` });
			const { items } = await trigger.poll();
			expect(JSON.stringify(items)).toMatch(/401 for •••["= ]/);
			expect(JSON.stringify(items)).not.toContain(detail);
			fixture.later();
		}
	});

	it('reports once what was given up, with what a user needs to know', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.later();
		const [message] = fixture.giveUp(1, { httpResponseStatus: 504, detail: 'Timed out' });
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'final')).toEqual([
			{
				event: 'final',
				at: expect.stringMatching(/Z$/),
				messageId: message.id,
				webhookId: '1001',
				topic: 'Booking',
				eventType: 'Updated',
				attempts: 7,
				lastHttpStatus: 504,
				lastDetail: 'Timed out',
				firstFailedAt: expect.stringMatching(/Z$/),
				nextRetryAt: null,
				givenUp: true,
				isOurs: true,
				url: OWN_URL,
				isRecoverable: true,
			},
		]);
		expect(ofEvent(items, 'growth')).toEqual([
			{ event: 'growth', at: expect.any(String), before: 0, now: 1 },
		]);
		expect(ofEvent(items, 'attempt')).toEqual([]);
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		await trigger.restart(fresh());
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it.each([
		['bare', (message: object) => message],
		['wrapped', (message: object) => ({ data: message })],
	])('reports a message that comes without a list: %s', async (_, show) => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.giveUp(0);
		const message = {
			...{ webhookId: 1001, uniqueId: 'm-1', webhookType: 'Booking', webhookEventType: 'Updated' },
			status: 'Failed',
			history: [1, 2].map((attempt) => ({
				status: attempt === 2 ? 'Failed' : `Attempt${attempt}Failed`,
				createdDate: new Date(Date.now() + attempt * 1_000).toISOString(),
			})),
		};
		fixture.venue.undocumented.on('GET /webhooks/messages/failed', {}, () => ({
			body: JSON.stringify(show(message)),
		}));
		fixture.later();
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'final')).toMatchObject([{ messageId: 'm-1', isRecoverable: true }]);
		fixture.later();
		// Not that the venue says with “Failed” that its list did not work.
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it.each([
		['Message Given Up', 'final', 5],
		['Failed List Grew', 'growth', 7],
		['Webhook Switched Off', 'switchedOff', 7],
	])(
		'begins with what is added beside %s at that time, also if that had nothing to report',
		async (_, event, attempts) => {
			const first = { events: [event], growthThreshold: 3 };
			const trigger = await fixture.engine.activate(fixture.trigger(first));
			fixture.later();
			fixture.giveUp(2, { attempts });
			expect(await trigger.poll()).toEqual({ items: [] });
			fixture.later(24 * 60);

			const events = ['final', 'attempt', 'growth', 'switchedOff'];
			await trigger.republish({ parameters: { ...first, events } });
			fixture.later();
			expect(await trigger.poll()).toEqual({ items: [] });
			const given = fixture.giveUp(3);
			const { items } = await trigger.poll();
			expect(ofEvent(items, 'final').map(({ messageId }) => messageId)).toEqual(
				given.map(({ id }) => id),
			);
		},
	);

	it('reports what is on the list of an event that is added with All', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['attempt'] }));
		fixture.later();
		const [reported] = fixture.giveUp(1, { attempts: 6 });
		expect((await trigger.poll()).items).toHaveLength(1);
		while (reported.status !== 'Failed') {
			const more = { httpResponseStatus: 500, detail: 'Still down' };
			fixture.venue.messages.failedOnceMore(reported, more);
		}
		expect(await trigger.poll()).toEqual({ items: [] });

		const events = ['attempt', 'final'];
		await trigger.republish({ parameters: { events, options: { startWith: 'all' } } });
		fixture.later();
		expect((await trigger.poll()).items).toMatchObject([
			{ json: { event: 'final', messageId: reported.id } },
		]);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('reports nothing again if an event is added beside a list that is longer than the memory', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['attempt'] }));
		fixture.later();
		const given = fixture.giveUp(3).map(({ id }) => id);
		for (let group = 0; group < 6; group++) {
			fixture.later();
			fixture.giveUp(900, { attempts: 5 });
		}
		const isGiven = ({ json }: INodeExecutionData) => given.includes(String(json.messageId));
		expect((await trigger.poll()).items.filter(isGiven)).toHaveLength(3);
		for (const events of [['attempt', 'final'], ['attempt']]) {
			await trigger.republish({ parameters: { events } });
			const { items } = await trigger.poll();
			expect([items.length, items.filter(isGiven)]).toEqual([1_800, []]);
		}
	});

	it('starts with new messages only, or with all', async () => {
		fixture.giveUp(3);
		const node = fresh();
		const starting = await fixture.engine.activate(fixture.trigger({}, node));
		const options = { startWith: 'all' };
		const all = await fixture.engine.activate(fixture.trigger({ options }, node));
		fixture.giveUp(2);
		expect(ofEvent((await starting.poll()).items, 'final')).toHaveLength(2);
		expect(ofEvent((await all.poll()).items, 'final')).toHaveLength(5);
	});

	it('reports a message at the attempt, and growth by the threshold, that the user chose [api 3.1; 6.2.7]', async () => {
		const parameters = { events: ['attempt', 'growth'], minimumAttempt: 4, growthThreshold: 3 };
		const trigger = await fixture.engine.activate(fixture.trigger(parameters));
		fixture.giveUp(2, { attempts: 3 });
		expect(await trigger.poll()).toEqual({ items: [] });
		const [message] = fixture.giveUp(1, { attempts: 4 });
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'attempt')).toMatchObject([
			{ messageId: message.id, attempts: 4, givenUp: false },
		]);
		expect(ofEvent(items, 'growth')).toMatchObject([{ before: 0, now: 3 }]);
	});

	it('counts growth from the shortest list, also if the workflow is published after that', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['growth'] }));
		const [, ...delivered] = fixture.giveUp(5, { attempts: 2 });
		expect((await trigger.poll()).items).toMatchObject([{ json: { before: 0, now: 5 } }]);
		for (const message of delivered) fixture.venue.messages.delivered(message);
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });

		const parameters = { events: ['growth'], options: { maxItems: 500 } };
		await trigger.republish({ parameters });
		fixture.giveUp(2, { attempts: 2 });
		expect((await trigger.poll()).items).toMatchObject([{ json: { before: 1, now: 3 } }]);
	});

	it('says once that there may be more than the hundred that the venue shows, and again after a restart [reliability: told again of]', async () => {
		await fixture.close();
		fixture = await RecoveryFixture.open({ variations: { atMostInList: 100 } });
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['final', 'growth'] }));
		fixture.giveUp(300);
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'final')).toHaveLength(100);
		expect(ofEvent(items, 'growth')).toMatchObject([{ before: 0, now: 100 }]);
		const said: string[] = [];
		for (let poll = 0; poll < 5; poll++) {
			fixture.later();
			const { items: none, error } = await trigger.poll();
			expect(none).toEqual([]);
			if (error) said.push(error.message);
		}
		expect(said).toEqual([
			'These may not be all failed messages: the venue gave exactly 100, which may be as many as it shows at once. Compare with the venue management console. What came is reported now, and others as soon as the venue gives them. This is reported once for as long as it lasts.',
		]);
		await trigger.restart(fresh());
		fixture.later();
		expect((await trigger.poll()).error?.message).toBe(said[0]);
	});

	it('reports once what was given up before a restart', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.giveUp(2);
		await trigger.restart(fresh());
		const started = await trigger.emitted();
		expect(ofEvent(started, 'final')).toHaveLength(2);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('remembers everything if the node is renamed and published again', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.giveUp(2);
		expect((await trigger.poll()).items).toHaveLength(3);
		fixture.giveUp(1);
		await trigger.republish({ name: 'What was missed', node: fresh() });
		expect(ofEvent((await trigger.poll()).items, 'final')).toHaveLength(1);
	});

	it('adds the name of the venue if Include Venue is on', async () => {
		const setup = fixture.trigger({ options: { includeVenue: true, startWith: 'all' } });
		fixture.giveUp(1);
		const trigger = await fixture.engine.activate(setup);
		expect((await trigger.poll()).items).toMatchObject([{ json: { venue: 'Venue Platform API' } }]);
	});
});
