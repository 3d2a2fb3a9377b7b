import type { IExecuteFunctions } from 'n8n-workflow';

import { itemRedactor } from '../../nodes/venueApi/messages/redact';
import { asFailedMessage } from '../../nodes/venueApi/resources/failedMessages';
import { secretsHider } from '../../nodes/venueApi/resources/webhookSecrets';
import { type Webhook, webhookOf } from '../../nodes/venueApi/resources/webhooks';
import { contentHash } from '../../nodes/venueApi/records';
import { compareMessages } from '../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { pack } from '../../nodes/VenuePlatformRecoveryTrigger/memory/packedSet';
import { placesIn } from '../../nodes/VenuePlatformRecoveryTrigger/places';
import { compareWebhooks } from '../../nodes/VenuePlatformRecoveryTrigger/webhookChanges';
import { containing, readContainsText } from '../../nodes/VenuePlatform/operations/booking/choice';
import { readVisit } from '../../nodes/VenuePlatform/operations/booking/visit';
import { bookingsInShort } from '../../nodes/VenuePlatform/output/essentials';
import { shortList } from '../../nodes/VenuePlatform/output/forAgent';
import { selection } from '../../nodes/VenuePlatform/output/selected';
import { simplified } from '../../nodes/VenuePlatform/output/simplified';
import { knowing, WISHES } from '../unit/recovery/support/failedList';
import { steps } from './counter';

const SECRETS = ['client-1', 'a-client-secret-of-the-venue', 'another/secret+of the venue'];
const COUNT = 2_000;

const webhooks = Array.from({ length: COUNT }, (_, index) => ({
	webhookId: index,
	url: 'https://n8n.example/webhook/a/venue-platform',
}));
const withKeys = webhooks.map((webhook, index) => ({
	...webhook,
	authentication: { apiKey: `secret-number-${index}` },
}));
const readWebhooks = withKeys.map(webhookOf);
/** No other record has these fields. */
const ownFields = Array.from({ length: COUNT }, (_, index) =>
	Object.fromEntries(Array.from({ length: 26 }, (_each, at) => [`note${index * 26 + at}`, at])),
);
const longTexts = Array.from({ length: COUNT }, () => ({ note: 'x'.repeat(2_000) }));
const lines = Array.from({ length: COUNT }, () => ({ note: 'line\n'.repeat(100) }));
const days = Object.fromEntries(webhooks.map((_, index) => [`day${index}`, '2026-11-25']));
const nothing = Array.from({ length: COUNT }, () => ({}));

const CONTEXT = { getTimezone: () => 'UTC' } as IExecuteFunctions;
const { isWanted: inFields } = readContainsText(CONTEXT, {
	containsText: 'a word',
	inFields: 'uniqueId, customer.name, tickets.0.name',
});

const sees = (list: Webhook[]) =>
	compareWebhooks(
		{
			...{ webhooks: list, isCut: false, readAt: 0 },
			ownWriteTo: () => undefined,
			hasMark: () => false,
		},
		undefined,
	);

const messages = webhooks.map(asFailedMessage);
const comparesNoNews = () => compareMessages(messages, knowing([]), WISHES);
const fingerprints = webhooks.map((_, index) => index * 2 ** 24);

/** JSON of 200 kB may have thousands of records, so each of them must cost few steps. */
const WORK: Array<[what: string, atMost: number, work: () => unknown]> = [
	['hides the secret of each webhook', 1_300, () => withKeys.map(secretsHider(SECRETS))],
	['looks for secrets where there are none', 200, () => webhooks.map(secretsHider(SECRETS))],
	['looks for secrets in empty records', 12, () => nothing.map(secretsHider(SECRETS))],
	['looks for secrets in wide records', 1_150, () => ownFields.map(secretsHider(SECRETS))],
	['looks for secrets in items', 50, () => webhooks.map(itemRedactor(SECRETS))],
	['reads webhooks', 25, () => webhooks.map(webhookOf)],
	['makes hashes of their content', 110, () => webhooks.map(contentHash)],
	[
		'leaves out what is not selected',
		13.5,
		() => nothing.map(selection([['uniqueId'], ['a', 'b']])),
	],
	[
		'looks for a text in fields that none has',
		20,
		() => nothing.map((record) => inFields?.(record)),
	],
	['looks for a text in records of many fields', 430, () => ownFields.map(containing('a word'))],
	['looks for a text in texts of many lines', 3_000, () => lines.map(containing('a word'))],
	['simplifies records of many fields', 1_900, () => ownFields.map((record) => simplified(record))],
	['shortens them for an agent', 700, () => shortList(ownFields, bookingsInShort)],
	['looks for what long texts mean', 3_000, () => shortList(longTexts, bookingsInShort)],
	['watches a few of them', 150, () => sees(webhooks.map(webhookOf))],
	['shows where messages were sent', 700, () => placesIn(readWebhooks, undefined, messages)],
	['compares messages that are no news', 12, comparesNoNews],
	[
		'looks for the visit among the days of one booking',
		600,
		() => readVisit(CONTEXT, { visitFrom: '2026-11-25T10:00' }, 'UTC')?.isWanted(days),
	],
	['packs fingerprints', 25, () => pack(fingerprints)],
];

describe('each record of a long list costs few steps', () => {
	it.each(WORK)('%s', (_, atMost, work) => {
		const before = steps.count;
		work();
		expect((steps.count - before) / COUNT).toBeLessThan(atMost);
	});
});
