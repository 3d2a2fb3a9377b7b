import {
	type IExecuteFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { EVENT_NAMES, inWords, isEventName } from '../../venueApi/resources/events';

export const eventOptions: INodePropertyOptions[] = EVENT_NAMES.map((event) => ({
	name: inWords(event),
	value: event,
})).sort((a, b) => a.name.localeCompare(b.name));

const MOST_NAMED = 5;
const LONGEST_NAMED = 60;

/** Events that were chosen in the field or given by an expression, as a list or separated by commas. */
export function readEvents(context: IExecuteFunctions, label: string, value: unknown): string[] {
	const given = typeof value === 'string' ? value.split(',') : value;
	const events = (Array.isArray(given) ? given : []).map((event) => String(event).trim());
	const unknown = events.filter((event) => !isEventName(event));
	if (events.length > 0 && unknown.length === 0) return events;

	const message =
		events.length === 0
			? `“${label}” is empty`
			: `“${label}” holds something that is not an event of the venue`;
	throw new NodeOperationError(context.getNode(), message, {
		description: `${notKnown(unknown)}Choose from ${EVENT_NAMES.join(', ')}.`,
	});
}

/** Enough to find them by: an expression may give anything. */
function notKnown(names: string[]): string {
	if (names.length === 0) return '';
	const named = names
		.slice(0, MOST_NAMED)
		.map((name) => name.slice(0, LONGEST_NAMED).replace(/\p{C}/gu, ' '));
	return `Not known: ${named.join(', ')}${names.length > MOST_NAMED ? ' and others' : ''}. `;
}
