import type { INode } from 'n8n-workflow';

import {
	anotherVenue,
	asError,
	failureOf,
	isPassing,
	noRoomFor,
	notAllOf,
	notReachedBack,
	onlyPart,
	type PollNotice,
} from '../../../nodes/VenuePlatformRecoveryTrigger/outages';
import { PollingNode } from '../../../nodes/VenuePlatformRecoveryTrigger/pollingNode';
import { nodeApiError } from '../../../nodes/n8n/nodeErrors';
import type { Explanation } from '../../../nodes/venueApi/messages/explanations';
import { TokenUnavailable } from '../../../nodes/venueApi/messages/tokenUnavailable';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

const node = { name: 'Recovery', type: 'recovery', parameters: {} } as unknown as INode;

/** What a call to the venue throws. */
const thrown = (explanation: Partial<Explanation> = {}) =>
	nodeApiError(node, { message: 'It did not work', description: 'Do this', ...explanation });

beforeEach(() => jest.useFakeTimers({ now: NOON }));
afterEach(() => jest.useRealTimers());

describe('the failure of a poll', () => {
	it.each([
		[undefined, true, 'temporarily-unavailable'],
		['400', false, 'configuration-invalid'],
		['401', false, 'credential-invalid'],
		['402', false, 'configuration-invalid'],
		['403', false, 'credential-invalid'],
		['404', false, 'configuration-invalid'],
		['429', true, 'rate-limited'],
		['499', false, 'configuration-invalid'],
		['500', true, 'temporarily-unavailable'],
		['503', true, 'temporarily-unavailable'],
	])('with the status %s ends by itself (%p), and n8n reads: %s', (httpCode, ends, cause) => {
		const failure = failureOf(thrown({ httpCode }));
		expect(failure.cause).toBe(cause);
		expect(isPassing(failure)).toBe(ends);
	});

	it('is lasting if the explanation says so, whatever the status', () => {
		for (const httpCode of ['200', '503', undefined]) {
			const failure = failureOf(thrown({ httpCode, cause: 'configuration-invalid' }));
			expect(failure.cause).toBe('configuration-invalid');
			expect(isPassing(failure)).toBe(false);
		}
	});

	it('is lasting if it has nothing to do with the venue', () => {
		expect(failureOf(new Error('“Trigger On” is empty'))).toEqual({
			text: '“Trigger On” is empty.',
			reason: '“Trigger On” is empty',
			cause: 'configuration-invalid',
			kind: 'failure',
		});
	});

	it('comes with its own advice if a user has to do something', () => {
		const { text, reason, httpCode } = failureOf(thrown({ httpCode: '404' }));
		expect(text).toBe('It did not work. Do this.');
		expect(reason).toBe('404');
		expect(httpCode).toBe('404');
	});

	it('comes with what n8n does if the user has nothing to do', () => {
		const { text } = failureOf(thrown({ httpCode: '503' }));
		expect(text).toContain(
			'It did not work. n8n asks again at the next poll, and then reports what is new.',
		);
		// A message may have left the list by then.
		expect(text).not.toContain('Nothing is lost');
		expect(text).not.toContain('Do this');
	});

	it('comes with another way to the same data if it may stay like this', () => {
		const failure = failureOf(thrown({ mayStay: true }));
		expect(isPassing(failure)).toBe(true);
		const { text } = failure;
		expect(text).toContain('Get Many');
		expect(text).not.toContain('and then reports');
	});

	it('has the same reason for all causes that pass, however they are worded', () => {
		const [one, other] = ['One', 'Other'].map((message) => failureOf(thrown({ message })));
		expect(one.text).not.toBe(other.text);
		expect(one.reason).toBe(other.reason);
	});

	it.each(['rate-limited', 'credential-invalid'] as const)(
		'has the same reason for all that a sign-in may say of %s',
		(cause) => {
			const [one, other] = ['One', 'Other'].map((message) => {
				const explanation = { message, description: `${message}, as the credential says`, cause };
				return failureOf(thrown(new TokenUnavailable(explanation).explanation));
			});
			expect(one.cause).toBe(cause);
			expect(one.text).not.toBe(other.text);
			expect(one.reason).toBe(other.reason);
		},
	);

	it('shows how long the venue asks n8n to wait, unless that time is over', () => {
		const waitsFor = (ms: number) =>
			failureOf(thrown({ httpCode: '429', retryAt: new Date(NOON + ms) })).retryAfterMs;
		expect(waitsFor(MINUTE)).toBe(MINUTE);
		expect(failureOf(thrown({ httpCode: '429' }))).not.toHaveProperty('retryAfterMs');
		for (const ms of [0, -MINUTE]) {
			const retryAt = new Date(NOON + ms);
			expect(failureOf(thrown({ httpCode: '429', retryAt }))).not.toHaveProperty('retryAfterMs');
		}
	});

	it('has a status only if the venue has answered', () => {
		expect(failureOf(thrown())).not.toHaveProperty('httpCode');
	});
});

