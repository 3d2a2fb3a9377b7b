import * as fc from 'fast-check';

import { EVENT_NAMES, subscriptionsOf } from '../../../nodes/venueApi/resources/events';
import { PROFILES, type ProfileName } from '../../venue';
import type { StoredWorkflow } from '../lab/rest/workflows';
import { until } from '../fixtures/until';
import { TriggerFixture } from '../fixtures/triggerFixture';

const COMMANDS = 20;

const other = {
	url: 'https://elsewhere.example.com/hook',
	enabled: true,
	webhooks: { ticket: { events: ['Created'] } },
};

/** A trigger that a user publishes, changes and unpublishes without waiting. */
class ManagedTrigger {
	private trigger;
	private workflow?: StoredWorkflow;
	private isPublished = false;
	events = ['*'];

	constructor(private readonly fixture: TriggerFixture) {
		this.trigger = fixture.trigger();
	}

	get webhookId() {
		return String(this.trigger.webhookId);
	}

	async publish(events = this.events) {
		this.events = events;
		this.trigger = { ...this.trigger, parameters: { events } };
		if (this.workflow) await this.fixture.publishChanged(this.workflow, [this.trigger]);
		else this.workflow = await this.fixture.publish([this.trigger]);
		this.isPublished = true;
	}

	async unpublish() {
		if (this.workflow && this.isPublished)
			await this.fixture.lab.workflows.unpublish(this.workflow);
		this.isPublished = false;
	}

	async rename(name: string) {
		if (!this.isPublished) return;
		this.trigger = { ...this.trigger, name };
		await this.publish();
	}

	async restart() {
		await this.fixture.lab.main.stop();
		await this.fixture.startAgain(this.isPublished ? [this.trigger] : []);
	}

	async listen() {
		if (!this.workflow) return;
		await this.fixture.listen(this.workflow, this.trigger.name);
		await this.fixture.stopListening(this.workflow);
	}

	/** On a restart, n8n does not unregister test listeners. */
	async restartWhileListening() {
		if (!this.workflow) return;
		await this.fixture.listen(this.workflow, this.trigger.name);
		await this.restart();
	}
}

type Command = [name: string, run: (trigger: ManagedTrigger) => Promise<void>];

const command: fc.Arbitrary<Command> = fc.oneof(
	fc.constant<Command>(['publish', async (trigger) => await trigger.publish()]),
	fc.constant<Command>(['unpublish', async (trigger) => await trigger.unpublish()]),
	fc.constant<Command>(['restart', async (trigger) => await trigger.restart()]),
	fc.constant<Command>(['listen', async (trigger) => await trigger.listen()]),
	fc.constant<Command>([
		'restart while listening',
		async (trigger) => await trigger.restartWhileListening(),
	]),
	fc
		.nat({ max: 9 })
		.map<Command>((number) => [
			'rename',
			async (trigger) => await trigger.rename(`Trigger ${number}`),
		]),
	fc
		.subarray([...EVENT_NAMES], { minLength: 1 })
		.map<Command>((events) => ['change events', async (trigger) => await trigger.publish(events)]),
);

describe('a trigger after any series of actions in a real n8n', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
	});

	afterAll(async () => await fixture?.stop());

	it.each(Object.keys(PROFILES) as ProfileName[])(
		'has one enabled configuration, for its address, at a venue with the profile “%s”',
		async (profile) => {
			await fixture.startVenue({ profile });
			fixture.venue.webhooks.create(other);
			const trigger = new ManagedTrigger(fixture);
			const seed = Date.now();
			const commands = fc.sample(command, { numRuns: COMMANDS, seed });
			process.stdout.write(`${profile}, ${seed}: ${commands.map(([name]) => name).join(', ')}\n`);
			for (const [, run] of commands) await run(trigger);
			await trigger.unpublish();
			await trigger.publish();

			const all = () => fixture.configurationsFor('');
			const isOn = () =>
				all()
					.slice(1)
					.filter(({ enabled }) => enabled)
					.map(({ url }) => url);
			const address = `${fixture.lab.publicOrigin}/webhook/${trigger.webhookId}/venue-platform`;
			await until(() => isOn().join() === address).catch(() => undefined);
			expect(isOn()).toEqual([address]);
			const [first, ...own] = all();
			expect(first).toEqual(other);
			expect(new Set(own.map(({ url }) => url)).size).toBe(own.length);
			const [kept] = own.filter(({ enabled }) => enabled);
			expect(kept.webhooks).toEqual(subscriptionsOf(trigger.events));
		},
	);
});
