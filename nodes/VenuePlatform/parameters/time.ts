import { DateTime } from 'luxon';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

/** In the message and not below it, as an agent may read nothing else. */
const EXAMPLE = '2026-06-01T10:00:00Z';

const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * A time from n8n's date field or an expression, as ISO 8601 in UTC for the venue. A time without a
 * zone is meant in the time zone of the workflow.
 */
export function readTime(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parse(value, context.getTimezone());
	if (time?.isValid) return time.toUTC().toISO() ?? undefined;
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” is not a date and time such as ${EXAMPLE}`,
		{
			description:
				'Choose one in the field, or use an expression such as {{ $now.minus({ days: 1 }) }}.',
		},
	);
}

function parse(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') return parseText(value.trim(), zone);
	// A DateTime of an expression comes from n8n's own copy of luxon, so that instanceof says no.
	const isDateTime = typeof value === 'object' && value !== null && 'toISO' in value;
	return isDateTime ? DateTime.fromISO(String((value as DateTime).toISO())) : undefined;
}

/** As milliseconds such a small number would lie decades before there were bookings. */
function fromNumber(value: number): DateTime | undefined {
	if (!Number.isFinite(value)) return undefined;
	return value < FIRST_MILLISECONDS ? DateTime.fromSeconds(value) : DateTime.fromMillis(value);
}

function parseText(text: string, zone: string): DateTime | undefined {
	const readings = [
		DateTime.fromISO(text, { zone }),
		DateTime.fromSQL(text, { zone }),
		DateTime.fromRFC2822(text),
	];
	return readings.find(({ isValid }) => isValid);
}
