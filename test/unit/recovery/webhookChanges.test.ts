import type { IDataObject } from 'n8n-workflow';

import { MOST_WEBHOOKS } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/watchedWebhooks';
import {
	compareWebhooks,
	withNewWebhooks,
} from '../../../nodes/VenuePlatformRecoveryTrigger/webhookChanges';
import { isSameAddress } from '../../../nodes/venueApi/address';
import * as webhookSecrets from '../../../nodes/venueApi/resources/webhookSecrets';
import { type OwnWrite, type Webhook, webhookOf } from '../../../nodes/venueApi/resources/webhooks';

const NOON = Date.UTC(2026, 10, 21, 12);
const URL = 'https://n8n.example/webhook/one';

const configured = (fields: IDataObject = {}) => ({
	url: URL,
	authentication: { apiKey: 'key' },
	webhooks: [{ type: 'Booking', events: ['Created', 'Updated'] }],
	enabled: true,
	...fields,
});

const webhook = (id: string | undefined, fields?: IDataObject): Webhook =>
	webhookOf({ webhookId: id, ...configured(fields) });

interface Written extends OwnWrite {
	url: string;
}

interface Poll {
	before: Webhook[];
	after: Webhook[];
	isCut?: boolean;
	/** What this n8n has written itself. */
	own?: Written;
	/** Which configurations have the mark of an n8n that switched them off. */
	isMarked?: (configuration: IDataObject) => boolean;
}

/** What two polls in a row find. */
function poll({ before, after, isCut = false, own, isMarked = () => false }: Poll) {
	const compare = (webhooks: Webhook[], cut: boolean, known?: typeof first) =>
		compareWebhooks(
			{
				...{ webhooks, isCut: cut, readAt: NOON + (known ? 60_000 : 0) },
				ownWriteTo: (_, url) => (known && isSameAddress(own?.url, url) ? own : undefined),
				hasMark: isMarked,
			},
			known?.memory,
		);
	const first: ReturnType<typeof compareWebhooks> = compare(before, false);
	expect([first.changes, first.off]).toEqual([[], []]);
	const { memory, ...second } = compare(after, isCut, first);
	const off = second.off.map(({ webhookId, webhook: { configuration }, hasNewMark }) => ({
		...{ webhookId, url: configuration.url, change: hasNewMark ? 'by n8n' : 'disabled' },
	}));
	const changes = [...off, ...second.changes];
	return { memory, changes, found: changes.map(({ change }) => String(change)) };
}

