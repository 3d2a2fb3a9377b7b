import { DateTime } from 'luxon';
import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { DATE_OF_SHEET } from '../../parameters/reading';
import { timeOnDayIn } from '../../parameters/values';
import { textOf } from '../../venueApi/records';

export const venueTimeZoneField: INodeProperties = {
	displayName: 'Venue Time Zone',
	name: 'venueTimeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. America/New_York',
	description:
		'Where a time in From or To becomes a day. Without it, in the time zone of the workflow.',
};

/** A day, or a time without a zone: its day is the one that is written there. */
const AS_WRITTEN = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}(:\d{2}){0,2}(\.\d+)?)?$/;

/**
 * The day of what the user entered, as yyyy-MM-dd. An instant lies on a day of this zone, but
 * `$today` and models write a day as midnight of any zone.
 */
export function readDay(
	context: Pick<IExecuteFunctions, 'getNode'>,
	label: string,
	value: unknown,
	zone: string,
): string {
	const [, written] = typeof value === 'string' ? (AS_WRITTEN.exec(value.trim()) ?? []) : [];
	const time = timeOnDayIn(written ?? value, zone);
	const isMidnight = time?.toMillis() === time?.startOf('day').toMillis();
	const day = (isMidnight ? time : time?.setZone(zone))?.toISODate();
	if (day) return day;
	throw new NodeOperationError(context.getNode(), `“${label}” is not a day such as 2026-06-01`, {
		description: `Enter a day, or use an expression such as {{ $now.minus({ days: 1 }) }}. ${DATE_OF_SHEET}`,
	});
}

export function readZone(context: IExecuteFunctions, value: unknown): string | undefined {
	const zone = textOf(value).trim();
	if (zone === '') return undefined;
	if (DateTime.utc().setZone(zone).isValid) return zone;
	throw new NodeOperationError(context.getNode(), '“Venue Time Zone” is not a time zone', {
		description: 'Enter a name such as America/New_York.',
	});
}
