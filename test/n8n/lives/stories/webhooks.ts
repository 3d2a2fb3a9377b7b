import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import type { Delivery, SimulatedVenue, Webhook } from '../../../venue';
import { until } from '../../fixtures/until';
import type { CredentialData } from '../../lab/rest/credentials';
import { tallyOf } from '../../fixtures/tally';
import { askedAgain, type LivesLab, subscribe } from '../../fixtures/livesLab';
import type { Restart, Story } from '../together';

const WEBHOOKS = 'GET /webhooks';

type Account = Pick<SimulatedVenue, 'webhooks' | 'emit'>;

const enabled = ({ webhooks }: Account): Webhook[] =>
	webhooks.all().filter(({ configuration }) => configuration.enabled);

/** The messages of one event that the venue has sent, or tried to send. */
async function emit(venue: Account): Promise<string[]> {
	const messages = await venue.emit({ type: 'Booking', eventType: 'Updated' });
	return messages.map(({ id }) => id);
}

/** What is not accepted is sent again before the story ends. */
const RETRY_SECONDS = 8;
const QUICK_RETRIES = {
	delivery: { timeoutMs: 120_000, firstRetrySeconds: RETRY_SECONDS, backoffFactor: 1 },
};
const OFF_WITHIN_SECONDS = 20;

/** How long events continue at the old venue after it was switched off. */
const LATER_MS = 4_000;
/** Within this time, deliveries with the old venue's key may still come from it. */
const IN_DOUBT_MS = 2_500;

/** Both venues at one address, or each at its own, like a playground and its production venue. */
async function twoVenues(lab: LivesLab, where: 'one address' | 'two addresses') {
	const old = await lab.openVenue(QUICK_RETRIES);
	if (where === 'two addresses') {
		const next = await lab.openVenue(QUICK_RETRIES);
		return { old, next, data: { baseUrl: next.baseUrl, ...next.credentials } };
	}
	const data = { ...old.addVenue('next') };
	return { old, next: old.accounts.next, data };
}

/** Moves it to another credential while the old venue keeps sending. */
export function movedTrigger(
	where: 'one address' | 'two addresses',
	webhookApiKey?: string,
): Story {
	return async (lab, restart) => {
		const { old, next, data } = await twoVenues(lab, where);
		const key: CredentialData = webhookApiKey ? { webhookApiKey } : {};
		const from = await lab.credentialFor(old, key);
		const to = await lab.credentialFor(old, { ...data, ...key });
		const options = { includeVenue: true };
		const trigger = lab.trigger('Trigger', from, { options });
		const workflow = await lab.publish(`Moved, ${where}`, [trigger]);
		const sent = [await emit(old)];

		const source = new Source(old, `${lab.n8n.webhookUrl}/webhook/${trigger.webhookId}`);
		await workflow.change([{ ...trigger, credential: to }]);
		source.isAfterTheMove = true;
		const publishedAt = Date.now();
		const secondsSince = () => (Date.now() - publishedAt) / 1_000;
		while (enabled(old).length > 0 && secondsSince() < OFF_WITHIN_SECONDS) await sleep(200);
		const isOff = enabled(old).length === 0;
		const seconds = secondsSince().toFixed(1);
		await sleep(LATER_MS);
		await source.stop();

		sent.push(await emit(next));
		await restart();
		await lab.n8n.untilRouted(`${trigger.webhookId}/venue-platform`);
		sent.push(await emit(next));
		// If both venues have the same key, nothing distinguishes them, but the old one no longer has
		// the key.
		if (!webhookApiKey) await source.sendDirectly();
		// What was not accepted at first is sent again in the meantime.
		await sleep(2 * RETRY_SECONDS * 1_000);
		const items = await workflow.untilItems('Trigger', 3);
		const ids = items.map(({ id }) => String(id));
		const ofOld = new Set([...sent[0], ...source.ids]);
		const mistaken = items.filter(
			({ id, venue }) => venue !== (ofOld.has(String(id)) ? from : to).name,
		);
		const late = ids.filter((id) => source.after.includes(id));
		const refused = old.deliveries.filter(({ status }) => status !== 200);
		const { later, direct } = source;
		const takenInDoubt = direct.filter(({ status }) => status === 200);
		await workflow.unpublish();
		const unpublishedAt = Date.now();
		while (enabled(next).length > 0 && Date.now() < unpublishedAt + 30_000) await sleep(200);
		process.stdout.write(
			`moved (${where}, ${webhookApiKey ? 'one key' : 'derived keys'}): the old venue is ${isOff ? 'off' : 'on'} ${seconds} s after the publication; of ${later} events that happened there later it sent ${source.after.length}, and ${late.length} started the workflow; ${direct.length} more came with its key, and ${takenInDoubt.length} started it; ${mistaken.length} taken for the other venue's, ${refused.length} refused at first\n`,
		);
		const stillOn = [enabled(old).length, enabled(next).length];
		expect({ isOff, stillOn, late, mistaken, takenInDoubt }).toEqual({
			isOff: true,
			stillOn: [0, 0],
			late: [],
			mistaken: [],
			takenInDoubt: [],
		});
		expect(later).toBeGreaterThan(0);
		expect(direct.length).toBeGreaterThan(0);
		expect(tallyOf(sent.flat(), ids)).toMatchObject({ missing: 0, twice: 0 });
		expect(sent.flat()).toHaveLength(3);
	};
}

