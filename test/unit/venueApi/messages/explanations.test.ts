import * as fc from 'fast-check';

import { readAnswer } from '../../../../nodes/venueApi/answers/answer';
import { CROWDED, STALLED, TOO_LARGE } from '../../../../nodes/venueApi/answers/fault';
import { explainAnswer, MAY_BE_DONE } from '../../../../nodes/venueApi/messages/explanations';
import { explainFault, explainTooLate } from '../../../../nodes/venueApi/messages/faults';
import { inOneLine, serverMessagesIn } from '../../../../nodes/venueApi/messages/serverMessages';
import { redact } from '../../../../nodes/venueApi/messages/redact';

const explain = (status: number, body: unknown, subject = {}) =>
	explainAnswer(readAnswer(status, {}, body), subject);

const OURS = /\b(error|problem|failure|mistake)\b/i;

describe('the message for a refusal of the venue', () => {
	it('shows the Message of a 400', () => {
		const { message } = explain(400, '{"Message":"modifiedFromDate is not a date"}');
		expect(message).toContain('modifiedFromDate is not a date');
	});

	it('shows the model-state dictionary of a 400 field by field', () => {
		const body = {
			Message: 'The request is invalid.',
			ModelState: { url: ['Must be HTTPS', 'Too long'], 'webhooks.booking': ['Unknown event'] },
		};
		const { message } = explain(400, JSON.stringify(body));
		expect(message).toContain(
			'url: Must be HTTPS. url: Too long. webhooks.booking: Unknown event.',
		);
	});

	it('shows a bare model-state dictionary of a 400 field by field', () => {
		const { message } = explain(400, '{"url":["Must be HTTPS"],"events":"Empty"}');
		expect(message).toContain('url: Must be HTTPS. events: Empty.');
	});

	it('names the scope that is needed after a 403 “Invalid scope”', () => {
		const { message, description } = explain(403, '{"Message":"Invalid scope"}', {
			scope: 'Booking_Get',
		});
		expect(message).toContain('“Booking_Get”');
		expect(description).toContain('“Booking_Get”');
	});

	it.each(['', 'Key disabled', '{"Message":"Venue decommissioned"}'])(
		'says what is known after a 403 with %p',
		(body) => {
			const { message } = explain(403, body);
			expect(message).toMatch(/^The venue refused access/);
			expect(message).not.toMatch(/[{}"]/);
		},
	);

	it('names the scope that may be missing after a 403 with an empty body', () => {
		const subject = { scope: 'Booking_Get' };
		expect(explain(403, '', subject).description).toMatch(/The scope “Booking_Get” may be missing/);
		expect(explain(403, '').description).toMatch(/A scope that .* may be missing/);
		expect(explain(403, 'Key disabled', subject).description).not.toContain('scope');
	});

	it('sends the user to the support for the name of a scope that is not known', () => {
		for (const body of ['{"Message":"Invalid scope"}', '']) {
			expect(explain(403, body).description).toMatch(/support knows its name.*Ask the venue owner/);
			expect(explain(403, body, { scope: 'Booking_Get' }).description).not.toMatch(/support/);
		}
	});

	it.each([400, 422, 409])('leads on after a %d in which the venue names nothing', (status) => {
		for (const body of ['', '{}', '{"code": 17}']) {
			const { description } = explain(status, body, { searchAdvice: 'enter a name' });
			expect(description).not.toMatch(/what (it|the venue) names/);
			expect(description).toMatch(/does not say why.*tell the venue platform’s support/);
			expect(/enter a name/.test(description)).toBe(status !== 409);
		}
		expect(explain(status, 'Too late').description).toMatch(/what (it|the venue) names/);
	});

	// A poll tries again by itself, and a user who publishes runs nothing.
	it.each([400, 403, 409])(
		'does not ask for another run of what may be a poll, with %d',
		(status) => {
			const { description } = explain(status, '{"Message":"Invalid scope"}', {
				scope: 'Booking_Get',
			});
			expect(description).not.toMatch(/again/);
		},
	);

	it('does not blame the Base URL alone if a venue does not offer an operation', () => {
		expect(explain(404, '').description).toMatch(/If other operations work, .*support/);
	});

	it('has a path that leads on compared before another node is used', () => {
		const words = { enteredAs: 'Path', enteredBy: 'Method, Path and Options' };
		expect(explain(301, '', words).description).toMatch(/^Compare Path .*HTTP Request/);
	});

	it('names what was looked for after a 404 with an empty body', () => {
		expect(explain(404, '', { entity: 'booking' }).message).toBe(
			'There is no such booking for this venue',
		);
	});

	it.each([
		[{ entity: 'booking' }, /^There is no such booking for this venue: Archived in May\.$/],
		[{ enteredAs: 'Path' }, /^The venue has nothing at the address in Path: Archived in May\.$/],
		[{ knownAs: 'Create Booking' }, /nothing for “Create Booking”: Archived in May\.$/],
		[{}, /^The venue has nothing at this address: Archived in May\.$/],
	])('shows the words of a 404, unless they only name it: %j', (words, expected) => {
		expect(explain(404, '{"message":"Archived in May"}', words).message).toMatch(expected);
		const plain = explain(404, '', words).message;
		expect(explain(404, '{"title":"Not Found","status":404}', words).message).toBe(plain);
	});

	it('has nothing tried again that was paid for no longer, or is gone', () => {
		const unpaid = explain(402, '{"message":"The plan has ended"}');
		expect(unpaid.message).toBe('The venue refused access: The plan has ended.');
		expect(unpaid.description).toMatch(/Ask the venue owner/);
		const gone = explain(410, '', { entity: 'booking' });
		expect(gone.message).toBe('There is no such booking for this venue');
		for (const { description } of [unpaid, gone]) expect(description).not.toMatch(/again/);
	});

	it('shows every message of a 409', () => {
		const body = {
			errors: [
				{ name: 'Slot', message: 'Already taken' },
				{ name: 'Guests', message: 'Too many' },
			],
		};
		expect(explain(409, JSON.stringify(body)).message).toBe(
			'Slot: Already taken. Guests: Too many.',
		);
	});

	it('shows the maintenance text of a 503', () => {
		expect(explain(503, 'Reports are back at noon').message).toContain('Reports are back at noon');
	});

	it.each([498, 499, 500])('cuts no emoji in two: behind %d letters', (length) => {
		const Message = `${'x'.repeat(length)}🎂🎈`;
		expect(explain(409, JSON.stringify({ Message })).message).toMatch(/^x+(🎂)?…$/u);
	});

	it('does not show a page that comes instead of an answer', () => {
		expect(
			explain(500, '<!DOCTYPE html><html><body>Stack trace</body></html>').message,
		).not.toMatch(/[<>]|Stack/);
	});

	it('is readable for any status, bytes and content type [guideline: says what happened]', () => {
		const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
		const body = fc.oneof(bytes, fc.string(), fc.json(), fc.anything(), fc.constant(undefined));
		fc.assert(
			fc.property(
				fc.integer({ min: 300, max: 599 }),
				body,
				fc.dictionary(fc.string(), fc.string()),
				(status, content, headers) => {
					const { message, description } = explainAnswer(readAnswer(status, headers, content), {
						scope: 'Booking_Get',
						entity: 'booking',
					});
					for (const text of [message, description]) {
						expect(text.trim()).not.toBe('');
						expect(text).not.toMatch(/[\p{Cc}]/u);
						expect(text.length).toBeLessThan(20_000);
					}
				},
			),
			{ numRuns: 500 },
		);
	});

	it('has no raw status and none of the words that n8n does not want, except in the venue’s own text', () => {
		for (let status = 300; status < 600; status++) {
			const { message, description } = explain(status, '', {
				scope: 'Booking_Get',
				entity: 'booking',
			});
			expect(message).not.toContain(String(status));
			expect(`${message} ${description}`).not.toMatch(OURS);
		}
	});
});

describe('the words of a refusal', () => {
	const said = (body: unknown) => inOneLine(serverMessagesIn(body));

	it.each<[string, unknown, string]>([
		['Message', { Message: 'Closed today' }, 'Closed today.'],
		['message', { message: 'Closed today' }, 'Closed today.'],
		['title', { title: 'Closed today', status: 400 }, 'Closed today.'],
		['error', { error: 'Closed today' }, 'Closed today.'],
		['a record in error', { error: { code: 7, message: 'Closed today' } }, 'Closed today.'],
		['a bare JSON string', 'Closed today', 'Closed today.'],
		['plain text', 'Closed today!', 'Closed today!'],
		['errors, one without a name', { errors: [{ message: 'Closed today' }] }, 'Closed today.'],
		['errors as texts', { errors: ['Closed today', 'Full'] }, 'Closed today. Full.'],
		['errors as one text', { errors: 'Closed today' }, 'Closed today.'],
		['an empty errors beside a message', { errors: [], message: 'Closed today' }, 'Closed today.'],
		['a list alone', [{ name: 'Date', message: 'Closed today' }], 'Date: Closed today.'],
		['a field by another name', { Errors: [{ field: 'date', error: 'Closed' }] }, 'date: Closed.'],
		[
			'the most telling of several',
			{ title: 'Bad Request', error: 'Bad Request', detail: 'Closed today', message: '' },
			'Closed today.',
		],
		[
			'a dictionary beside a title',
			{ title: 'Invalid', errors: { date: ['Closed today'] } },
			'date: Closed today.',
		],
		[
			'a dictionary of records beside a title',
			{
				title: 'Invalid',
				errors: { date: [{ code: 7, message: 'Closed' }], guests: { msg: 'Full' } },
			},
			'date: Closed. guests: Full.',
		],
		[
			'a dictionary in a dictionary',
			{ title: 'Invalid', errors: { guest: { email: ['Missing'] } } },
			'guest.email: Missing.',
		],
		[
			'a dictionary by another name',
			{ message: 'Invalid', validation_errors: { date: ['Closed today'] } },
			'date: Closed today.',
		],
		[
			'a list by another name beside a title',
			{ title: 'Invalid', 'invalid-params': [{ name: 'date', reason: 'Closed today' }] },
			'date: Closed today.',
		],
		[
			'the words of a gateway',
			{ fault: { faultstring: 'Closed today', detail: { errorcode: 'oauth.v2.Closed' } } },
			'Closed today.',
		],
		[
			'words in an object of any name',
			{ meta: { error_message: 'Closed today' } },
			'Closed today.',
		],
		['a dictionary with a field “title”', { title: ['Too long'] }, 'title: Too long.'],
		[
			'a message that is a list',
			{ statusCode: 400, message: ['date is empty', 'Full'], error: 'Bad Request' },
			'date is empty. Full.',
		],
		[
			'a list by another name, with the path to each field',
			{ detail: [{ loc: ['query', 'startDate'], msg: 'Field required', type: 'missing' }] },
			'startDate: Field required.',
		],
		['violations', { violations: [{ message: 'Closed today' }], status: 422 }, 'Closed today.'],
		['nothing', { status: 400 }, ''],
	])('are read from %s', (_, body, expected) => {
		expect(said(body)).toBe(expected);
	});

	it('are told as a bare JSON string as well', () => {
		expect(explain(409, '"Closed today"').message).toBe('Closed today.');
	});

	it.each(['{"error":"invalid_scope"}', '{"title":"Invalid scope"}', '"Invalid scope"'])(
		'name a missing scope in %s',
		(body) => {
			expect(explain(403, body, { scope: 'Booking_Get' }).message).toMatch(/“Booking_Get”$/);
		},
	);

	it.each([
		'{"error":"insufficient_scope","error_description":"Needs bookings.read"}',
		'{"message":"Missing scope: bookings.read"}',
		'"The scope bookings.read is required"',
	])('name a missing scope as the venue calls it in %s', (body) => {
		expect(explain(403, body, { scope: 'Booking_Get' }).message).toMatch(
			/^These credentials do not have the scope “Booking_Get”: .*bookings\.read/,
		);
		expect(explain(403, body).message).toMatch(/ a scope that .* needs: .*bookings\.read/);
	});
});

describe('the text of the venue', () => {
	it('is never longer than a user would read', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				expect(serverMessagesIn(body).length).toBeLessThanOrEqual(20);
			}),
		);
		const long = inOneLine(serverMessagesIn({ Message: 'x'.repeat(100_000) }));
		expect(long.length).toBeLessThan(600);
	});

	it('is shown without the secrets in it', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ minLength: 8 }), { minLength: 1 }),
				fc.string(),
				(secrets, text) => {
					const echoed = redact(secrets.join(text), secrets);
					for (const secret of secrets) {
						if ('•••'.includes(secret) || text.includes(secret)) continue;
						expect(echoed.split('•••').some((part) => part.includes(secret))).toBe(false);
					}
				},
			),
		);
		expect(redact('got Bearer abc.def-123, sorry', [])).toBe('got Bearer •••, sorry');
	});
});