describe('a change of a webhook', () => {
	it.each([
		['switched off', [webhook('1', { enabled: false })], 'disabled'],
		['switched off with a number', [webhook('1', { enabled: 0 })], 'disabled'],
		['switched off with a text', [webhook('1', { enabled: 'False' })], 'disabled'],
		['removed', [], 'removed'],
		['moved to another address', [webhook('1', { url: 'https://elsewhere.example' })], 'changed'],
		['given another key', [webhook('1', { authentication: { apiKey: 'other' } })], 'changed'],
		[
			'given fewer events',
			[webhook('1', { webhooks: [{ type: 'Booking', events: [] }] })],
			'changed',
		],
	])('is reported with its address if the webhook is %s', (_, after, change) => {
		const { changes } = poll({ before: [webhook('1')], after });
		const url = String(after[0]?.configuration.url ?? URL);
		expect(changes).toEqual([{ webhookId: '1', url, change }]);
	});

	it.each([
		['was not changed', {}],
		[
			'has its events in another order',
			{ webhooks: [{ type: 'Booking', events: ['Updated', 'Created'] }] },
		],
		['was called in the meantime', { lastCalled: '2026-11-21T11:00:00Z' }],
		['no longer shows that it is on', { enabled: undefined }],
	])('is not reported for a webhook that %s', (_, fields) => {
		expect(poll({ before: [webhook('1')], after: [webhook('1', fields)] }).found).toEqual([]);
	});

	it('is not reported for a webhook that is new, was off before, or has no ID', () => {
		const off = webhook('2', { enabled: false });
		const before = [webhook('1'), off, webhook(undefined)];
		const after = [webhook('1'), webhook('3')];
		expect(poll({ before, after }).found).toEqual([]);
	});

	it('is not reported for a webhook that an incomplete list leaves out, which stays known', () => {
		const { memory, found } = poll({ before: [webhook('1')], after: [], isCut: true });
		expect(found).toEqual([]);
		expect([...memory.known.keys()]).toEqual(['1']);
	});

	it('is no news if n8n made it before a list that was cut and did not show it', () => {
		const own = { at: NOON + 1, url: URL, isOff: false };
		const changed = webhook('1', { webhooks: [{ type: 'Booking', events: ['Created'] }] });
		const { memory } = poll({ before: [webhook('1')], after: [], isCut: true, own });
		const list = { webhooks: [changed], isCut: false, readAt: NOON + 120_000 };
		const writtenBy = (write?: OwnWrite) =>
			compareWebhooks({ ...list, ownWriteTo: () => write, hasMark: () => false }, memory).changes;
		expect(writtenBy(own)).toEqual([]);
		expect(writtenBy({ ...own, at: NOON - 1 })).toMatchObject([{ change: 'changed' }]);
		expect(writtenBy()).toMatchObject([{ change: 'changed' }]);
	});

	it('is reported for a webhook that an incomplete list has', () => {
		const before = [webhook('1'), webhook('2')];
		const after = [webhook('1', { enabled: false })];
		const { memory, found } = poll({ before, after, isCut: true });
		expect(found).toEqual(['disabled']);
		expect([...memory.known.keys()]).toEqual(['2']);
	});

	it('is that the webhook was switched off, whatever else was changed with it', () => {
		const after = [webhook('1', { enabled: false, url: 'https://elsewhere.example' })];
		expect(poll({ before: [webhook('1')], after }).found).toEqual(['disabled']);
	});

	it('is reported once: a removed webhook is forgotten', () => {
		const { memory } = poll({ before: [webhook('1')], after: [] });
		expect(memory).toEqual({ seenAt: NOON + 60_000, known: new Map() });
	});

	const written = (fields: Partial<Written>): Written => ({
		at: NOON + 1,
		url: URL,
		isOff: false,
		...fields,
	});

	it.each([
		['changed by this n8n', {}, { authentication: {} }, []],
		['switched off by this n8n', { isOff: true }, { enabled: false }, []],
		['written by this n8n, and then switched off', {}, { enabled: false }, ['disabled']],
		['written before the last poll', { at: NOON - 1 }, { authentication: {} }, ['changed']],
		['written at the last poll', { at: NOON }, { authentication: {} }, []],
		[
			'written with another address',
			{ url: 'https://old.example' },
			{ enabled: false },
			['disabled'],
		],
		[
			'switched off with another address',
			{ url: 'https://old.example', isOff: true },
			{ enabled: false },
			['disabled'],
		],
	])(
		'of a webhook that was %s is reported only if this n8n did not make it',
		(_, own, fields, found) => {
			const after = [webhook('1', fields)];
			expect(poll({ before: [webhook('1')], after, own: written(own) }).found).toEqual(found);
		},
	);

	it('may be by n8n if a webhook was switched off with a new mark', () => {
		const isMarked = ({ authentication }: IDataObject) =>
			(authentication as IDataObject).apiKey === 'retired';
		const before = [webhook('1')];
		const marked = { authentication: { apiKey: 'retired' } };
		const isOff = { ...marked, enabled: false };
		expect(poll({ before, after: [webhook('1', isOff)], isMarked }).found).toEqual(['by n8n']);
		// Still on, or the mark was there before.
		expect(poll({ before, after: [webhook('1', marked)], isMarked }).found).toEqual(['changed']);
		const again = { before: [webhook('1', marked)], after: [webhook('1', isOff)], isMarked };
		expect(poll(again).found).toEqual(['disabled']);
		expect(poll({ before, after: [], isMarked }).found).toEqual(['removed']);
	});
});