describe('what a poll throws', () => {
	const failure: PollNotice = {
		text: 'The venue did not answer (ECONNREFUSED). n8n asks again.',
		reason: 'any',
		httpCode: '503',
		cause: 'temporarily-unavailable',
		kind: 'failure',
	};

	it('has our message, even if it contains a code for which n8n has its own message', () => {
		const error = asError(node, failure);
		expect(error.message).toBe(failure.text);
		expect(error.httpCode).toBe('503');
		expect(error.node).toBe(node);
	});

	it('tells n8n’s scheduler why, and when to poll again', () => {
		expect(asError(node, failure).failure).toEqual({ cause: 'temporarily-unavailable' });
		expect(asError(node, { ...failure, retryAfterMs: MINUTE }).failure).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: MINUTE,
		});
	});
});

describe('what a user only needs to know', () => {
	it('is a notice, which names an incomplete list', () => {
		const notices = [onlyPart('webhooks'), onlyPart('bookings'), notReachedBack(), anotherVenue()];
		expect(notices.map(({ kind }) => kind)).toEqual(['hint', 'hint', 'hint', 'loss']);
		expect(new Set(notices.map(({ reason }) => reason)).size).toBe(4);
		expect(notices[0].text).toContain('webhooks');
		expect(notices[0].text).toContain('What came is reported now');
		expect(notices[2].text).toContain('n8n tries again at each poll');
		expect(notices[3].text).toContain('another venue');
		for (const { text } of notices.slice(2)) expect(text).toContain('Get Many');
	});

	it.each(['failed messages', 'webhooks'] as const)(
		'tells of %s that they may not be all, in words of their own',
		(name) => {
			const shown = 100;
			expect(notAllOf(name, { isPart: false })).toEqual([]);
			expect(notAllOf(name, { isPart: true })).toEqual([onlyPart(name)]);
			const told = (['fullPage', 'repeated', 'unclear', 'tooManyPages'] as const).map((kind) => {
				const [notice, ...others] = notAllOf(name, { isPart: false, doubt: { kind, shown } });
				expect(others).toEqual([]);
				// The same reason: a list that turns out to be a part is not told of again.
				expect({ ...notice, text: '' }).toEqual({ ...onlyPart(name), text: '' });
				return notice.text;
			});
			expect(new Set(told).size).toBe(4);
			expect(told[0]).toMatch(
				`These may not be all ${name}: the venue gave exactly 100, which may be as many as it shows at once. Compare with the venue management console.`,
			);
		},
	);

	it('is nothing about a list that changed while its pages were read: the next poll shows it', () => {
		const doubt = { kind: 'moved', shown: 150 } as const;
		expect(notAllOf('webhooks', { isPart: false, doubt })).toEqual([]);
		expect(notAllOf('webhooks', { isPart: true, doubt })).toEqual([onlyPart('webhooks')]);
	});

	it('makes n8n poll again soon if the venue may return the rest', () => {
		const causes = [onlyPart('webhooks'), notReachedBack()].map(({ cause }) => cause);
		expect(causes).toEqual(['temporarily-unavailable', 'temporarily-unavailable']);
		expect(anotherVenue().cause).toBe('configuration-invalid');
	});
});

