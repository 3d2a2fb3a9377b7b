import type { Json, JsonObject } from '../json';
import type { Answer } from './answers';
import type { Profile } from '../profile';
import type { Call, Endpoint } from './endpoint';
import { FILES_PATH } from './exportFiles';
import { exportError, scheduleParts } from './monthlyExport';
import { reportsByDay } from './reportsByDay';

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
function accepted(call: Call, requested: Json, schedule = scheduleFile): Answer {
	const { answers, profile } = call;
	schedule(call, requested);
	const { status, body } = profile.exportAnswer;
	return body ? answers.json(body, status) : answers.empty(status);
}

function scheduleFile({ account, profile, clock, baseUrl }: Call, requested: Json): void {
	const { forSeconds } = profile.exportFiles;
	clock.schedule(clock.now() + SECONDS_TO_EXPORT * 1000, () => {
		const name = account.exportFiles.add(account.bookings.all(), forSeconds);
		const link = baseUrl() + FILES_PATH + name;
		const data = { requested, ...linkIn(profile.exportLink, link) };
		return account.emit({ type: 'BulkExport', eventType: 'Created', data });
	});
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
		const isMonthly = call.profile.exportFiles.events === 'monthly';
		const error = isMonthly && exportError(requested, call.account);
		if (error) return call.answers.badRequest(error);
		const coolingUntil = call.account.exports.requestBulk(requested, call.request.query);
		return coolingUntil === undefined
			? accepted(call, requested, isMonthly ? scheduleParts : scheduleFile)
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
		isOffered: ({ reports }) => reports.form === 'echo',
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
	...reportsByDay,
	anyReport('/data/**'),
	anyReport('/reporting/**'),
];
