import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOfN8n, isBelow } from '../../../n8n/ownAddress';
import { oneSpelling, publicAddress } from '../../../venueApi/address';
import {
	EVENT_NAMES,
	eventsIn,
	eventsMissingIn,
	inWords,
	topicsLeftOutOf,
} from '../../../venueApi/resources/events';
import {
	type FailedMessage,
	listFailedMessages,
	asFailedMessage,
} from '../../../venueApi/resources/failedMessages';
import { isOfTrigger, isTestAddress } from '../../../venueApi/resources/triggerKeys';
import { urlHider } from '../../../venueApi/resources/webhookSecrets';
import { listWebhooks, type Webhook } from '../../../venueApi/resources/webhooks';
import { booleanIn, type VenueRecord } from '../../../venueApi/records';
import { inOrderOf, isForAgent, shortList } from '../../output/forAgent';
import { hint } from '../../../n8n/hint';
import { withShortDetail } from '../../output/simplified';
import { hintEmptyFilters, hintIfEmpty } from '../../parameters/empty';
import { optionsWith, readOptions } from '../../parameters/options';
import type { Operation } from '../operation';
import { isNothing } from '../../../parameters/values';
import { readUrl } from './changes';

const CHECK_FIELDS =
	'url state advice failed givenUp lastDetail lastStatus isOurs enabled webhookId events'.split(
		' ',
	);

type State = 'disabled' | 'failing' | 'doubled' | 'foreign' | 'healthy';

export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check webhooks',
		description:
			'See whether the venue delivers: for each webhook its state, what failed and what to do. Reads only.',
	},
	fields: [
		optionsWith({
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/venue-events',
			description: 'Only the webhooks with this address. Leave it out to check all webhooks.',
		}),
	],
	sample: {
		webhookId: '1001',
		url: 'https://n8n.example/webhook',
		enabled: true,
		events: ['Booking.Created'],
		isOurs: true,
		failed: 0,
		givenUp: 0,
		lastStatus: 503,
		lastDetail: 'Service Unavailable',
		state: 'healthy',
		advice: '',
	},

	async execute({ context, connection, itemIndex }) {
		const options = readOptions(context, itemIndex);
		const { url } = options;
		const wanted = isNothing(url) ? undefined : oneSpelling(readUrl(context, url));
		hintEmptyFilters(context, options, { url: 'URL' });
		const webhooks = await listWebhooks(connection);
		const failedAt = tallied((await listFailedMessages(connection)).map(asFailedMessage));
		const n8n = addressOfN8n(context, itemIndex);
		const isPublic = publicAddress(n8n) !== undefined;

		const sentTo = new Map<string, number>();
		const found: AddressedWebhook[] = [];
		for (const webhook of webhooks) {
			const address = oneSpelling(webhook.record.url);
			const ways = waysTo(address, webhook.record);
			if (!wanted || address === wanted) found.push({ webhook, address, ways });
			if (webhook.isOff) continue;
			for (const way of ways) sentTo.set(way, (sentTo.get(way) ?? 0) + 1);
		}
		hintIfEmpty(
			context,
			found,
			wanted ? 'The venue has no webhook with this URL.' : 'The venue has no webhooks yet.',
		);
		if (!wanted) explainUnassigned(context, failedAt, webhooks);
		const hideUrl = urlHider();
		const report = ({ webhook, address, ways }: AddressedWebhook) => {
			const isDoubled = ways.some((way) => (sentTo.get(way) ?? 0) > 1);
			const failed = failedAt.get(webhook.id ?? null);
			const url = hideUrl(webhook.record) ?? null;
			const isOurs = isBelow(n8n, address);
			const isElsewhere = !isOurs && isPublic;
			const isTest = !isElsewhere && isTestAddress(address);
			const isTrigger = !isElsewhere && !isTest && isOfTrigger(address);
			const place = { url, isOurs, isElsewhere, isTest, isTrigger, isDoubled };
			return reportOn(webhook, failed, place);
		};
		if (!isForAgent(context)) return found.map(report);
		const reportInShort = (webhook: AddressedWebhook) => withShortDetail(report(webhook));
		const inShort = (some: AddressedWebhook[]) =>
			inOrderOf(CHECK_FIELDS, some.map(reportInShort), 'the URL of one webhook');
		return shortList(found, inShort);
	},
};

interface AddressedWebhook {
	webhook: Webhook;
	/** In the one spelling of all addresses that lead there. */
	address?: string;
	/** What is sent there: another webhook may send other events to the same address. */
	ways: string[];
}

function waysTo(address: string | undefined, { webhooks }: VenueRecord): string[] {
	if (address === undefined) return [];
	const events = eventsIn(webhooks);
	// Without any, the venue may not show them.
	return (events.length > 0 ? events : ['']).map((event) => `${event} ${address}`);
}

interface CheckedAddress {
	/** Without what is secret in it. */
	url: IDataObject[string];
	isOurs: boolean;
	/** It surely is not: n8n shows the address at which the internet reaches it. */
	isElsewhere: boolean;
	/** n8n only listens there for a test event of a trigger. */
	isTest: boolean;
	/** It may be the address of a trigger of this n8n. */
	isTrigger: boolean;
	isDoubled: boolean;
}

/** What failed at one webhook. */
interface Tally {
	failed: number;
	givenUp: number;
	last?: FailedMessage;
}