describe('what n8n reports about a node whose polls fail', () => {
	const passing = (): PollNotice => ({
		...{ text: 'busy', reason: 'any', cause: 'temporarily-unavailable', kind: 'failure' },
	});
	const other = (kind: PollNotice['kind'], reason: string): PollNotice => ({
		...{ text: reason, reason, cause: 'configuration-invalid', kind },
	});
	type Failures = Record<string, PollNotice[]>;

	/** What each of these polls of one node says, a quarter of an hour after each other. */
	const saidAt = (polls: Failures[], { hasItems = false, minutes = 15 } = {}) => {
		const node = new PollingNode();
		return polls.map((failures) => {
			jest.setSystemTime(Date.now() + minutes * MINUTE);
			return node.toSay(new Map(Object.entries(failures)), hasItems)?.text;
		});
	};
	const times = (count: number, failures: Failures) =>
		Array.from({ length: count }, () => failures);

	it('is nothing after a single failure, and an outage once', () => {
		expect(saidAt(times(4, { messages: [passing()] }))).toEqual([
			...[undefined, 'busy', undefined, undefined],
		]);
	});

	it('is reported again in the next outage, even if something else is still wrong', () => {
		const broken = { messages: [passing()], webhooks: [other('failure', 'no right')] };
		const better = { messages: [], webhooks: [other('failure', 'no right')] };
		const said = saidAt([broken, broken, broken, better, broken, broken]);
		expect(said).toEqual([...['no right', 'busy', undefined, undefined, undefined], 'busy']);
	});

	it('ends only if its own list was read again', () => {
		const unread = { webhooks: [] };
		const said = saidAt([
			...times(2, { messages: [passing()] }),
			unread,
			{ messages: [passing()] },
		]);
		expect(said).toEqual([undefined, 'busy', undefined, undefined]);
	});

	it('is one outage for all lists, whichever of them fails first', () => {
		const [part, all] = [
			{ messages: [], bookings: [passing()] },
			{ messages: [passing()], bookings: [passing()] },
		];
		expect(saidAt([part, all, all, all])).toEqual([undefined, 'busy', undefined, undefined]);
	});

	it('names the list if the others can be read', () => {
		const [, said] = saidAt(times(2, { messages: [], bookings: [passing()] }));
		expect(said).toBe('busy This concerns only: bookings.');
	});

	it.each(['failure', 'hint', 'loss'] as const)('is each reason once, and at once (%s)', (kind) => {
		const [one, two] = [other(kind, 'one'), other(kind, 'two')];
		const of = (...failures: PollNotice[]) => ({ messages: failures });
		expect(saidAt([of(one), of(one), of(two), of(two), of(one)])).toEqual([
			...['one', undefined, 'two', undefined, 'one'],
		]);
	});

	it('goes before the items of a busy venue within an hour, and a loss before any', () => {
		const lasting = times(5, { messages: [other('failure', 'no right')] });
		for (const minutes of [5, 15, 25, 40, 60]) {
			const said = saidAt(times(13, lasting[0]), { hasItems: true, minutes });
			expect(said.filter((text) => text !== undefined)).toEqual(['no right']);
			expect(said.indexOf('no right') * minutes).toBeLessThanOrEqual(60);
		}
		const lost = saidAt(times(2, { bookings: [other('loss', 'gone')] }), { hasItems: true });
		expect(lost).toEqual(['gone', undefined]);
	});

	it('goes before the items if its list has failed in another way before', () => {
		const [busy, refused, well] = [passing(), other('failure', 'no right'), undefined].map(
			(failure) => ({ messages: failure ? [failure] : [], bookings: [] }),
		);
		const of = (polls: Failures[]) => saidAt(polls, { hasItems: true, minutes: 30 });
		expect(of([busy, refused, refused])).toEqual([undefined, 'no right', undefined]);
		const ofOne = 'busy This concerns only: messages.';
		expect(of([refused, busy, busy])).toEqual([undefined, ofOne, undefined]);
		expect(of([busy, well, refused, refused])).toEqual([
			...[undefined, undefined, undefined, 'no right'],
		]);
	});

	it('is nothing if nothing has failed', () => {
		expect(saidAt(times(3, { messages: [] }))).toEqual([undefined, undefined, undefined]);
	});
});

describe('a message that sends the user to Get Many', () => {
	const unclear = failureOf(thrown({ mayStay: true }));
	const messages = [unclear, noRoomFor(6_000), notReachedBack(), anotherVenue()];

	it.each(messages.map(({ reason, text }) => [reason, text]))(
		'names Return All, because its list ends at 50: %s',
		(_reason, text) => {
			expect(text).toContain('Get Many');
			expect(text).toContain('Return All');
		},
	);
});
