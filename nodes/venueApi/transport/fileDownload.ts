import type { Connection } from '../connection';
import type { Explanation } from '../messages/explanations';
import { nodeApiError } from '../../n8n/nodeErrors';
import { anyOf, untilCanceled, wait } from '../pacing/waiting';
import {
	type Answer,
	isServersOwn,
	isUnfinished,
	lowerCased,
	readRetryAfter,
	statusKindOf,
	toAnswer,
} from '../answers/answer';
import { readBody, readRefusal } from '../answers/body';
import { bodyReader } from '../answers/bodyReaders';
import { fileNameOf, type ResponseFormat } from '../answers/contentType';
import { CROWDED, isWorthRepeating, faultOf, TOO_LARGE } from '../answers/fault';
import { backoff } from './nextStep';
import { canceled } from './request';
import { requestUnsigned, WITH_ITS_END } from './wire';

const MOST_TRIES = 3;
const LONGEST_DOWNLOAD_PAUSE_MS = 60_000;
/** The event of an export may come before the file store shows the file. */
const NOT_THERE_PAUSE_MS = 20_000;
const ANSWER_MS = 60_000;
const SILENCE_MS = 30_000;

interface Download {
	url: URL;
	format: ResponseFormat;
	/** By the monotonic clock, for all files of an item together. */
	endsAt: number;
}

interface FetchedAnswer {
	answer: Answer;
	/** The beginning of a refusal. */
	said: string;
}

type Fetched = FetchedAnswer | { code: string };

/**
 * A file from the file store of the venue. It is no part of the API: it gets no token and no other
 * header of ours, and a redirect is not followed.
 */
export async function download(connection: Connection, file: Download): Promise<Answer> {
	for (let tries = 1; ; tries++) {
		const fetched = await untilCanceled(
			async () => await fetchOnce(connection, file),
			connection.signal,
		);
		if (fetched === undefined || connection.signal?.aborted) throw canceled(connection);
		const explanation = explainDownload(fetched, file.url);
		if (explanation === undefined && 'answer' in fetched) return fetched.answer;
		const waitMs = pauseAfter(fetched, tries);
		const isOver = performance.now() + (waitMs ?? 0) >= file.endsAt;
		if (waitMs === undefined || isOver) {
			throw nodeApiError(
				connection.node,
				explanation ?? explainDownloadFault('', nameOf(file.url)),
			);
		}
		await wait(waitMs, connection.signal);
	}
}

async function fetchOnce(
	{ context, responseMemory, signal }: Connection,
	{ url, format, endsAt }: Download,
): Promise<Fetched> {
	const line = new AbortController();
	const patience = { silenceMs: SILENCE_MS, endsAt, signal, hangUp: () => line.abort() };
	try {
		const response = await requestUnsigned(context, {
			method: 'GET',
			url: url.href,
			headers: { Accept: '*/*', ...WITH_ITS_END },
			timeout: ANSWER_MS,
			abortSignal: anyOf(line.signal, signal),
		});
		const { statusCode: status, headers, body } = response;
		if (statusKindOf(status) !== 'accepted' || isUnfinished(status)) {
			const said = String(await readRefusal(body, patience));
			return { answer: toAnswer(status, headers, { body: undefined, isBroken: false }), said };
		}
		const reader = bodyReader({ format }, lowerCased(headers)['content-type']);
		const read = await readBody(body, patience, responseMemory, reader);
		return { answer: toAnswer(status, headers, read), said: '' };
	} catch (thrown) {
		const { code, cause } = thrown as { code?: string; cause?: { code?: string } };
		return { code: code ?? cause?.code ?? '' };
	} finally {
		line.abort();
	}
}

/** How long to wait before the file is fetched again, if that may help. */
function pauseAfter(fetched: Fetched, tries: number): number | undefined {
	if (tries >= MOST_TRIES) return undefined;
	if ('code' in fetched) {
		return isWorthRepeating(faultOf(fetched.code, '')) ? backoff(tries) : undefined;
	}
	if (mayCome(fetched)) return NOT_THERE_PAUSE_MS;
	const { status, headers, isBroken } = fetched.answer;
	const mayPass = isBroken || isServersOwn(status) || statusKindOf(status) === 'rateLimited';
	return mayPass
		? Math.min(readRetryAfter(headers) ?? backoff(tries), LONGEST_DOWNLOAD_PAUSE_MS)
		: undefined;
}

/** Some file stores answer 403 for a file that they do not have, and some 202 until it is whole. */
function mayCome({ answer: { status }, said }: FetchedAnswer): boolean {
	if (isUnfinished(status)) return true;
	return ['forbidden', 'notFound'].includes(statusKindOf(status)) && !hasExpired(said);
}

function hasExpired(said: string): boolean {
	return /expired/i.test(said);
}

/** For messages. The whole address is signed, so any reader of it could fetch the file. */
export function nameOf({ pathname }: URL): string {
	return fileNameOf(undefined, pathname);
}

function explainDownload(fetched: Fetched, url: URL): Explanation | undefined {
	const name = nameOf(url);
	if ('code' in fetched) return explainDownloadFault(fetched.code, name);
	const { status, isBroken } = fetched.answer;
	if (mayCome(fetched)) {
		return {
			message: `The file “${name}” is not there yet, or no longer`,
			description:
				'Run this again in a few minutes. If it stays like this, request the export again: the addresses of an export work for some days only.',
			mayStay: true,
		};
	}
	switch (statusKindOf(status)) {
		case 'accepted':
			return isBroken ? explainDownloadFault('', name) : undefined;
		case 'redirected':
			return {
				message: `The address of the file “${name}” leads on to another address`,
				description:
					'For safety, no redirect is followed here. If you trust the address, n8n’s HTTP Request node follows it.',
			};
		case 'rateLimited':
		case 'maintenance':
		case 'gateway':
			return unavailable(name);
		default:
			if (isServersOwn(status)) return unavailable(name);
			return {
				message: hasExpired(fetched.said)
					? `The address of the file “${name}” has expired`
					: `The address of the file “${name}” is not valid`,
				description:
					'The addresses of an export work for some days only. Request the export again, and get its files as soon as the Bulk Export event comes.',
				cause: 'configuration-invalid',
			};
	}
}

function unavailable(name: string): Explanation {
	return {
		message: `The file “${name}” is not available at the moment`,
		description: 'It was tried several times. Run this again in a few minutes.',
	};
}

function explainDownloadFault(code: string, name: string): Explanation {
	if (code === TOO_LARGE) {
		return {
			message: `n8n cannot take in the file “${name}”`,
			description:
				'All that one step gets counts together, so let it get fewer files. If this file alone is too large, request the export for a shorter time.',
			cause: 'configuration-invalid',
		};
	}
	if (code === CROWDED) {
		return {
			message: `n8n is reading other large answers, so there was no memory left for the file “${name}”`,
			description:
				'Run this again in a few minutes. If it stays like this, let workflows that get long lists start at different times.',
		};
	}
	return {
		message: `The file “${name}” could not be fetched, or broke off`,
		description:
			'Run this again in a few minutes. If it stays like this, turn off Split Records in Options to get the file as it is.',
		mayStay: true,
	};
}
