import { type IDataObject, type IHookFunctions, type INode, NodeApiError } from 'n8n-workflow';

import { sendWithKnownTopics } from '../../../nodes/VenuePlatformTrigger/registration/unknownTopics';
import type { Connection } from '../../../nodes/venueApi/connection';
import { subscriptionsOf } from '../../../nodes/venueApi/resources/events';

const ALL = Object.keys(subscriptionsOf(['*']));

/** How venues refuse a topic. */
const WORDS: Record<string, (unknown: string[]) => string> = {
	nothing: () => '',
	'no name': () => 'The request is invalid.',
	'all names': (unknown) => `Unknown topics: ${unknown.join(', ')}`,
	'the first name': ([first]) => `The topic '${first}' does not exist.`,
	fields: (unknown) => unknown.map((key) => `webhooks.${key}: Is not known.`).join(' '),
	'words of a person': (unknown) =>
		unknown.map((key) => key.replace('signedWaiver', 'Signed Waivers')).join(' and '),
	'what it knows': (unknown) =>
		`Topics are ${ALL.filter((key) => !unknown.includes(key)).join(', ')}.`,
	'a topic by chance': () => 'Call our customer support.',
	'all that was sent': () => `Cannot read {${ALL.join('; ')}}`,
};

const node = { name: 'Bookings', type: 'test' } as INode;

/** Sends to a venue that refuses these topics. */
async function send(
	unknown: string[],
	said: string,
	{
		events = ['*'],
		options = {},
		onRecord,
		httpCode = '400',
	}: { events?: string[]; options?: IDataObject; onRecord?: string[]; httpCode?: string } = {},
) {
	const sent: string[][] = [];
	const log: string[] = [];
	const context = {
		getNodeParameter: (name: string) => ({ events, options })[name],
		logger: { warn: (line: string) => log.push(line) },
	} as unknown as IHookFunctions;
	const all = subscriptionsOf(['*']);
	const subscribed = (topics: string[]) =>
		Object.fromEntries(topics.map((topic) => [topic, all[topic]]));
	const wanted = { url: 'https://n8n.example/webhook/a', webhooks: subscriptionsOf(events) };
	const sending = sendWithKnownTopics(
		{ context, node } as Connection,
		wanted,
		onRecord && { webhooks: subscribed(onRecord) },
		async ({ webhooks }) => {
			sent.push(Object.keys(webhooks as IDataObject));
			const refused = unknown.filter((key) => key in (webhooks as IDataObject));
			if (refused.length === 0) return;
			const message = `The venue did not accept the values of this request: ${WORDS[said](refused)}`;
			throw new NodeApiError(node, { message }, { message, httpCode });
		},
	);
	const [{ status }] = await Promise.allSettled([sending]);
	const left = ALL.filter((topic) => !sent[sent.length - 1].includes(topic));
	return { isAccepted: status === 'fulfilled', left, sent, log: log.join('\n') };
}

describe('a topic that the venue does not know', () => {
	it.each(Object.keys(WORDS).filter((said) => said !== 'a topic by chance'))(
		'is left out if the venue says %s',
		async (said) => {
			for (const unknown of [['ticket'], ['ticket', 'product']]) {
				const { isAccepted, left, sent, log } = await send(unknown, said);
				expect({ isAccepted, left }).toEqual({ isAccepted: true, left: unknown });
				expect(sent.length).toBeLessThanOrEqual(3);
				expect(log).toMatch(unknown.length > 1 ? /Ticket, Product/ : /Ticket/);
			}
		},
	);

	it.each(['all names', 'fields', 'words of a person', 'what it knows'])(
		'is left out whichever it is, if the venue names it by %s',
		async (said) => {
			const unknown = ['product', 'signedWaiver', 'bulkExport'];
			expect(await send(unknown, said)).toMatchObject({ isAccepted: true, left: unknown });
		},
	);

	it.each([
		['400', true],
		['422', true],
		['403', false],
		['409', true],
	])('is looked for after a %s: %p', async (httpCode, isAccepted) => {
		expect(await send(['ticket'], 'all names', { httpCode })).toMatchObject({ isAccepted });
	});

	it('is not guessed from a word that is another topic by chance', async () => {
		const { isAccepted, left } = await send(['ticket'], 'a topic by chance');
		expect({ isAccepted, left }).toEqual({ isAccepted: true, left: ['ticket', 'product'] });
	});

	it('is found at once if what is on record lacks it', async () => {
		const onRecord = ALL.filter((topic) => topic !== 'redemption');
		const { left, sent } = await send(['redemption'], 'nothing', { onRecord });
		expect(left).toEqual(['redemption']);
		expect(sent).toHaveLength(2);
	});

	it.each([
		[['booking']],
		[['booking', 'customer']],
		[['booking', 'redemption', 'customer', 'signedWaiver']],
	])('is told apart from one that was not chosen before Any Event: %j', async (onRecord) => {
		const unknown = ['ticket', 'product'];
		const { isAccepted, left } = await send(unknown, 'no name', { onRecord });
		expect({ isAccepted, left }).toEqual({ isAccepted: true, left: unknown });
	});

	it('is requested again once the venue knows it', async () => {
		const onRecord = ALL.filter((topic) => topic !== 'ticket');
		expect(await send([], 'nothing', { onRecord })).toMatchObject({ left: [], log: '' });
	});

	it.each<[string, Parameters<typeof send>[2]]>([
		['by name', { events: ['Booking.Created', 'Ticket.Created'] }],
		['by name beside Any Event', { events: ['*', 'Ticket.Created'] }],
		[
			'in Additional Configuration',
			{ options: { additionalConfiguration: '{"webhooks": {"ticket": {"filter": {}}}}' } },
		],
	])('is not left out if the user chose it %s', async (_, chosen) => {
		const { isAccepted, sent } = await send(['ticket'], 'all names', chosen);
		expect(isAccepted).toBe(false);
		expect(sent.every((topics) => topics.includes('ticket'))).toBe(true);
	});

	it.each(Object.keys(WORDS))('is never the booking, if the venue says %s', async (said) => {
		const { isAccepted, sent, log } = await send(['booking'], said);
		expect({ isAccepted, log }).toEqual({ isAccepted: false, log: '' });
		expect(sent.length).toBeLessThanOrEqual(3);
	});
});
