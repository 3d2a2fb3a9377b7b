import type { IDataObject } from 'n8n-workflow';

import { inOneMessage } from '../n8n/nodeErrors';
import { isBelow } from '../n8n/ownAddress';
import { isSameAddress, oneSpelling } from '../venueApi/address';
import { CREDENTIAL_TYPE } from '../venueApi/connection';
import { contentHash, isRecord, textOf } from '../venueApi/records';
import { deliveryKey, isTriggerAddress, triggerIn } from '../venueApi/resources/triggerKeys';
import {
	changeInTurn,
	readWebhooks,
	updateWebhook,
	type Webhook,
} from '../venueApi/resources/webhooks';
import { isMasked, secretsIn } from '../venueApi/resources/webhookSecrets';
import { askTrigger } from '../venueApi/transport/triggerAnswer';
import type { WebhookChange } from './items';
import type { Poll } from './pollRun';

/** A webhook that was on at the last poll, and is off now. */
export interface SwitchedOff {
	webhookId: string;
	webhook: Webhook;
	/** Since the last poll, it has n8n's mark, and this process did not set it. */
	hasNewMark: boolean;
	/** This node switched it on within the last day. */
	wasSwitchedOn: boolean;
}

/** What to report of it, or nothing: n8n itself did it, or the next poll can tell more. */
type SwitchVerdict = Pick<WebhookChange, 'switchedOn' | 'advice'> | 'isFine' | 'hasToWait';

/** With less time left, the next poll goes on. */
const LEAST_MS = 30_000;

const THEN_PUBLISH = 'To switch it on, unpublish its workflow and publish it.';
const IF_PUBLISHED = 'If its workflow is published, unpublish it and publish it.';

export const IS_ON_AGAIN =
	'It is on again, because its workflow is published. To keep it off, unpublish the workflow.';

const WHY_LEFT_OFF = {
	elsewhere:
		'Its address is not that of a trigger of this n8n, so it was left off. If its receiver should get events, tell its owner, or switch it on with Webhook → Update.',
	noAddress: `n8n does not show its own address here, so the webhook was left off. ${IF_PUBLISHED}`,
	byOtherN8n:
		'Another n8n with the same credential switched it off, such as a copy of this one, but its workflow is published here. Unpublish the workflow and publish it, and give the copy no credential of this venue.',
	again: `It was switched on less than a day ago, so it was left off. Failed Message → Get Many shows why messages did not arrive. ${THEN_PUBLISH}`,
	unreachable: `n8n did not reach its own address, so the webhook was left off. ${IF_PUBLISHED}`,
	notOurs:
		'No trigger answered at its address, so it was left off. If you want its events, publish its workflow; if that is published, unpublish it first.',
	rejected: `Something in front of n8n, such as a proxy, rejected the question whether its workflow is published, so it was left off. ${IF_PUBLISHED}`,
	doubled: 'Another webhook with the same address is on, so it was left off.',
	partOfList: `The venue may not show all of its webhooks, so it was left off. ${THEN_PUBLISH}`,
	basicAuth: `Its trigger uses basic authentication, so it was left off. ${THEN_PUBLISH}`,
	hiddenKey: `The venue does not show the key of its trigger, so it was left off. ${THEN_PUBLISH}`,
};

type TriggerAtAddress = Awaited<ReturnType<typeof askTrigger>>;

/** What becomes of the webhooks that were switched off: they are reported, switched on again, or fine. */
export class OffWebhooks {
	private isUnreachable = false;

	constructor(
		private readonly poll: Poll,
		private readonly list: { webhooks: Webhook[]; isCut: boolean },
	) {}

