import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { timeIn } from '../../parameters/time';

/** In the message and not below it, as an agent may read nothing else. */
const EXAMPLE = '2026-06-01T10:00:00Z';

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
	const time = timeIn(value, context.getTimezone());
	if (time) return time.toUTC().toISO() ?? undefined;
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” is not a date and time such as ${EXAMPLE}`,
		{
			description:
				'Choose one in the field, or use an expression such as {{ $now.minus({ days: 1 }) }}.',
		},
	);
}
