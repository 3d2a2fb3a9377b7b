import type { Json } from '../json';
import type { Answer } from '../wire/answer';
import type { Call, Endpoint } from './endpoint';

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

/** 6.1: the export itself comes later, as an event. */
function accepted({ account, answers, profile, clock }: Call, requested: Json): Answer {
	clock.schedule(clock.now() + SECONDS_TO_EXPORT * 1000, () =>
		account.emit({ type: 'BulkExport', eventType: 'Created', data: { requested } }),
	);
	const { status, body } = profile.exportAnswer;
	return body ? answers.json(body, status) : answers.empty(status);
}

const requestBulkExport: Endpoint = {
	method: 'POST',
	path: '/reporting/bulk',
	surface: 'data',
	answer(call) {
		const requested = call.request.json ?? null;
		const coolingUntil = call.account.exports.requestBulk(requested);
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

/** The document shows nothing of these: the answer says what was asked. */
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
