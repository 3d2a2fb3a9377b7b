import type { Endpoint, Scope } from './endpoint';
import type { ApiRequest } from './request';

interface UndocumentedAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** The document names five scopes and says that there are more. */
	scope?: string;
}

/**
 * 4, rule 3: there are operations that the document does not show. The venue has none of its own: a
 * test names the path and the response. Token, scope, limits and form are checked as usual.
 */
export class UndocumentedEndpoints {
	readonly #endpoints: Endpoint[] = [];

	get all(): readonly Endpoint[] {
		return this.#endpoints;
	}

	/** For example `GET /customers/{id}`. If a path is named twice, the last one counts. */
	on(
		endpoint: string,
		{ status = 200, headers = {}, body = '', scope }: UndocumentedAnswer,
		answerTo?: (request: ApiRequest) => Omit<UndocumentedAnswer, 'scope'>,
	): void {
		const [method, path] = endpoint.split(' ', 2);
		this.#endpoints.unshift({
			method,
			path,
			scope: scope as Scope | undefined,
			surface: /^\/(data|reporting)\//.test(path) ? 'data' : 'rest',
			answer: ({ request }) => ({ status, headers, body, ...answerTo?.(request) }),
		});
	}
}
