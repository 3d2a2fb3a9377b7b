import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	asFailedMessage,
	isRecoverable,
} from '../../../../nodes/venueApi/resources/failedMessages';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();

const attempt = (number: number, more: IDataObject = {}) => ({
	status: `Attempt${number}Failed`,
	httpResponseStatus: 500,
	detail: `Attempt ${number}`,
	createdDate: at(number),
	...more,
});

const message = {
	webhookId: 1001,
	uniqueId: '4e0c7a52-8c0e-4d3a-9b57-0f6f3c9f4b11',
	status: 'Attempt3Failed',
	webhookType: 'Booking',
	webhookEventType: 'Updated',
	nextRetryDate: at(30),
	history: [attempt(1), attempt(2), attempt(3, { httpResponseStatus: 502 })],
};

describe('a failed message', () => {
	it('is read as documented [api 2.5]', () => {
		expect(asFailedMessage(message)).toEqual({
			id: message.uniqueId,
			webhookId: '1001',
			topic: 'Booking',
			event: 'Updated',
			attempts: 3,
			isGivenUp: false,
			lastHttpStatus: 502,
			lastDetail: 'Attempt 3',
			firstFailedAt: at(1),
			lastFailedAt: at(3),
			isToldFromTheFirst: true,
			triedAt: [at(1), at(2), at(3)],
			nextRetryAt: at(30),
		});
	});

	it.each<[string, (name: string) => string]>([
		['WebhookId', (name) => name.replace(/^./, (letter) => letter.toUpperCase())],
		['webhook_id', (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
	])('is the same with names like %s', (_, spell) => {
		const inOtherLetters = (record: object) =>
			Object.fromEntries(Object.entries(record).map(([name, value]) => [spell(name), value]));
		const given = { ...message, status: 'Failed', history: message.history.map(inOtherLetters) };
		const read = asFailedMessage(inOtherLetters(given) as IDataObject);
		expect(read).toEqual(asFailedMessage({ ...message, status: 'Failed' }));
		expect(read).toMatchObject({ isGivenUp: true, topic: 'Booking', lastHttpStatus: 502 });
	});

	it('has a topic and a kind by name if the venue writes numbers whose meaning is clear', () => {
		const read = (webhookType: unknown, webhookEventType: unknown) =>
			asFailedMessage({ ...message, webhookType, webhookEventType } as IDataObject);
		expect(read(1, '4')).toMatchObject({ topic: 'Booking', event: 'Deleted' });
		expect(read(7, 1)).toMatchObject({ topic: 'SignedWaiver', event: 'Created' });
		expect(read(2, 99)).toMatchObject({ topic: '2', event: '99' });
		expect(read([1], {})).toMatchObject({ topic: null, event: null });
	});

	it.each([
		['Booking', 'Updated', true],
		['booking', 'updated', true],
		[1, 2, true],
		['BOOKING', 'deleted', false],
		[1, 4, false],
		['Bookings', 'Updated', false],
	])('about %j %j can be recovered: %s', (webhookType, webhookEventType, isIt) => {
		const read = asFailedMessage({ ...message, webhookType, webhookEventType });
		expect(isRecoverable(read)).toBe(isIt);
	});

	it('that was given up has no next retry, even if the record still has a date', () => {
		const history = [...message.history, { ...attempt(7), status: 'Failed' }];
		const given = asFailedMessage({ ...message, status: 'Failed', history });
		expect(given).toMatchObject({ isGivenUp: true, nextRetryAt: null, attempts: 4 });
	});

	it('has the HTTP status that the record has as a text', () => {
		const history = [attempt(1, { httpResponseStatus: '503' })];
		expect(asFailedMessage({ ...message, history }).lastHttpStatus).toBe(503);
	});

	it.each([0, '0', '', 'ServiceUnavailable', null, undefined])(
		'has no HTTP status if the record has %p',
		(status) => {
			const history = [attempt(1, { httpResponseStatus: status })];
			expect(asFailedMessage({ ...message, history }).lastHttpStatus).toBeNull();
		},
	);

	it('counts the attempts by its status if the history is cut short [api 3.1]', () => {
		const cut = { ...message, status: 'Attempt6Failed', history: [attempt(6)] };
		expect(asFailedMessage(cut).attempts).toBe(6);
	});

	it('reads the status of later attempts as the document writes it', () => {
		const later = { ...message, status: 'Attempt5Failed+', history: [] };
		expect(asFailedMessage(later).attempts).toBe(5);
	});

	it('reads its history in chronological order, in whatever order it arrives', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), (numbers) => {
				const history = numbers.map((number) => attempt(number));
				const read = asFailedMessage({ ...message, history });
				expect(read.firstFailedAt).toBe(at(Math.min(...numbers)));
				expect(read.lastDetail).toBe(`Attempt ${Math.max(...numbers)}`);
			}),
		);
	});

	it('reads a time without a zone as UTC, as the document says', () => {
		const history = [attempt(1, { createdDate: '2026-11-21T12:01:00' })];
		expect(asFailedMessage({ ...message, history }).firstFailedAt).toBe(at(1));
	});

	it.each(['2026-11-21 12:01:00', '2026-11-21 12:01:00.0000000 +00:00', '2026-11-21 12:01:00Z'])(
		'reads a time as databases write it: %s',
		(createdDate) => {
			const history = [attempt(1, { createdDate })];
			const { firstFailedAt, lacksZone } = asFailedMessage({ ...message, history });
			expect(firstFailedAt).toBe(at(1));
			expect(lacksZone ?? false).toBe(!/[Z+]/.test(createdDate));
		},
	);

	it('can be read from any record of the venue', () => {
		const fields = Object.keys(message);
		const record = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
		fc.assert(
			fc.property(record, (anything) => {
				const read = asFailedMessage(anything as IDataObject);
				expect(Object.keys(read)).toHaveLength(13);
				expect(read.attempts).toBeGreaterThanOrEqual(0);
				expect(read.id).not.toBe('undefined');
			}),
		);
	});
});
