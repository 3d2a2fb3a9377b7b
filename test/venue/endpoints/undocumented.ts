import type { Scope } from '../access/scopes';
import type { Endpoint } from './endpoint';

export interface UndocumentedAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** The document names five scopes and says that there are more. */
	scope?: string;
}

/**
 * 4, rule 3: there are operations that the document does not show. The venue knows none of them by
 * itself: a test names the path and the answer. Token, scope, limits and form are asked for as always.
 */
export class UndocumentedEndpoints {
	readonly #endpoints: Endpoint[] = [];

	get all(): readonly Endpoint[] {
		return this.#endpoints;
	}

	/** Such as `GET /customers/{id}`. The last one that was named for a path answers. */
	on(endpoint: string, { status = 200, headers = {}, body = '', scope }: UndocumentedAnswer): void {
		const [method, path] = endpoint.split(' ', 2);
		this.#endpoints.unshift({
			method,
			path,
			scope: scope as Scope | undefined,
			surface: /^\/(data|reporting)\//.test(path) ? 'data' : 'rest',
			answer: () => ({ status, headers, body }),
		});
	}
}