function tallied(messages: FailedMessage[]): Map<string | null, Tally> {
	const tallies = new Map<string | null, Tally>();
	for (const message of messages) {
		const tally = tallies.get(message.webhookId) ?? { failed: 0, givenUp: 0 };
		const { last } = tally;
		tally.failed++;
		if (message.isGivenUp) tally.givenUp++;
		if (!last || (last.lastFailedAt ?? '') <= (message.lastFailedAt ?? '')) tally.last = message;
		tallies.set(message.webhookId, tally);
	}
	return tallies;
}

/** A webhook may have been removed since, or the list of messages may not name it. */
function explainUnassigned(
	context: IExecuteFunctions,
	failedAt: Map<string | null, Tally>,
	webhooks: Webhook[],
): void {
	const known = new Set(webhooks.map(({ id }) => id ?? null));
	const others = [...failedAt].filter(([id]) => !known.has(id));
	const failed = others.reduce((sum, [, tally]) => sum + tally.failed, 0);
	if (failed === 0) return;
	hint(
		context,
		`Failed messages to none of these webhooks: ${failed}. See them with Failed Message → Get Many.`,
	);
}

function reportOn(
	webhook: Webhook,
	{ failed, givenUp, last }: Tally = { failed: 0, givenUp: 0 },
	place: CheckedAddress,
): IDataObject {
	const { id, isOff, record } = webhook;
	const state = stateOf(webhook, failed, place);
	const { isOurs, isTrigger } = place;
	const advice = adviceFor(state, { ...place, givenUp, isOff });
	return {
		webhookId: id ?? null,
		url: place.url,
		enabled: booleanIn(record.enabled) ?? null,
		events: eventsIn(record.webhooks),
		isOurs,
		failed,
		givenUp,
		lastStatus: last?.lastHttpStatus ?? null,
		lastDetail: last?.lastDetail ?? null,
		state,
		advice: isTrigger && state !== 'disabled' ? advice + adviceOnTopics(record) : advice,
	};
}

function hasNoEvents({ webhooks }: VenueRecord): boolean {
	return eventsMissingIn(webhooks, EVENT_NAMES).length === EVENT_NAMES.length;
}

/** The first state that applies. What stops events comes before what only looks odd. */
function stateOf(
	{ isOff, record }: Webhook,
	failed: number,
	{ isOurs, isDoubled }: CheckedAddress,
): State {
	if (isOff || (isOurs && hasNoEvents(record))) return 'disabled';
	if (failed > 0) return 'failing';
	if (isDoubled) return 'doubled';
	return isOurs ? 'healthy' : 'foreign';
}

interface Situation extends Pick<CheckedAddress, 'isElsewhere' | 'isTest' | 'isTrigger'> {
	givenUp: number;
	isOff: boolean;
}

/** Publishing mends the webhook of a trigger. Any other one is changed by its ID. */
function adviceFor(state: State, situation: Situation): string {
	const { givenUp, isElsewhere, isTest, isTrigger, isOff } = situation;
	if (isTest) {
		return isOff
			? 'n8n has listened here for a test event, so there is nothing to do.'
			: 'n8n listens here for a test event, for two minutes at most. If it no longer does, no event that is sent here arrives: publish the workflow (if it is published, unpublish it first), and this webhook is switched off.';
	}
	switch (state) {
		case 'disabled':
			if (isOff) {
				return isTrigger
					? 'The venue sends nothing here: if a workflow should start, unpublish it and publish it again; otherwise leave it as it is.'
					: 'The venue sends nothing here: if its receiver should get events, switch this webhook on with Webhook → Update; otherwise leave it as it is.';
			}
			return isTrigger
				? 'The venue sends nothing here, because it has stored no event for this webhook: unpublish its workflow and publish it. If that does not help, choose other events in Trigger On or ask the venue platform’s support.'
				: 'The venue sends nothing here, because it has stored no event for this webhook: choose its events with Webhook → Update.';
		case 'failing':
			if (isElsewhere) {
				return 'The venue could not deliver messages to a system other than this n8n: see why under lastDetail, and tell its owner. If nothing should receive events there, switch this webhook off with Webhook → Update.';
			}
			return givenUp > 0
				? 'The venue has given messages up: see why under lastStatus and lastDetail, then get the bookings with Failed Message → Recover.'
				: 'The venue could not deliver some messages and tries again by itself: see why under lastStatus and lastDetail.';
		case 'doubled':
			return isTrigger
				? 'Several webhooks have this address, so each event is sent more than once: unpublish its workflow and publish it, and one of them stays on.'
				: 'Several webhooks have this address, so each event is sent more than once: keep one of them and switch the others off with Webhook → Update.';
		case 'foreign':
			return isElsewhere
				? 'The events go to a system other than this n8n: if you do not know it, switch this webhook off with Webhook → Update.'
				: 'No message has failed. n8n does not show its own address here, so this webhook may be yours or not: set N8N_WEBHOOK_URL (in an earlier n8n: WEBHOOK_URL) for each process of n8n, and restart it.';
		case 'healthy':
			return 'Nothing to do: the venue delivers to this n8n.';
	}
}

/** Nothing on record shows whether the trigger listens to Any Event. */
function adviceOnTopics({ webhooks }: VenueRecord): string {
	const topics = topicsLeftOutOf(webhooks).map(inWords);
	if (topics.length === 0) return '';
	return ` It gets no events of ${topics.join(', ')}: if its trigger listens to Any Event, the venue does not accept these topics, and unpublishing and publishing the workflow tries them again.`;
}
