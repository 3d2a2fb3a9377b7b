import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../venueApi/connection';
import { readJsonObject } from '../parameters/json';
import { timeIn } from '../parameters/time';

export const EVENTS = ['final', 'attempt', 'growth', 'switchedOff', 'booking'] as const;

export type RecoveryEvent = (typeof EVENTS)[number];

const DEFAULTS = {
	events: ['final', 'attempt', 'growth'],
	minimumAttempt: 5,
	growthThreshold: 1,
	safetyMarginMinutes: 5,
	maxItems: 1_000,
};

const MINUTE_MS = 60_000;

/** What the user has set in the node. */
export interface Settings {
	events: RecoveryEvent[];
	minimumAttempt: number;
	growthThreshold: number;
	refetchBookings: boolean;
	/** What is new, also what is on the failed list already, or everything since a time. */
	startWith: 'new' | 'all' | number;
	maxItems: number;
	safetyMarginMs: number;
	additionalQuery: IDataObject;
	/** The venue’s name, where each item is to have it. */
	venue?: string;
}

export function readSettings(context: IPollFunctions): Settings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const events = [context.getNodeParameter('events', DEFAULTS.events)].flat();
	const chosen = EVENTS.filter((event) => events.includes(event));
	if (chosen.length === 0) {
		throw unusable(context, '“Trigger On” names nothing to look for', 'Choose at least one event.');
	}
	const additionalQuery = readJsonObject(options.additionalQuery);
	if (additionalQuery === undefined) {
		throw unusable(
			context,
			'“Additional Query” is not a JSON object',
			'It has to look like {"name": "value"}, with straight double quotes.',
		);
	}
	const { safetyMarginMinutes, maxItems } = { ...DEFAULTS, ...options };
	const isWanted = (value: unknown) => String(value) === 'true';
	return {
		events: chosen,
		minimumAttempt: numberIn(context, 'minimumAttempt', 'Minimum Attempt', 1),
		growthThreshold: numberIn(context, 'growthThreshold', 'Growth Threshold', 1),
		refetchBookings:
			chosen.includes('final') && isWanted(context.getNodeParameter('refetchBookings', true)),
		startWith: startIn(context, options),
		maxItems: Math.floor(readNumber(context, maxItems, 'Max Items per Run', 1)),
		safetyMarginMs:
			readNumber(context, safetyMarginMinutes, 'Safety Margin (Minutes)', 0) * MINUTE_MS,
		additionalQuery,
		...(isWanted(options.includeVenue)
			? { venue: context.getNode().credentials?.[CREDENTIAL_TYPE]?.name ?? '' }
			: {}),
	};
}

function startIn(context: IPollFunctions, { startWith, startDate }: IDataObject) {
	if (startWith !== 'date') return startWith === 'all' ? 'all' : 'new';
	const time = timeIn(startDate, context.getTimezone())?.toMillis();
	if (time !== undefined && time <= Date.now()) return time;
	throw unusable(
		context,
		time === undefined
			? '“Start Date” is not a date and time such as 2026-06-01T10:00:00Z'
			: '“Start Date” lies in the future',
		'Choose a time in the past, or let Start With be New.',
	);
}

function numberIn(
	context: IPollFunctions,
	name: 'minimumAttempt' | 'growthThreshold',
	label: string,
	atLeast: number,
): number {
	return readNumber(context, context.getNodeParameter(name, DEFAULTS[name]), label, atLeast);
}

function readNumber(
	context: IPollFunctions,
	value: unknown,
	label: string,
	atLeast: number,
): number {
	const number = value === '' || value === null ? NaN : Number(value);
	if (number >= atLeast && Number.isFinite(number)) return number;
	throw unusable(context, `“${label}” is not a number`, `Enter ${atLeast} or more.`);
}

function unusable(context: IPollFunctions, message: string, description: string) {
	return new NodeOperationError(context.getNode(), message, { description });
}
