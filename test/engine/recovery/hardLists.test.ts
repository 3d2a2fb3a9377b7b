import { passTime, whileTimeMoves } from '../harness/time';
import { fresh, MINUTE, ofEvent, RecoveryFixture } from './support/recoveryFixture';

const EVERYTHING = { events: ['final', 'switchedOff', 'booking'] };

describe('the recovery trigger with slow, missing or broken lists', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		fixture.stopTheTimers();
	});
	afterEach(async () => await fixture.close());

	const publish = async (parameters: Parameters<RecoveryFixture['trigger']>[0] = EVERYTHING) =>
		await whileTimeMoves(fixture.engine.activate(fixture.trigger(parameters)));
	const create = (path: string) =>
		fixture.venue.webhooks.create({
			url: `https://n8n.example.com/${path}`,
			enabled: true,
			webhooks: { booking: { events: ['Created'] } },
		});
	const happens = async () => {
		await passTime(15 * MINUTE);
		fixture.giveUp(1, { type: 'Ticket' });
		await fixture.venue.bookings.create();
	};

	it('reports a list that takes two minutes, with one call [reliability: four and a half minutes]', async () => {
		const trigger = await publish();
		await happens();
		fixture.venue.bookings.seed(500, { everySeconds: 0.001 });
		fixture.venue.faults.on('GET /bookings', { kind: 'trickle', pieces: 12, everyMs: 10_000 });
		const before = fixture.venue.count('GET /bookings');
		const slow = trigger.poll();
		// n8n does not wait for it.
		await passTime(MINUTE);
		expect(await trigger.poll()).toEqual({ items: [] });
		const { items } = await whileTimeMoves(slow);
		expect(ofEvent(items, 'booking')).toHaveLength(501);
		expect(fixture.venue.count('GET /bookings')).toBe(before + 1);
		await passTime(15 * MINUTE);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	}, 120_000);

	it('reports a list that sends nothing for two minutes, with one call', async () => {
		const trigger = await publish();
		await happens();
		fixture.venue.faults.on('GET /bookings', { kind: 'delay', ms: 2 * MINUTE });
		const before = fixture.venue.count('GET /bookings');
		const { items } = await whileTimeMoves(trigger.poll());
		expect(ofEvent(items, 'booking')).toHaveLength(1);
		expect(fixture.venue.count('GET /bookings')).toBe(before + 1);
	}, 120_000);

	it('does not take an empty list for one if the venue says that it did not work [troubleshooting: says that this did not work]', async () => {
		const trigger = await publish({ events: ['switchedOff', 'booking'] });
		create('other');
		await happens();
		await whileTimeMoves(trigger.poll());
		await happens();
		const body = (name: string) =>
			JSON.stringify({ success: false, errors: [{ message: 'The database is away' }], [name]: [] });
		venueAnswers({ bookings: body('bookings'), webhooks: body('webhooks') });
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
		await passTime(60 * MINUTE);
		const { items, error } = await whileTimeMoves(trigger.poll());
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/says that this did not work: The database is away\./);

		fixture.venue.faults.clear();
		await passTime(60 * MINUTE);
		const after = (await whileTimeMoves(trigger.poll())).items;
		expect(ofEvent(after, 'booking')).toHaveLength(1);
		expect(ofEvent(after, 'switchedOff')).toEqual([]);
	});

	const venueAnswers = (bodies: Record<string, string>) => {
		for (const [name, body] of Object.entries(bodies))
			fixture.venue.faults.on(`GET /${name}`, { kind: 'answer', status: 200, body });
	};

	it('keeps to its batches after a restart of n8n, which gives a list half a minute', async () => {
		const parameters = { events: ['booking'], options: { maxItems: 100 } };
		const trigger = await publish(parameters);
		await passTime(15 * MINUTE);
		fixture.venue.bookings.seed(300, { everySeconds: 1 });
		fixture.venue.faults.on('GET /bookings', { kind: 'trickle', pieces: 10, everyMs: 2_000 });
		await whileTimeMoves(trigger.restart(fresh()));
		for (let poll = 0; poll < 4; poll++) {
			await passTime(15 * MINUTE);
			await whileTimeMoves(trigger.poll());
		}
		const executions = await trigger.executions();
		expect(executions.map(({ items }) => items.flat().length)).toEqual([100, 100, 100]);
	}, 120_000);

	it('does not promise that nothing is lost if a list never arrives in time', async () => {
		const trigger = await publish();
		await happens();
		fixture.venue.faults.on('GET /bookings', { kind: 'trickle', pieces: 100, everyMs: 10_000 });
		const told: string[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const { error } = await whileTimeMoves(trigger.poll());
			if (error) told.push(error.message);
			await passTime(15 * MINUTE);
		}
		expect(told).toEqual([expect.stringMatching(/Get Many/)]);
		expect(told[0]).not.toMatch(/and then reports/);
		fixture.venue.faults.clear();
		const { items } = await whileTimeMoves(trigger.poll());
		expect(ofEvent(items, 'booking')).toHaveLength(1);
	}, 120_000);

	it('is published in time at a venue with slow lists, and reports what comes afterwards', async () => {
		fixture.venue.bookings.seed(500, { everySeconds: 0.001 });
		fixture.venue.faults.on('GET /**', { kind: 'trickle', pieces: 12, everyMs: 10_000 });
		const began = Date.now();
		const trigger = await publish();
		expect(Date.now() - began).toBeLessThanOrEqual(60_000);
		fixture.venue.faults.clear();
		await happens();
		const { items } = await whileTimeMoves(trigger.poll());
		expect(ofEvent(items, 'final')).toHaveLength(1);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	}, 120_000);

	it('drops a poll whose result n8n no longer uses, and loses nothing', async () => {
		const trigger = await publish();
		await happens();
		fixture.venue.faults.on('GET /bookings', { kind: 'trickle', pieces: 12, everyMs: 10_000 });
		const slow = trigger.poll();
		await passTime(MINUTE);
		fixture.venue.faults.clear();
		await whileTimeMoves(trigger.republish({ parameters: { ...EVERYTHING, minimumAttempt: 3 } }));
		expect((await whileTimeMoves(slow)).items).toEqual([]);
		const { items } = await whileTimeMoves(trigger.poll());
		expect(items.map(({ json }) => json.event)).toEqual(['final', 'booking']);
	}, 120_000);

	it.each([
		['no body', { status: 200, body: '' }],
		['null', { status: 200, body: 'null', headers: { 'Content-Type': 'application/json' } }],
	])(
		'does not take an answer with %s for an empty list',
		async (_, answer) => {
			create('a');
			const trigger = await publish();
			await happens();
			fixture.venue.faults.on('GET /**', { kind: 'answer', ...answer });
			for (let poll = 0; poll < 3; poll++) {
				const { items, error } = await whileTimeMoves(trigger.poll());
				expect(items).toEqual([]);
				expect(error?.message ?? '').not.toMatch(/and then reports/);
				await passTime(15 * MINUTE);
			}
			const webhooks = fixture.venue.webhooks.all().length;
			await expect(whileTimeMoves(fixture.engine.activate(fixture.events()))).rejects.toThrow();
			expect(fixture.venue.webhooks.all()).toHaveLength(webhooks);
			fixture.venue.faults.clear();
			const { items } = await whileTimeMoves(trigger.poll());
			expect(items.map(({ json }) => json.event)).toEqual(['final', 'booking']);
		},
		120_000,
	);

	it.each([
		['a login page', { status: 200, body: '<html><form>Log in</form></html>' }, /is not JSON/],
		['something else', { status: 200, body: '{"a":{"b":1}}' }, /is not a list/],
		['a wrong address', { status: 404, body: '' }, /nothing at this address/],
	])(
		'reports %s when it is published and later',
		async (_, answer, reason) => {
			const trigger = await publish();
			fixture.venue.faults.on('GET /**', { kind: 'answer', ...answer });
			await expect(publish()).rejects.toThrow(reason);
			await happens();
			const said: string[] = [];
			for (let poll = 0; poll < 3; poll++) {
				const { error } = await whileTimeMoves(trigger.poll());
				if (error) said.push(error.message);
				await passTime(15 * MINUTE);
			}
			expect(said).toEqual([expect.stringMatching(reason)]);
			expect(said[0]).not.toMatch(/and then reports/);
			fixture.venue.faults.clear();
			const { items } = await whileTimeMoves(trigger.poll());
			expect(items.map(({ json }) => json.event)).toEqual(['final', 'booking']);
		},
		120_000,
	);
});
