import * as fc from 'fast-check';

import {
	type MessageMemory,
	readMemory,
	writeMemory,
} from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import { compareMessages } from '../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { firstMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/knownMessages';
import { asFailedMessage } from '../../../nodes/venueApi/resources/failedMessages';
import { knowing, WISHES as ALL } from './support/failedList';

const WISHES = { ...ALL, growthThreshold: 2 };
const GIVEN_UP = 8;
const MESSAGES = 12;

const recordOf = (id: number, attempts: number) =>
	asFailedMessage({
		uniqueId: `message-${id}`,
		webhookId: 1,
		status: attempts >= GIVEN_UP ? 'Failed' : `Attempt${attempts}Failed`,
		webhookType: 'Booking',
		webhookEventType: 'Updated',
		// Every second message that was given up has no history.
		history: attempts >= GIVEN_UP && id % 2 === 0 ? [] : [{ createdDate: '2026-11-21T12:00:00Z' }],
	});

const asStored = (memory: MessageMemory) =>
	JSON.stringify(writeMemory({ venue: 1, messages: memory }));
const fromStored = (stored: string) => readMemory(JSON.parse(stored))!.messages!;

/** What a venue and an n8n may do. */
type Step =
	| { kind: 'fail'; id: number; attempts: number }
	| { kind: 'show' | 'hide'; id: number }
	| { kind: 'poll' | 'pollTwice' | 'restart' | 'restartAndLose' };

const id = fc.nat({ max: MESSAGES - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('fail' as const),
			id,
			attempts: fc.integer({ min: 1, max: 4 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constantFrom('show' as const, 'hide' as const), id }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constantFrom('poll', 'pollTwice', 'restart', 'restartAndLose') as fc.Arbitrary<
				'poll' | 'pollTwice' | 'restart' | 'restartAndLose'
			>,
		}),
	},
);

class Venue {
	private readonly attempts = new Map<number, number>();
	private readonly hidden = new Set<number>();

	do({ kind, id: message, attempts }: { kind: string; id: number; attempts?: number }): void {
		if (kind === 'hide') this.hidden.add(message);
		else if (kind === 'show') this.hidden.delete(message);
		else {
			const before = this.attempts.get(message) ?? 0;
			this.attempts.set(message, Math.min(GIVEN_UP, before + (attempts ?? 0)));
		}
	}

	list() {
		return [...this.attempts]
			.filter(([message]) => !this.hidden.has(message))
			.map(([message, attempts]) => ({
				id: `message-${message}`,
				attempts,
				record: recordOf(message, attempts),
			}));
	}
}

/** The same rules in their simplest form, with unlimited memory. */
class Model {
	private readonly said = new Set<string>();
	private count = 0;
	private savedCount = 0;

	start(list: ReturnType<Venue['list']>): void {
		for (const { id: message, attempts } of list) this.reports(message, attempts);
		this.count = list.length;
		this.savedCount = this.count;
	}

	poll(list: ReturnType<Venue['list']>): string[] {
		const reports = list.flatMap(({ id: message, attempts }) => this.reports(message, attempts));
		const now = list.length;
		if (now >= this.count + WISHES.growthThreshold) {
			reports.push(`growth from ${this.count} to ${now}`);
			this.count = now;
		}
		this.count = Math.min(this.count, now);
		if (reports.length > 0) this.savedCount = this.count;
		return reports;
	}

	restart(list: ReturnType<Venue['list']>): string[] {
		this.count = this.savedCount;
		const reports = this.poll(list);
		this.savedCount = this.count;
		return reports;
	}

	private reports(message: string, attempts: number): string[] {
		const isGivenUp = attempts >= GIVEN_UP;
		const reached = attempts >= WISHES.minimumAttempt ? [`${message} reached`] : [];
		const news = isGivenUp ? [`${message} given up`, ...reached] : reached;
		const isNew = news.filter((report) => !this.said.has(report));
		for (const report of news) this.said.add(report);
		return isNew;
	}
}

/** The node as n8n runs it: n8n stores the memory of a poll that emits, and that of a start. */
class Node {
	private memory: MessageMemory;
	private stored: string;

	constructor(list: ReturnType<Venue['list']>) {
		this.memory = knowing(list.map(({ record }) => record));
		this.stored = asStored(this.memory);
	}

	poll(list: ReturnType<Venue['list']>): string[] {
		const news = compareMessages(
			list.map(({ record }) => record),
			this.memory,
			WISHES,
		);
		this.memory = news.memory;
		const reports = [
			...news.givenUp.map((message) => `${message.id} given up`),
			...news.reached.map((message) => `${message.id} reached`),
			...(news.growth ? [`growth from ${news.growth.before} to ${news.growth.now}`] : []),
		];
		if (reports.length > 0) this.stored = asStored(this.memory);
		return reports;
	}

	restart(list: ReturnType<Venue['list']>): string[] {
		this.memory = fromStored(this.stored);
		const reports = this.poll(list);
		this.stored = asStored(this.memory);
		return reports;
	}
}

describe('what the recovery trigger reports about the failed list', () => {
	it('is what a plain model reports, whatever the venue and n8n do [reliability: polls overlap]', () => {
		fc.assert(
			fc.property(
				fc.array(step, { maxLength: 8 }),
				fc.array(step, { maxLength: 60 }),
				(first, steps) => {
					const venue = new Venue();
					for (const one of first) if ('id' in one) venue.do(one);
					const model = new Model();
					model.start(venue.list());
					const node = new Node(venue.list());
					for (const one of steps) {
						if ('id' in one) {
							venue.do(one);
							continue;
						}
						const list = venue.list();
						const isRestart = one.kind.startsWith('restart');
						const expected = isRestart ? model.restart(list) : model.poll(list);
						const reports = isRestart ? node.restart(list) : node.poll(list);
						expect([...reports].sort()).toEqual([...expected].sort());
						if (one.kind === 'pollTwice') expect(node.poll(list)).toEqual(model.poll(list));
					}
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it('holds for a list of 5,000 that changes between polls', () => {
		const list = (from: number, count: number) =>
			Array.from({ length: count }, (_, index) => recordOf((from + index) * 2 + 1, GIVEN_UP));
		let memory = knowing([]);
		const said = new Set<string | null>();
		for (let poll = 0; poll < 10; poll++) {
			const news = compareMessages(list(poll * 800, 5_000), memory, WISHES);
			expect(news.givenUp).toHaveLength(poll === 0 ? 5_000 : 800);
			for (const { id: message } of news.givenUp) said.add(message);
			memory = fromStored(asStored(news.memory));
		}
		expect(said.size).toBe(5_000 + 9 * 800);
	});

	it('is right even if the list was incomplete before', () => {
		const list = Array.from({ length: 250 }, (_, index) => recordOf(index * 2 + 1, GIVEN_UP));
		const given = Date.parse('2026-11-21T12:00:00Z');
		const first = firstMemory(list.slice(0, 100), WISHES, () => true, given);
		expect(compareMessages(list, first, WISHES).givenUp).toEqual([]);

		const part = compareMessages(list.slice(0, 100), knowing([]), { ...WISHES, isCut: true });
		expect(part.givenUp).toHaveLength(100);
		expect(part.growth).toEqual({ before: 0, now: 100 });
		const rest = compareMessages(list, part.memory, WISHES);
		expect(rest.givenUp).toHaveLength(150);
		expect(rest.growth).toEqual({ before: 100, now: 250 });
	});
});
