import { DateTime } from 'luxon';
import { z } from 'zod';
import { REPORTS } from '../account/reports';
import type { JsonObject } from '../json';
import type { FieldError } from './answers';
import type { Call, Endpoint } from './endpoint';

const day = z.string().date();
const wholeNumber = /^[1-9]\d{0,6}$/;

interface Span {
	from: string;
	/** The day after the last one. */
	until: string;
}

/** A report gives at most one day of the venue at once. */
function spanOf({ request, profile }: Call): Span | FieldError {
	for (const field of ['startDate', 'endDate']) {
		const value = request.query.get(field);
		if (value === null) return { field, message: `The ${field} is required.` };
		if (!day.safeParse(value).success) {
			return { field, message: `The value '${value}' is not valid for ${field}.` };
		}
	}
	const from = request.query.get('startDate') ?? '';
	const end = request.query.get('endDate') ?? '';
	const until = profile.reports.endIs === 'nextDay' ? end : dayAfter(end);
	if (until > dayAfter(from) || end < from) {
		return { field: 'endDate', message: 'The dates must not exceed 1 day.' };
	}
	return { from, until };
}

function dayAfter(date: string): string {
	return DateTime.fromISO(date).plus({ days: 1 }).toISODate() ?? '';
}

function reportByDay(path: string): Endpoint {
	const { dateField, form, pageSize: onlySize } = REPORTS[path];
	return {
		method: 'GET',
		path,
		surface: 'data',
		isOffered: ({ reports }) => reports.form === 'byDay',
		answer(call) {
			const { account, answers, profile, request } = call;
			const { pageSize: usual, largestPageSize } = profile.reports;
			const span = dateField === undefined ? { from: '', until: '' } : spanOf(call);
			if ('field' in span) return answers.badRequest(span);
			const number = request.query.get('pageNumber') ?? '1';
			const asked = request.query.get('pageSize') ?? String(usual);
			for (const [field, value] of Object.entries({ pageNumber: number, pageSize: asked })) {
				if (wholeNumber.test(value)) continue;
				return answers.badRequest({ field, message: `The value '${value}' is not valid.` });
			}
			const size = onlySize ?? Math.min(Number(asked), largestPageSize);
			const rows = account.reports.between(path, span.from, span.until);
			const items = rows.slice((Number(number) - 1) * size, Number(number) * size);
			if (form === 'array') return answers.json(items);
			const page: JsonObject = {
				currentPage: Number(number),
				totalPages: Math.ceil(rows.length / size),
				totalItems: rows.length,
				itemsPerpage: size,
				items,
			};
			return answers.json(page);
		},
	};
}

export const reportsByDay = Object.keys(REPORTS).map(reportByDay);
