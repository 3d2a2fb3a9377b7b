import type { IssuedToken } from '../access/tokens';
import type { Json } from '../json';
import { REFUSAL_FORMS, type Profile } from '../profile';

export interface Answer {
	status: number;
	headers: Record<string, string>;
	/** A long list is sent in pieces, so it is never one string; a file is bytes. */
	body: string | Uint8Array | Iterable<string>;
	isCompressed?: boolean;
}

export function wholeBody({ body }: Answer): string {
	if (body instanceof Uint8Array) return Buffer.from(body).toString('latin1');
	return typeof body === 'string' ? body : [...body].join('');
}

export interface FieldError {
	/** Dotted path of the field. */
	field: string;
	message: string;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** 7: how the service words its responses; the profile decides what the document leaves open. */
export class Answers {
	readonly #profile: Profile;
	#refusals = 0;

	constructor(profile: Profile) {
		this.#profile = profile;
	}

	json(body: Json, status = 200): Answer {
		return this.jsonText(JSON.stringify(body), status);
	}

	jsonText(body: string | Iterable<string>, status = 200): Answer {
		return { status, headers: { 'content-type': this.#profile.contentType }, body };
	}

	text(body: string, status: number, headers: Record<string, string> = {}): Answer {
		return { status, headers: { 'content-type': PLAIN_TEXT, ...headers }, body };
	}

	empty(status: number, headers: Record<string, string> = {}): Answer {
		return { status, headers, body: '' };
	}

	/** 2.2 */
	token({ accessToken, issuedAt, expiresAt }: IssuedToken): Answer {
		const expires_in = (expiresAt - issuedAt) / 1000;
		return this.json({ access_token: accessToken, token_type: 'Bearer', expires_in });
	}

	badRequest(...errors: FieldError[]): Answer {
		const modelState: Record<string, string[]> = {};
		for (const { field, message } of errors) (modelState[field] ??= []).push(message);
		const words = errors.map(({ message }) => message).join(' ');
		switch (this.#refusalForm()) {
			case 'message':
				return this.json({ Message: words }, 400);
			case 'lowerCaseMessage':
				return this.json({ message: words }, 400);
			case 'title':
				return this.json({ title: words, status: 400 }, 400);
			case 'error':
				return this.json({ error: words }, 400);
			case 'jsonString':
				return this.json(words, 400);
			case 'text':
				return this.text(words, 400);
			case 'errors':
				return this.json({ errors: errors.map(({ message }) => ({ message })) }, 400);
			case 'modelState':
				return this.json(modelState, 400);
			case 'messageWithModelState':
				return this.json({ Message: 'The request is invalid.', ModelState: modelState }, 400);
		}
	}

	#refusalForm() {
		const { badRequest } = this.#profile;
		if (badRequest !== 'inTurn') return badRequest;
		return REFUSAL_FORMS[this.#refusals++ % REFUSAL_FORMS.length];
	}

	unauthorized(): Answer {
		switch (this.#profile.unauthorized) {
			case 'empty':
				return this.empty(401);
			case 'text':
				return this.text('Unauthorized', 401);
			case 'json':
				return this.json({ Message: 'Authorization has been denied for this request.' }, 401);
		}
	}

	forbidden(message: string): Answer {
		switch (this.#profile.forbidden) {
			case 'message':
				return this.json({ Message: message }, 403);
			case 'text':
				return this.text(message, 403);
			case 'empty':
				return this.empty(403);
		}
	}

	blocked({ blocked, suspendedAt }: { blocked: string; suspendedAt?: number }): Answer {
		const isHidden = suspendedAt !== undefined && this.#profile.suspended === 'unauthorized';
		return isHidden ? this.unauthorized() : this.forbidden(blocked);
	}

	/** The document shows no status for a wrong secret. */
	wrongSecret(): Answer {
		switch (this.#profile.wrongSecretStatus) {
			case 400:
				return this.badRequest({
					field: 'client_secret',
					message: 'The client credentials are not valid.',
				});
			case 401:
				return this.unauthorized();
			case 403:
				return this.forbidden('Invalid client credentials');
		}
	}

	notFound(): Answer {
		return this.empty(404);
	}

	conflict(...errors: Array<{ name: string; message: string }>): Answer {
		const unnamed = errors.map(({ message }) => ({ message }));
		return this.json({ errors: this.#profile.conflictsAreNamed ? errors : unnamed }, 409);
	}

	tooManyRequests(retryAfter?: string): Answer {
		return this.text('Too many requests', 429, withRetryAfter(retryAfter));
	}

	maintenance(text: string, retryAfter?: string): Answer {
		return this.text(text, 503, withRetryAfter(retryAfter));
	}
}

function withRetryAfter(value: string | undefined): Record<string, string> {
	return value === undefined ? {} : { 'retry-after': value };
}
