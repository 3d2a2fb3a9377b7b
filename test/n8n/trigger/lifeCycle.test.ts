import * as fc from 'fast-check';

import { EVENT_NAMES, subscriptionsOf } from '../../../nodes/venueApi/resources/events';
import { PROFILES, type ProfileName } from '../../venue';
import type { StoredWorkflow } from '../lab/rest/workflows';
import { until } from '../until';
import { Theatre } from './theatre';

const DEEDS = 20;

const other = {
	url: 'https://elsewhere.example.com/hook',
	enabled: true,
	webhooks: { ticket: { events: ['Created'] } },
};

/** A trigger in the hands of somebody who does this and that with it, without waiting. */
class Life {
	private trigger;
	private workflow?: StoredWorkflow;
	private isPublished = false;
	events = ['*'];

	constructor(private readonly theatre: Theatre) {
		this.trigger = theatre.trigger();
	}

	get webhookId() {
		return String(this.trigger.webhookId);
	}

	async publish(events = this.events) {
		this.events = events;
		this.trigger = { ...this.trigger, parameters: { events } };
		if (this.workflow) await this.theatre.publishChanged(this.workflow, [this.trigger]);
		else this.workflow = await this.theatre.publish([this.trigger]);
		this.isPublished = true;
	}

	async unpublish() {
		if (this.workflow && this.isPublished)
			await this.theatre.lab.workflows.unpublish(this.workflow);
		this.isPublished = false;
	}

	async rename(name: string) {
		if (!this.isPublished) return;
		this.trigger = { ...this.trigger, name };
		await this.publish();
	}

	async restart() {
		await this.theatre.lab.main.stop();
		await this.theatre.startAgain(this.isPublished ? [this.trigger] : []);
	}

	async listen() {
		if (!this.workflow) return;
		await this.theatre.listen(this.workflow, this.trigger.name);
		await this.theatre.stopListening(this.workflow);
	}

	/** n8n unregisters no test listener then. */
	async restartWhileListening() {
		if (!this.workflow) return;
		await this.theatre.listen(this.workflow, this.trigger.name);
		await this.restart();
	}
}

type Deed = [name: string, act: (life: Life) => Promise<void>];

const deed: fc.Arbitrary<Deed> = fc.oneof(
	fc.constant<Deed>(['publish', async (life) => await life.publish()]),
	fc.constant<Deed>(['unpublish', async (life) => await life.unpublish()]),
	fc.constant<Deed>(['restart', async (life) => await life.restart()]),
	fc.constant<Deed>(['listen', async (life) => await life.listen()]),
	fc.constant<Deed>([
		'restart while listening',
		async (life) => await life.restartWhileListening(),
	]),
	fc
		.nat({ max: 9 })
		.map<Deed>((number) => ['rename', async (life) => await life.rename(`Trigger ${number}`)]),
	fc
		.subarray([...EVENT_NAMES], { minLength: 1 })
		.map<Deed>((events) => ['change events', async (life) => await life.publish(events)]),
);

describe('whatever is done with a trigger in a real n8n', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'alone' });
	});

	afterAll(async () => await theatre?.close());

	it.each(Object.keys(PROFILES) as ProfileName[])(
		'at a venue that answers like “%s”: one configuration is on, for its address',
		async (profile) => {
			await theatre.invite({ profile });
			theatre.venue.webhooks.create(other);
			const life = new Life(theatre);
			const seed = Date.now();
			const deeds = fc.sample(deed, { numRuns: DEEDS, seed });
			process.stdout.write(`${profile}, ${seed}: ${deeds.map(([name]) => name).join(', ')}\n`);
			for (const [, act] of deeds) await act(life);
			await life.unpublish();
			await life.publish();

			const all = () => theatre.configurationsFor('');
			const isOn = () =>
				all()
					.slice(1)
					.filter(({ enabled }) => enabled)
					.map(({ url }) => url);
			const address = `${theatre.lab.publicOrigin}/webhook/${life.webhookId}/venue-platform`;
			await until(() => isOn().join() === address).catch(() => undefined);
			expect(isOn()).toEqual([address]);
			const [first, ...own] = all();
			expect(first).toEqual(other);
			expect(new Set(own.map(({ url }) => url)).size).toBe(own.length);
			const [kept] = own.filter(({ enabled }) => enabled);
			expect(kept.webhooks).toEqual(subscriptionsOf(life.events));
		},
	);
});