describe('what the memory keeps of the webhooks', () => {
	it('is the newest of those that are on', () => {
		const many = Array.from({ length: MOST_WEBHOOKS + 20 }, (_, id) =>
			webhook(String(id), { enabled: id % 100 !== 99 }),
		);
		const { memory } = poll({ before: [], after: many });
		const ids = [...memory.known.keys()];
		expect(ids).toHaveLength(MOST_WEBHOOKS);
		expect(ids).toEqual(
			many
				.filter(({ configuration }) => configuration.enabled)
				.slice(-MOST_WEBHOOKS)
				.map(({ id }) => id),
		);
	});

	it('is the end of an address if whole addresses would take too much room', () => {
		const one = `https://n8n.example/${'a'.repeat(1_770)}b`;
		const urls = (count: number, url: string) => {
			const after = Array.from({ length: count }, (_, id) => webhook(String(id), { url }));
			return [...poll({ before: [], after }).memory.known.values()].map((known) => known.url);
		};
		const longest = one.padEnd(3_579, 'x');
		expect(urls(1, longest)).toEqual([longest]);
		const [shortened] = urls(1, `${one}.`.padStart(3_580, 'x'));
		expect(Buffer.byteLength(shortened)).toBe(3_579);
		expect(shortened).toMatch(/^….*b\.$/);
		expect(urls(2, one).map((url) => Buffer.byteLength(url))).toEqual([1_779, 1_779]);
		expect(urls(2, URL)).toEqual([URL, URL]);
	});

	it('is enough to find a change in a shortened address', () => {
		const url = `https://n8n.example/${'a'.repeat(3_000)}`;
		const after = [webhook('1', { url: url.replace('example', 'invalid') })];
		expect(poll({ before: [webhook('1', { url })], after: [webhook('1', { url })] }).found).toEqual(
			[],
		);
		expect(poll({ before: [webhook('1', { url })], after }).found).toEqual(['changed']);
	});

	it('is what was known, and what is new, if nothing can be reported yet', () => {
		const { memory } = poll({ before: [], after: [webhook('1')] });
		const changed = webhook('1', { authentication: {} });
		const kept = withNewWebhooks([changed, webhook('2')], memory);
		expect(kept.seenAt).toBe(memory.seenAt);
		expect([...kept.known.keys()].sort()).toEqual(['1', '2']);
		expect(kept.known.get('1')).toEqual(memory.known.get('1'));
	});

	it('still knows what it switched on within the day, if that went off and is on again', () => {
		const { memory } = poll({ before: [], after: [webhook('1')] });
		const off = { ...memory.known.get('1')!, isOff: true, switchedOnAt: NOON };
		const kept = withNewWebhooks([webhook('1')], { ...memory, known: new Map([['1', off]]) });
		expect(kept.known.get('1')).toEqual({ ...memory.known.get('1'), switchedOnAt: NOON });
	});
});

describe('a key in the address of a webhook', () => {
	const SECRET = 'a-long-secret-of-another-system';
	const withKey = (fields?: IDataObject) =>
		webhook('1', { url: `https://other.example/hook?token=${SECRET}`, ...fields });

	it.each([
		['removed', []],
		['changed', [withKey({ webhooks: [] })]],
	])('is neither stored nor reported: %s', (change, after) => {
		const { memory, changes, found } = poll({ before: [withKey()], after });
		expect(found).toEqual([change]);
		expect(changes[0].url).toContain('https://other.example/hook');
		const stored = [...memory.known.values()].map(({ url }) => url);
		expect(JSON.stringify([changes, stored])).not.toContain(SECRET);
	});

	it('still counts if it changes', () => {
		const after = [withKey({ url: 'https://other.example/hook?token=another-long-secret' })];
		expect(poll({ before: [withKey()], after }).found).toEqual(['changed']);
	});

	it('does not make a change by this n8n one of another system', () => {
		const after = [withKey({ webhooks: [] })];
		const own = { at: NOON + 1, url: `https://other.example/hook?token=${SECRET}`, isOff: false };
		expect(poll({ before: [withKey()], after, own }).found).toEqual([]);
	});
});

it('one list of what may not be shown is enough for the addresses of all webhooks', () => {
	const urlHider = jest.spyOn(webhookSecrets, 'urlHider');
	const webhooks = Array.from({ length: 50 }, (_, id) =>
		webhook(String(id), { url: `https://other.example/?apikey=other-key-${id}` }),
	);
	const { memory } = poll({ before: webhooks, after: webhooks });
	expect(memory.known.get('7')?.url).toBe('https://other.example/?apikey=___');
	expect(urlHider.mock.calls.length).toBeLessThanOrEqual(2);
	urlHider.mockRestore();
});