describe('the message for more than the venue or n8n can take in', () => {
	const fault = (code: string) => ({ code, text: '', neverLeft: false });
	const told = (words: object) => [
		...[STALLED, TOO_LARGE].map((code) => explainFault(fault(code), 'venue', false, words)),
		explainTooLate(false, words),
		explainTooLate(true, words),
	];

	it('names the fields that ask for less', () => {
		for (const { description } of told({ narrowedBy: 'Limit' })) {
			expect(description).toMatch(/ask for less at a time, for example with Limit\.$/);
		}
	});

	it('does not have what may have changed something repeated', () => {
		const words = { narrowedBy: 'Query Parameters' };
		const late = explainTooLate(true, words);
		const large = explainFault(fault(TOO_LARGE), 'venue', true, words);
		expect(late.description).toMatch(/Check at the venue .* If this only reads, ask for less/);
		expect(large.message).toMatch(/larger than n8n can take in/);
		expect(large.description).toMatch(/^The venue may have carried out/);
		const crowded = explainFault(fault(CROWDED), 'venue', true, words);
		expect(crowded.message).toMatch(/no memory left for this one/);
		expect(crowded).toMatchObject({ description: MAY_BE_DONE, mayBeDone: true });
	});

	it('names no field where the operation has none', () => {
		for (const { description } of told({})) {
			expect(description).toMatch(/tell the venue platform’s support/);
			expect(description).not.toMatch(/Limit|Modified|Parameters|ask for less/i);
		}
	});
});
