import type { VenueAccount } from '../account/account';
import type { Answer, Answers } from './answers';
import type { ApiRequest } from './request';

/** Not part of the API: the storage that an export's link leads to, without limits and scopes. */
export const FILES_PATH = '/files/exports/';

export function isFileRequest({ method, path }: ApiRequest): boolean {
	return method === 'GET' && path.startsWith(FILES_PATH);
}

export function answerFileRequest(
	{ path }: ApiRequest,
	accounts: readonly VenueAccount[],
	answers: Answers,
): Answer {
	const name = path.slice(FILES_PATH.length);
	for (const { exportFiles } of accounts) {
		const text = exportFiles.find(name);
		if (text !== undefined) {
			return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body: text };
		}
	}
	return answers.notFound();
}