/**
 * A venue that does not stop sending by itself. What it sent before it was switched off may arrive
 * later, so some deliveries are sent directly here.
 */
class Source {
	readonly before: string[] = [];
	readonly after: string[] = [];
	/** What was delivered directly since the venue was switched off, and the answers. */
	readonly direct: Array<{ id: string; status: number }> = [];
	/** How many events have happened there since the move. */
	later = 0;
	isAfterTheMove = false;
	private isOver = false;
	private readonly first: Delivery;
	private readonly sending: Promise<unknown>;

	constructor(
		private readonly venue: SimulatedVenue,
		private readonly url: string,
	) {
		this.first = venue.deliveries[0];
		this.sending = Promise.all([this.send(), this.sendLate()]);
	}

	get ids(): string[] {
		return [...this.before, ...this.after, ...this.direct.map(({ id }) => id)];
	}

	async stop(): Promise<void> {
		this.isOver = true;
		await this.sending;
	}

	/** With the key that the venue received when the workflow was first published. */
	async sendDirectly(): Promise<void> {
		const id = randomUUID();
		const { body, headers } = this.first;
		const { status } = await axios.post(
			`${this.url}/venue-platform`,
			{ ...(JSON.parse(body) as object), id },
			{ headers, proxy: false, validateStatus: () => true },
		);
		this.direct.push({ id, status });
	}

	private async send(): Promise<void> {
		const { venue } = this;
		while (!this.isOver) {
			const isAfter = this.isAfterTheMove;
			if (isAfter) this.later++;
			(isAfter ? this.after : this.before).push(...(await emit(venue)));
			await sleep(200);
		}
	}

	private async sendLate(): Promise<void> {
		while (!this.isOver && enabled(this.venue).length > 0) await sleep(100);
		const until = Date.now() + IN_DOUBT_MS;
		while (!this.isOver && Date.now() < until) {
			await this.sendDirectly();
			await sleep(200);
		}
	}
}

/**
 * What n8n does itself is not reported, whenever n8n ends. What the venue's owner does is reported,
 * except for webhooks that n8n has not saved yet: it saves with a publication and with each report.
 */
export async function ownChanges(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue();
	const credential = await lab.credentialFor(venue);
	const foreign = (path: string) => subscribe(venue, `https://elsewhere.example/${path}`);
	const disable = (webhookId: number) => venue.webhooks.change(webhookId, { enabled: false });
	const [beforeStop, beforeKill] = ['a', 'b'].map(foreign);
	const triggers = ['first', 'second'].map((name) => lab.trigger(name, credential));
	const [first, second] = [
		await lab.publish('Ended before a stop', [triggers[0]]),
		await lab.publish('Ended before a kill', [triggers[1]]),
	];
	const watcher = await lab.publish('Watcher of webhooks', [
		lab.recovery('Watcher', credential, { events: ['switchedOff'] }),
	]);
	const reports = async () =>
		(await watcher.items('Watcher')).map(({ webhookId, change }) => `${webhookId} ${change}`);
	const restsAtVenue = async ({ webhookId }: { webhookId?: string }) =>
		await until(() =>
			venue.webhooks
				.all()
				.filter(({ configuration }) => configuration.url.includes(webhookId ?? ''))
				.every(({ configuration }) => !configuration.enabled),
		);
	await askedAgain(venue, WEBHOOKS, 1);

	const notSaved = foreign('created-since-the-publication');
	await askedAgain(venue, WEBHOOKS, 1);
	await first.unpublish();
	await restsAtVenue(triggers[0]);
	await restart({
		whileOff: () => {
			disable(notSaved);
			disable(beforeStop);
		},
	});
	const expected = [`${beforeStop} disabled`];
	await watcher.untilItems('Watcher', 1);
	await askedAgain(venue, WEBHOOKS, 2);
	expect(await reports()).toEqual(expected);

	const notSavedEither = foreign('created-since-the-report');
	await askedAgain(venue, WEBHOOKS, 1);
	await second.unpublish();
	await restsAtVenue(triggers[1]);
	await restart({
		how: 'kill',
		whileOff: () => {
			disable(notSavedEither);
			venue.webhooks.remove(beforeKill);
		},
	});
	expected.push(`${beforeKill} removed`);
	await watcher.untilItems('Watcher', 2);
	await askedAgain(venue, WEBHOOKS, 2);
	expect(await reports()).toEqual(expected);
	await watcher.unpublish();
}
