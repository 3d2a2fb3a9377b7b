import type { Json, JsonObject } from '../json';
import type { Answer } from './answers';
import type { Profile } from '../profile';
import type { Call, Endpoint } from './endpoint';
import { FILES_PATH } from './exportFiles';

const SECONDS_TO_EXPORT = 30;

function exportCooling({ answers, profile, clock }: Call, until: number): Answer {
	switch (profile.exportRetryAfter) {
		case 'remaining':
			return answers.tooManyRequests(String(Math.ceil((until - clock.now()) / 1000)));
		case 'minute':
			return answers.tooManyRequests('60');
		case 'absent':
			return answers.tooManyRequests();
	}
}

/** 6.1: the export itself arrives later, as an event with a link to its file. */
function accepted({ account, answers, profile, clock, baseUrl }: Call, requested: Json): Answer {
	clock.schedule(clock.now() + SECONDS_TO_EXPORT * 1000, () => {
		const link = baseUrl() + FILES_PATH + account.exportFiles.add(account.bookings.all());
		const data = { requested, ...linkIn(profile.exportLink, link) };
		return account.emit({ type: 'BulkExport', eventType: 'Created', data });
	});
	const { status, body } = profile.exportAnswer;
	return body ? answers.json(body, status) : answers.empty(status);
}

function linkIn({ path, as }: Profile['exportLink'], link: string): JsonObject {
	const [name, ...below] = path;
	if (below.length > 0) return { [name]: linkIn({ path: below, as, needsToken: false }, link) };
	return { [name]: as === 'list' ? [link] : link };
}

const requestBulkExport: Endpoint = {
	method: 'POST',
	path: '/reporting/bulk',
	surface: 'data',
	answer(call) {
		const requested = call.request.json ?? null;
		const coolingUntil = call.account.exports.requestBulk(requested, call.request.query);
		return coolingUntil === undefined
			? accepted(call, requested)
			: exportCooling(call, coolingUntil);
	},
};

const requestRevenueActivity: Endpoint = {
	method: 'POST',
	path: '/reporting/bulk/revenue-activity',
	surface: 'data',
	answer(call) {
		const coolingUntil = call.account.exports.requestRevenueActivity();
		return coolingUntil === undefined
			? accepted(call, call.request.json ?? null)
			: exportCooling(call, coolingUntil);
	},
};

/** The document shows nothing about these, so the response repeats the request. */
function anyReport(path: string): Endpoint {
	return {
		method: '*',
		path,
		surface: 'data',
		answer: ({ request, account, answers }) =>
			answers.json({
				venue: account.name,
				method: request.method,
				path: request.path,
				query: Object.fromEntries(request.query),
				body: request.json ?? null,
			}),
	};
}

export const reportingEndpoints = [
	requestBulkExport,
	requestRevenueActivity,
	anyReport('/data/**'),
	anyReport('/reporting/**'),
];
