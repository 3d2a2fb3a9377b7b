import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue, Webhook } from '../../../venue';
import { until } from '../../fixtures/until';
import type { CredentialData } from '../../lab/rest/credentials';
import { tallyOf } from '../../recovery/tally';
import { askedAgain, type LivesLab } from '../livesLab';
import type { Restart, Story } from '../together';

const WEBHOOKS = 'GET /webhooks';

type Account = Pick<SimulatedVenue, 'webhooks' | 'emit'>;

const enabled = ({ webhooks }: Account): Webhook[] =>
	webhooks.all().filter(({ configuration }) => configuration.enabled);

/** The messages of one event that the venue has sent, or tried to. */
async function emit(venue: Account): Promise<string[]> {
	const messages = await venue.emit({ type: 'Booking', eventType: 'Updated' });
	return messages.map(({ id }) => id);
}

/** What is not taken is sent again before the life is over. */
const RETRY_SECONDS = 8;
const QUICK_RETRIES = {
	delivery: { timeoutMs: 120_000, firstRetrySeconds: RETRY_SECONDS, backoffFactor: 1 },
};
const OFF_WITHIN_SECONDS = 20;

/** Both venues at one address, or each at its own, as a playground and its production are. */
async function twoVenues(lab: LivesLab, where: 'one address' | 'two addresses') {
	const old = await lab.openVenue(QUICK_RETRIES);
	if (where === 'two addresses') {
		const next = await lab.openVenue(QUICK_RETRIES);
		return { old, next, data: { baseUrl: next.baseUrl, ...next.credentials } };
	}
	const data = { ...old.addVenue('next') };
	return { old, next: old.accounts.next, data };
}

/** To another credential, while the old venue goes on sending. */
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

		const source = new Source(old);
		await workflow.change([{ ...trigger, credential: to }]);
		source.isAfterTheMove = true;
		const publishedAt = Date.now();
		const secondsSince = () => (Date.now() - publishedAt) / 1_000;
		while (enabled(old).length > 0 && secondsSince() < OFF_WITHIN_SECONDS) await sleep(200);
		const isOff = enabled(old).length === 0;
		const seconds = secondsSince().toFixed(1);
		await source.stop();

		sent.push(await emit(next));
		await restart();
		await lab.lab.untilRouted(`${trigger.webhookId}/venue-platform`);
		sent.push(await emit(next));
		// What was not taken at first is sent again meanwhile.
		await sleep(2 * RETRY_SECONDS * 1_000);
		const items = await workflow.untilItems('Trigger', 3);
		const ids = items.map(({ id }) => String(id));
		const ofOld = new Set([...sent[0], ...source.before, ...source.after]);
		const mistaken = items.filter(
			({ id, venue }) => venue !== (ofOld.has(String(id)) ? from : to).name,
		);
		const late = ids.filter((id) => source.after.includes(id));
		const refused = old.deliveries.filter(({ status }) => status !== 200);
		await workflow.unpublish();
		const unpublishedAt = Date.now();
		while (enabled(next).length > 0 && Date.now() < unpublishedAt + 30_000) await sleep(200);
		process.stdout.write(
			`moved (${where}, ${webhookApiKey ? 'one key' : 'derived keys'}): the old venue is ${isOff ? 'off' : 'on'} ${seconds} s after the publication, ${late.length} of its ${source.after.length} later events started the workflow, ${mistaken.length} taken for the other venue's, ${refused.length} sent again\n`,
		);
		const stillOn = [enabled(old).length, enabled(next).length];
		expect({ isOff, stillOn, late, mistaken }).toEqual({
			isOff: true,
			stillOn: [0, 0],
			late: [],
			mistaken: [],
		});
		expect(tallyOf(sent.flat(), ids)).toMatchObject({ missing: 0, twice: 0 });
		expect(sent.flat()).toHaveLength(3);
	};
}

/** A venue that does not stop sending on its own. */
class Source {
	readonly before: string[] = [];
	readonly after: string[] = [];
	isAfterTheMove = false;
	private isOver = false;
	private readonly sending: Promise<void>;

	constructor(venue: Account) {
		this.sending = this.send(venue);
	}

	async stop(): Promise<void> {
		this.isOver = true;
		await this.sending;
	}

	private async send(venue: Account): Promise<void> {
		while (!this.isOver) {
			const isAfter = this.isAfterTheMove;
			(isAfter ? this.after : this.before).push(...(await emit(venue)));
			await sleep(200);
		}
	}
}

/** What n8n does itself raises nothing, whenever it ends; what the venue's owner does is reported. */
export async function ownChanges(lab: LivesLab, restart: Restart): Promise<void> {
	const venue = await lab.openVenue();
	const credential = await lab.credentialFor(venue);
	const foreign = (path: string) =>
		venue.webhooks.create({
			url: `https://elsewhere.example/${path}`,
			enabled: true,
			authentication: { apiKey: 'key' },
			webhooks: { booking: { events: ['Created'] } },
		});
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

	const late = foreign('created-after-the-last-save');
	await askedAgain(venue, WEBHOOKS, 1);
	await first.unpublish();
	await restsAtVenue(triggers[0]);
	await restart({
		whileOff: () => void venue.webhooks.change(late.webhookId, { enabled: false }),
	});
	const expected = [`${late.webhookId} disabled`];
	await watcher.untilItems('Watcher', 1);
	await askedAgain(venue, WEBHOOKS, 2);
	expect(await reports()).toEqual(expected);

	const last = foreign('created-after-the-report');
	await askedAgain(venue, WEBHOOKS, 1);
	await second.unpublish();
	await restsAtVenue(triggers[1]);
	await restart({ how: 'kill', whileOff: () => venue.webhooks.remove(last.webhookId) });
	expected.push(`${last.webhookId} removed`);
	await watcher.untilItems('Watcher', 2);
	await askedAgain(venue, WEBHOOKS, 2);
	expect(await reports()).toEqual(expected);
	await watcher.unpublish();
}
