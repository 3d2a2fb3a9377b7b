import * as fc from 'fast-check';

import { EVENT_NAMES, subscriptionsOf } from '../../../nodes/venueApi/resources/events';
import { LIST_PROFILES } from '../../venue';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { Stage } from './support/stage';

const ELSEWHERE = 'https://elsewhere.example.com/hook';

/** A trigger whose user does various things with it. */
class Life {
	private trigger?: ActiveTrigger;
	private isPublished = false;
	events = ['*'];

	constructor(private readonly stage: Stage) {}

	async publish() {
		const changes = { parameters: { events: this.events } };
		if (this.isPublished) await this.trigger?.republish(changes);
		else this.trigger = await this.stage.engine.activate(this.stage.trigger(changes.parameters));
		this.isPublished = true;
	}

	async unpublish() {
		if (this.isPublished) await this.trigger?.deactivate();
		this.isPublished = false;
	}

	async restart() {
		if (this.isPublished) await this.trigger?.restart();
	}

	async rename(name: string) {
		if (this.isPublished) await this.trigger?.republish({ name });
	}

	/** Does not wait for what n8n then does in the background. */
	graceEnds() {
		this.stage.grace.end();
		return Promise.resolve();
	}

	/** Listening ends with an event or if the user stops it. */
	async listen(endsWithEvent: boolean) {
		const listener = await this.stage.engine.listenForTestEvent(
			this.stage.trigger({ events: this.events }),
		);
		if (endsWithEvent) {
			const [type, eventType] =
				this.events[0] === '*' ? ['Booking', 'Created'] : this.events[0].split('.');
			await this.stage.venue.emit({ type, eventType } as Parameters<
				typeof this.stage.venue.emit
			>[0]);
			await listener.emitted();
		}
		await listener.stop();
	}

	/** A user of the venue's console changes the webhook of the published trigger. */
	async meddle(fields: { enabled: boolean }) {
		const [own] = this.stage.venue.webhooks
			.all()
			.filter(({ configuration }) => configuration.url.includes('/webhook/'));
		if (own) this.stage.venue.webhooks.change(own.webhookId, fields);
	}
}

const action = fc.oneof(
	fc.constant((life: Life) => life.publish()),
	fc.constant((life: Life) => life.unpublish()),
	fc.constant((life: Life) => life.restart()),
	fc.constant((life: Life) => life.graceEnds()),
	fc.nat({ max: 9 }).map((number) => (life: Life) => life.rename(`Trigger ${number}`)),
	fc.boolean().map((endsWithEvent) => (life: Life) => life.listen(endsWithEvent)),
	fc.boolean().map((enabled) => (life: Life) => life.meddle({ enabled })),
	fc.subarray([...EVENT_NAMES], { minLength: 1 }).map((events) => async (life: Life) => {
		life.events = events;
		await life.publish();
	}),
);

describe.each(LIST_PROFILES)(
	'a trigger after any series of actions at a venue with the profile “%s”',
	(profile) => {
		it('has one enabled configuration for its address and none for the test', async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 20 }), async (actions) => {
					const stage = await Stage.open({ profile });
					try {
						const { webhooks } = stage.venue;
						const other = {
							url: ELSEWHERE,
							enabled: true,
							webhooks: { ticket: { events: ['Created'] } },
						};
						webhooks.create(other);
						const life = new Life(stage);
						for (const act of actions) await act(life);
						await life.unpublish();
						await life.publish();

						const [first, ...own] = webhooks.all().map(({ configuration }) => configuration);
						expect(first).toEqual(other);
						const isOn = own.filter(({ enabled }) => enabled).map(({ url }) => url);
						expect(isOn).toEqual([
							`${stage.engine.publicUrl}/webhook/b7c9f1d2-trigger/venue-platform`,
						]);
						expect(new Set(own.map(({ url }) => url)).size).toBe(own.length);
						const [kept] = own.filter(({ enabled }) => enabled);
						expect(kept.webhooks).toEqual(subscriptionsOf(life.events));
					} finally {
						await stage.close();
					}
				}),
				{ numRuns: 4 },
			);
		}, 60_000);
	},
);