	/** Writes to the venue if the user wants such webhooks on. */
	async switchOnOrReport(off: SwitchedOff): Promise<SwitchVerdict> {
		const { settings, why, connection } = this.poll;
		const { hasNewMark, webhook } = off;
		const url = urlOf(webhook);
		const isOurs = isHere(this.poll, webhook);
		if (hasNewMark && !isOurs) return 'isFine';
		if (!hasNewMark && !settings.switchOnAgain) return {};
		const left = (reason: keyof typeof WHY_LEFT_OFF) => this.leftOff(WHY_LEFT_OFF[reason]);
		if (!isOurs) return left(this.poll.n8nAddress ? 'elsewhere' : 'noAddress');
		if (off.wasSwitchedOn && !hasNewMark) return left('again');
		// n8n may not listen at its own addresses yet.
		if (why === 'starting' || connection().patienceMs < LEAST_MS) return 'hasToWait';
		const listener = await this.ask(url);
		const isListening = listener === 'apiKey' || listener === 'basicAuth';
		if (hasNewMark && isListening) return left('byOtherN8n');
		if (hasNewMark) return listener === 'unreachable' ? 'hasToWait' : 'isFine';
		if (!isListening) return left(listener);
		return await this.switchOn(off, url, listener);
	}

	private leftOff(advice: string): SwitchVerdict {
		return this.poll.settings.switchOnAgain ? { switchedOn: false, advice } : { advice };
	}

	/** All triggers of this n8n are reached in the same way, or none. */
	private async ask(url: string): Promise<TriggerAtAddress> {
		if (this.isUnreachable) return 'unreachable';
		const listener = await askTrigger(this.poll.connection(), url);
		this.isUnreachable = listener === 'unreachable';
		return listener;
	}

	private async switchOn(
		{ webhookId, webhook }: SwitchedOff,
		url: string,
		listener: 'apiKey' | 'basicAuth',
	): Promise<SwitchVerdict> {
		const { webhooks, isCut } = this.list;
		const connection = this.poll.connection();
		const { configuration } = webhook;
		const isDoubled = webhooks.some(
			(other) => !other.isOff && isSameAddress(other.configuration.url, url),
		);
		if (isDoubled) return this.leftOff(WHY_LEFT_OFF.doubled);
		if (isCut) return this.leftOff(WHY_LEFT_OFF.partOfList);
		if (listener === 'basicAuth') return this.leftOff(WHY_LEFT_OFF.basicAuth);
		const credential = await connection.context.getCredentials(CREDENTIAL_TYPE);
		const key = deliveryKey(credential, triggerIn(url));
		if (!showsOnly(configuration, key)) return this.leftOff(WHY_LEFT_OFF.hiddenKey);
		try {
			const isSame = await changeInTurn(connection, webhookId, async () => {
				// Since the poll began, the workflow may have been published with other events.
				const { webhooks: latest } = await readWebhooks(connection);
				const found = latest.find(({ id }) => id === webhookId);
				if (!found?.isOff || settingsOf(found) !== settingsOf(webhook)) return false;
				await updateWebhook(connection, webhookId, { ...found.configuration, enabled: true });
				return true;
			});
			if (!isSame) return 'hasToWait';
		} catch (thrown) {
			return this.leftOff(`It could not be switched on. ${inOneMessage(thrown)} ${THEN_PUBLISH}`);
		}
		webhook.isOff = false;
		return { switchedOn: true, advice: IS_ON_AGAIN };
	}
}

/** At an address where only a trigger of this n8n can listen. */
export function isHere({ n8nAddress }: Pick<Poll, 'n8nAddress'>, webhook: Webhook): boolean {
	const url = urlOf(webhook);
	return isBelow(n8nAddress, oneSpelling(url)) && isTriggerAddress(url);
}

/** Only documented fields: a venue may add when it last looked at them. */
function settingsOf({ configuration: { url, authentication, webhooks } }: Webhook): string {
	return contentHash([url, authentication, webhooks]);
}

function urlOf({ configuration }: Webhook): string {
	return textOf(configuration.url);
}

/** The venue shows the key of the trigger, and masks no other secret: it would become the mask. */
function showsOnly(configuration: IDataObject, key: string | undefined): boolean {
	const { authentication } = configuration;
	if (!isRecord(authentication) || key === undefined) return false;
	return authentication.apiKey === key && !secretsIn(configuration).some(isMasked);
}
