import * as fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { readMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import { RECOVERY_EVENTS } from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { BOOKINGS, FAILED, iso, MINUTE, NOON, WEBHOOKS } from './support/listedVenue';
import { whileTimeMoves } from '../support/fakeTimers';
import { N8n } from './support/n8n';

const MOST_BYTES = 32 * 1024;

type Lists = Record<string, IDataObject[]>;

interface Poll {
	lists: Lists;
	/** The header of each answer. */
	dated: string;
}

interface Stored {
	venuePlatformRecoveryTrigger?: Record<string, { memory: IDataObject }>;
}

/** Returns whatever it likes, whatever it is asked for. */
class HostileN8n extends N8n {
	lists: Lists = {};
	dated = '';

	protected override async answer({ url }: IHttpRequestOptions) {
		const body = JSON.stringify(this.lists[new URL(url).pathname] ?? []);
		return await Promise.resolve({ statusCode: 200, headers: { date: this.dated }, body });
	}
}

const odd = fc.string({ unit: 'binary' });
const long = fc
	.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.integer({ min: 1, max: 20_000 }))
	.map(([text, times]) => text.repeat(times).slice(0, 100_000));
const text = fc.oneof(
	{ weight: 4, arbitrary: odd },
	{ weight: 2, arbitrary: fc.uuid() },
	{ weight: 1, arbitrary: long },
);
const value = fc.oneof(text, fc.integer(), fc.maxSafeNat(), fc.jsonValue());

const date = fc.oneof(
	fc.integer({ min: -1_000_000, max: 1_000_000 }).map((seconds) => iso(NOON + seconds * 1_000)),
	fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T25:61:00'),
	fc.constantFrom(
		'+275760-09-13T00:00:00.000Z',
		'-271821-04-20T00:00:00.000Z',
		'-000001-01-01T00:00Z',
	),
	value,
);
const status = fc.oneof(
	fc.constantFrom('Failed', 'Attempt1Failed', 'Attempt5Failed', `Attempt${'9'.repeat(400)}Failed+`),
	value,
);

const optional = <T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
	fc
		.tuple(fc.record(fields, { requiredKeys: [] }), fc.dictionary(text, value, { maxKeys: 3 }))
		.map(([known, own]) => ({ ...own, ...known }) as IDataObject);

const messages = optional({
	...{ uniqueId: value, webhookId: value, status, nextRetryDate: date },
	...{ webhookType: text, webhookEventType: text },
	history: fc.oneof(fc.array(optional({ status, createdDate: date, detail: text })), value),
});
const webhooks = optional({
	...{ webhookId: value, url: text, authentication: value, webhooks: value },
	enabled: fc.constantFrom(true, 1, 'yes', null),
});
const bookings = optional({ uniqueId: value, modifiedDate: date, createdDate: date });

/** A few records, and one of them in thousands of versions, with dates in order or without. */
const listOf = (record: fc.Arbitrary<IDataObject>, most: number) =>
	fc
		.record({
			few: fc.array(record, { maxLength: 20 }),
			often: fc.constantFrom(0, Math.ceil(most / 2), most, most),
			dateName: fc.constantFrom('modifiedDate', 'createdDate', 'none'),
			from: fc.integer({ min: 0, max: 1_000_000 }),
			status: fc.constantFrom('Failed', 'Attempt5Failed'),
			hasHistory: fc.boolean(),
			id: fc.oneof(fc.uuid(), fc.constant('')),
		})
		.map(({ few, often, from, ...how }) => [
			...few,
			...Array.from({ length: often }, (_, index) => {
				const changedAt = iso(NOON + (from + index) * 10);
				const attempt = { status: 'Attempt1Failed', createdDate: changedAt };
				return {
					...{ uniqueId: `${how.id}${from + index}`, webhookId: `${how.id.slice(0, 32)}${index}` },
					...{ status: how.status, url: `https://n8n.example/${how.id}`, enabled: true },
					...{ history: how.hasHistory ? [attempt] : [], [how.dateName]: changedAt },
				};
			}),
		]);

const poll: fc.Arbitrary<Poll> = fc.record({
	lists: fc.record({
		[FAILED]: listOf(messages, 6_000),
		[WEBHOOKS]: listOf(webhooks, 150),
		[BOOKINGS]: listOf(bookings, 1_500),
	}),
	dated: fc.oneof(
		fc.constantFrom(new Date(NOON).toUTCString(), 'Fri, 31 Dec 9999 23:59:59 GMT', ''),
		odd,
	),
});

const settings = fc.record({
	events: fc.constantFrom([...RECOVERY_EVENTS], ['final', 'attempt', 'growth', 'switchedOff']),
	minimumAttempt: fc.constantFrom(1, 5),
	refetchBookings: fc.boolean(),
	options: fc.record({
		startWith: fc.constantFrom('new', 'all', 'date'),
		startDate: fc.constant(iso(NOON - 60 * MINUTE)),
		maxItems: fc.constantFrom(10, 1_000, 100_000),
	}),
});

beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

describe('whatever a venue lists', () => {
	it('the memory takes less than 32 kB after each poll, and can be read again', async () => {
		await fc.assert(
			fc.asyncProperty(settings, fc.array(poll, { minLength: 2, maxLength: 4 }), pollOften),
			{ numRuns: 10 },
		);
	}, 120_000);
});

async function pollOften(parameters: IDataObject, polls: Poll[]): Promise<void> {
	const n8n = new HostileN8n();
	n8n.parameters = parameters;
	const context = n8n.context('activate');
	for (const { lists, dated } of polls) {
		n8n.lists = lists;
		n8n.dated = dated;
		await whileTimeMoves(n8n.poll(context).catch(() => null));
		const stored = JSON.stringify(n8n.data);
		expect(Buffer.byteLength(stored)).toBeLessThan(MOST_BYTES);
		const { memory = { venue: 1 } } =
			Object.values((JSON.parse(stored) as Stored).venuePlatformRecoveryTrigger ?? {})[0] ?? {};
		const read = Object.entries(readMemory(memory)!).filter(([, part]) => part !== undefined);
		expect(read.map(([name]) => name).sort()).toEqual(Object.keys(memory).sort());
	}
}
