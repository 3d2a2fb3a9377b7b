import { setTimeout as passing } from 'node:timers/promises';
import { PollContext } from 'n8n-core';

import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { passTime, whileTimeMoves } from '../harness/time';
import { startVenue } from '../../venue';
import { fresh, MINUTE, ofEvent, ownWebhook, RecoveryFixture } from './support/recoveryFixture';

const FAILED_LIST = 'GET /webhooks/messages/failed';

describe('the recovery trigger at a venue that does not respond', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const down = () => {
		fixture.venue.faults.on('GET /**', { kind: 'answer', status: 500, body: 'Down' });
	};

	describe('for a long time', () => {
		beforeEach(() => fixture.stopTheTimers());

		const pollLater = async (trigger: ActiveTrigger) => {
			await passTime(15 * MINUTE);
			return await whileTimeMoves(trigger.poll());
		};

		it('can be published all the same, and misses nothing in the meantime', async () => {
			fixture.giveUp(1);
			await passTime(10 * MINUTE);
			down();
			const setup = fixture.trigger({ events: ['final', 'booking'] });
			const trigger = await whileTimeMoves(fixture.engine.activate(setup));
			await passTime(10 * MINUTE);
			fixture.giveUp(2, { type: 'Ticket' });
			const { booking } = await fixture.venue.bookings.create();
			await whileTimeMoves(trigger.restart(fresh()));
			expect(await pollLater(trigger)).toEqual({ items: [] });
			fixture.venue.faults.clear();
			const { items } = await pollLater(trigger);
			expect(ofEvent(items, 'final')).toHaveLength(2);
			expect(ofEvent(items, 'booking')).toMatchObject([
				{ booking: { uniqueId: booking.uniqueId } },
			]);
			expect(await pollLater(trigger)).toEqual({ items: [] });
		});

		it('reports an outage once, with the reason, and everything after it [reliability: the venue is down: publishing; outage is reported]', async () => {
			const trigger = await whileTimeMoves(fixture.engine.activate(fixture.trigger()));
			down();
			const said: string[] = [];
			for (let poll = 0; poll < 5; poll++) {
				const { error } = await pollLater(trigger);
				if (error) {
					said.push(error.message);
					expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
				}
			}
			expect(said).toHaveLength(1);
			expect(said[0]).toMatch(/could not handle this request.*and then reports what is new/);
			fixture.giveUp(1);
			fixture.venue.faults.clear();
			expect(ofEvent((await pollLater(trigger)).items, 'final')).toHaveLength(1);
		});

		it('survives six hours of a venue that asks for a pause, and then reports everything once', async () => {
			const trigger = await whileTimeMoves(fixture.engine.activate(fixture.trigger()));
			fixture.venue.faults.on('* /**', {
				kind: 'answer',
				status: 503,
				headers: { 'Retry-After': '600' },
				body: 'Maintenance',
			});
			const given: string[] = [];
			let failed = 0;
			for (let poll = 0; poll < 24; poll++) {
				await passTime(15 * MINUTE);
				given.push(...fixture.giveUp(2).map(({ id }) => id));
				const began = Date.now();
				const { error, items } = await whileTimeMoves(trigger.poll());
				expect(items).toEqual([]);
				expect(Date.now() - began).toBeLessThanOrEqual(30_000);
				if (error) failed++;
			}
			expect(failed).toBe(1);
			fixture.venue.faults.clear();
			const said: unknown[] = [];
			for (let poll = 0; poll < 24; poll++) {
				const { items } = await pollLater(trigger);
				said.push(...ofEvent(items, 'final').map(({ messageId }) => messageId));
			}
			expect(said).toEqual(given);
		});
	});

	it.each([
		[['final'], ['Webhook_GetFailedMessages']],
		[['switchedOff'], ['Webhook_Get']],
		[['booking'], ['Booking_Get']],
	])('cannot be published for %j without the scope %j', async (events, missing) => {
		const all = ['Webhook_GetFailedMessages', 'Webhook_Get', 'Booking_Get'] as const;
		const scopes = all.filter((scope) => !missing.includes(scope));
		const credential = await fixture.saveCredential(fixture.venue.addCredentials({ scopes }));
		const setup = {
			...fixture.trigger({ events }),
			credentials: { venuePlatformApi: credential },
		};
		await expect(fixture.engine.activate(setup)).rejects.toThrow(`“${missing[0]}”`);
		const trigger = await fixture.engine.activate(fixture.trigger({ events }));
		// n8n tries five times, each time with a new context, and users try again.
		for (let attempt = 1; attempt <= 25; attempt++) {
			await expect(trigger.republish({ credentials: setup.credentials })).rejects.toThrow(
				missing[0],
			);
		}
	});

	it.each([
		['', {}],
		// It is a word of the message, in which it is hidden.
		[', whatever the others are', { webhookUsername: 'events', webhookPassword: 'venue' }],
	])(
		'cannot be published with a wrong secret%s, and reports that once',
		async (_, others) => {
			const trigger = await fixture.engine.activate(fixture.trigger());
			await fixture.engine.updateCredential(fixture.credential, {
				clientSecret: 'wrong',
				...others,
			});
			fixture.venue.tokens.revokeAll();
			const said: unknown[] = [];
			for (let poll = 0; poll < 4; poll++) {
				fixture.later(90);
				const { error } = await trigger.poll();
				if (error) said.push(error);
			}
			expect(said).toHaveLength(1);
			expect(said[0]).toMatchObject({ failure: { cause: 'credential-invalid' } });
			await expect(fixture.engine.activate(fixture.trigger())).rejects.toThrow(/secret/i);
		},
		60_000,
	);

	it('misses nothing in an outage that ends with a new Client ID', async () => {
		const setup = fixture.trigger({ events: ['final', 'booking'] });
		const trigger = await fixture.engine.activate(setup);
		const client = fixture.venue.addCredentials();
		await fixture.engine.updateCredential(fixture.credential, { clientSecret: 'disabled' });
		fixture.venue.tokens.revokeAll();
		const missed = fixture.giveUp(5, { type: 'Ticket' });
		const { booking } = await fixture.venue.bookings.create();
		for (let poll = 0; poll < 3; poll++) {
			fixture.later(90);
			expect((await trigger.poll()).items).toEqual([]);
		}
		await fixture.engine.updateCredential(fixture.credential, { ...client });
		await trigger.restart(fresh());
		expect(ofEvent(await trigger.emitted(), 'final')).toHaveLength(missed.length);
		expect(ofEvent(await trigger.emitted(), 'booking')).toMatchObject([{ booking }]);

		// Another credential counts as another venue, even with the same client.
		const other = await fixture.saveCredential(client);
		fixture.giveUp(1);
		await trigger.republish({ credentials: { venuePlatformApi: other } });
		expect(await trigger.poll()).toEqual({ items: [] });
	}, 60_000);

	it('reports once that it dropped bookings of the former venue, and hides nothing of the new one', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		await fixture.venue.bookings.create();
		fixture.giveUp(1);
		fixture.venue.faults.on('GET /bookings', { kind: 'answer', status: 404 });
		expect((await trigger.poll()).items).not.toEqual([]);
		fixture.venue.faults.clear();
		const other = await fixture.saveCredential(fixture.venue.addCredentials());
		await trigger.republish({ credentials: { venuePlatformApi: other } });
		fixture.later();
		fixture.giveUp(1, { type: 'Ticket' });
		const { error } = await trigger.poll();
		expect(error?.message).toMatch(/another venue/);
		expect(ofEvent((await trigger.poll()).items, 'final')).toHaveLength(1);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('says that it now asks another venue before it reports anything of it', async () => {
		const saysSo: unknown = expect.stringMatching(/^warn This node now asks another venue/);
		const setup = fixture.trigger({ options: { startWith: 'all' } });
		const trigger = await fixture.engine.activate(setup);
		const another = await startVenue();
		try {
			const { baseUrl, credentials } = another;
			await fixture.engine.updateCredential(fixture.credential, { baseUrl, ...credentials });
			ownWebhook(another);
			another.messages.addFailed({ attempts: 7, type: 'Ticket' });
			expect((await trigger.poll()).error?.message).toMatch(/^This node now asks another venue/);
			expect(ofEvent((await trigger.poll()).items, 'final')).toHaveLength(1);

			// It is in the log if the workflow cannot be published there.
			fixture.engine.output.forget();
			fixture.venue.faults.on('GET /**', { kind: 'answer', status: 404 });
			const former = { baseUrl: fixture.venue.baseUrl, ...fixture.venue.credentials };
			await fixture.engine.updateCredential(fixture.credential, former);
			await expect(trigger.republish({})).rejects.toThrow();
			expect(fixture.engine.output.lines).toContainEqual(saysSo);
		} finally {
			await another.stop();
		}
	});

	const everyQuarter = async (
		trigger: Awaited<ReturnType<typeof fixture.engine.activate>>,
		polls: number,
		before: (poll: number) => Promise<unknown> | void,
	) => {
		const [said, items]: [Array<[number, string]>, number[]] = [[], []];
		for (let poll = 1; poll <= polls; poll++) {
			fixture.later();
			await before(poll);
			const result = await trigger.poll();
			if (result.error) said.push([poll, result.error.message]);
			items.push(result.items.length);
		}
		return { said, items: items.reduce((sum, count) => sum + count, 0) };
	};

	it.each([
		[0, ['GET /bookings', FAILED_LIST]],
		// The list of webhooks says where these were sent.
		[3, ['GET /bookings', 'GET /webhooks', FAILED_LIST]],
	])('finds nothing new after %i old messages with few requests', async (old, asked) => {
		if (old > 0) fixture.giveUp(old);
		fixture.venue.bookings.seed(3, { everySeconds: 1 });
		const trigger = await fixture.engine.activate(
			fixture.trigger({ events: ['final', 'booking'] }),
		);
		const { said, items } = await everyQuarter(trigger, 2, () => fixture.venue.forgetRequests());
		expect({ said, items }).toEqual({ said: [], items: 0 });
		const requests = fixture.venue.requests.map(({ method, path }) => `${method} ${path}`);
		expect(requests.sort()).toEqual(asked);
	});

	it('says within an hour that a list is refused, although bookings change all the time', async () => {
		fixture.venue.bookings.seed(1, { everySeconds: 1 });
		const [{ uniqueId }] = fixture.venue.bookings.all();
		const setup = fixture.trigger({ events: ['final', 'booking'] });
		const trigger = await fixture.engine.activate(setup);
		fixture.venue.faults.on(FAILED_LIST, { kind: 'answer', status: 403 });
		const { said, items } = await everyQuarter(trigger, 96, async () => {
			await fixture.venue.bookings.change(uniqueId, { note: String(Date.now()) });
		});
		expect(said).toEqual([[expect.any(Number), expect.stringMatching(/scope|refused/)]]);
		expect(said[0][0]).toBeLessThanOrEqual(4);
		// One booking that changed twice between two reports comes once.
		expect(items).toBe(95);
	}, 60_000);

	it('says each outage, although another list stays refused', async () => {
		const setup = fixture.trigger({ events: ['final', 'switchedOff'] });
		const trigger = await fixture.engine.activate(setup);
		fixture.venue.faults.on('GET /webhooks', { kind: 'answer', status: 403 });
		const { said } = await everyQuarter(trigger, 12, (poll) => {
			if ([2, 8].includes(poll)) {
				fixture.venue.faults.on(FAILED_LIST, { kind: 'answer', status: 404 });
			}
			if (poll !== 6) return;
			fixture.venue.faults.clear();
			fixture.venue.faults.on('GET /webhooks', { kind: 'answer', status: 403 });
		});
		expect(said.map(([poll]) => poll)).toEqual([1, 2, 8]);
	}, 60_000);

	it('goes on after a read of its credential that never ends, and says that polls hang [reliability: never ends] [troubleshooting: The last polls of this node did not end]', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		const never = new Promise<never>(() => {});
		const read = jest
			.spyOn(PollContext.prototype, 'getCredentials')
			.mockImplementation(async () => await never);
		fixture.giveUp(1);
		const said: string[] = [];
		for (let poll = 0; poll < 3; poll++) {
			fixture.later();
			const result = await Promise.race([trigger.poll(), passing(50, undefined)]);
			if (result?.error) said.push(result.error.message);
		}
		read.mockRestore();
		expect(said).toEqual([expect.stringMatching(/did not end.*restart n8n/)]);
		fixture.later();
		expect(ofEvent((await trigger.poll()).items, 'final')).toHaveLength(1);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('names the parameter that it cannot use when it is published', async () => {
		const publish = async (parameters: Parameters<RecoveryFixture['trigger']>[0]) =>
			await fixture.engine.activate(fixture.trigger(parameters));
		await expect(publish({ events: [] })).rejects.toThrow(/Trigger On/);
		await expect(publish({ minimumAttempt: 'many' })).rejects.toThrow(/Minimum Attempt/);
		await expect(publish({ options: { additionalQuery: '{' } })).rejects.toThrow(
			/Additional Query/,
		);
	});

	it('reports a pause that is longer than a poll may take', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.venue.faults.on(FAILED_LIST, {
			kind: 'answer',
			status: 429,
			headers: { 'Retry-After': '600' },
		});
		expect(await trigger.poll()).toEqual({ items: [] });
		const { error } = await trigger.poll();
		expect(error).toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
	});
});
