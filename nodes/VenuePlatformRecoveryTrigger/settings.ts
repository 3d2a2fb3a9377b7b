import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { nameOfVenue } from '../parameters/includeVenue';
import { jsonObjectOf, readChoice, readNumber, readSwitch } from '../parameters/reading';
import { choicesIn, timeIn } from '../parameters/values';
import { readWholeBookings } from '../parameters/wholeBookings';
import type { WholeBookings } from '../venueApi/resources/bookings';
import { MINUTE_MS } from '../venueApi/durations';

export const RECOVERY_EVENTS = ['final', 'attempt', 'growth', 'switchedOff', 'booking'] as const;

export type RecoveryEvent = (typeof RECOVERY_EVENTS)[number];

const DEFAULTS = {
	events: ['final', 'attempt', 'growth'],
	minimumAttempt: 5,
	growthThreshold: 1,
	safetyMarginMinutes: 5,
	maxItems: 1_000,
};

export interface RecoverySettings {
	events: RecoveryEvent[];
	minimumAttempt: number;
	growthThreshold: number;
	refetchBookings: boolean;
	/** Only what is new (`new`), also what is on the failed list already, or all since a time. */
	startWith: 'new' | 'all' | number;
	maxItems: number;
	safetyMarginMs: number;
	additionalQuery: IDataObject;
	/** Messages to webhooks of other systems are left out. */
	onlyOwnWebhooks: boolean;
	/** Webhooks of published workflows that were not switched off by n8n. */
	switchOnAgain: boolean;
	wholeBookings: WholeBookings;
	/** The venue’s name, if each item should have it. */
	venue?: string;
}

/** Every change of a booking is reported, not only those that are owed. */
export function wantsEveryChange({ events }: RecoverySettings): boolean {
	return events.includes('booking');
}

/** The list of the venue that shows each event. */
export const LIST_OF: Record<RecoveryEvent, 'messages' | 'webhooks' | 'bookings'> = {
	final: 'messages',
	attempt: 'messages',
	growth: 'messages',
	switchedOff: 'webhooks',
	booking: 'bookings',
};

/** Which lists of the venue show what the user wants to know. */
export function listsFor({ events, refetchBookings }: RecoverySettings) {
	const lists = events.map((event) => LIST_OF[event]);
	return {
		messages: lists.includes('messages'),
		webhooks: lists.includes('webhooks'),
		bookings: lists.includes('bookings') || refetchBookings,
	};
}

export function readRecoverySettings(context: IPollFunctions): RecoverySettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const given = choicesIn(context.getNodeParameter('events', DEFAULTS.events)).map((event) =>
		readChoice(context, 'Trigger On', event, RECOVERY_EVENTS),
	);
	const chosen = RECOVERY_EVENTS.filter((event) => given.includes(event));
	if (chosen.length === 0) {
		throw unusable(context, '“Trigger On” is empty', 'Choose at least one event.');
	}
	const { safetyMarginMinutes, maxItems } = { ...DEFAULTS, ...options };
	const numberOf = (name: 'minimumAttempt' | 'growthThreshold', label: string) =>
		readNumber(context, label, context.getNodeParameter(name, DEFAULTS[name]), 1);
	const refetchBookings = context.getNodeParameter('refetchBookings', true);
	return {
		events: chosen,
		minimumAttempt: numberOf('minimumAttempt', 'Minimum Attempt'),
		growthThreshold: numberOf('growthThreshold', 'Growth Threshold'),
		refetchBookings:
			chosen.includes('final') && readSwitch(context, 'Recover Bookings', refetchBookings),
		startWith: startIn(context, options),
		maxItems: Math.floor(readNumber(context, 'Max Items per Run', maxItems, 1)),
		safetyMarginMs:
			readNumber(context, 'Safety Margin (Minutes)', safetyMarginMinutes, 0) * MINUTE_MS,
		additionalQuery: jsonObjectOf(context, 'Additional Query Parameters', options.additionalQuery),
		onlyOwnWebhooks: readSwitch(context, 'Only Own Webhooks', options.onlyOwnWebhooks ?? true),
		switchOnAgain: readSwitch(context, 'Switch On Again', options.switchOnAgain ?? false),
		wholeBookings: readWholeBookings(context, options.wholeBookings),
		...(readSwitch(context, 'Include Venue', options.includeVenue ?? false)
			? { venue: nameOfVenue(context.getNode()) }
			: {}),
	};
}

const STARTS = ['new', 'all', 'date'] as const;

function startIn(context: IPollFunctions, options: IDataObject): RecoverySettings['startWith'] {
	const { startWith, startDate }: IDataObject = { startWith: 'new', ...options };
	const choice = readChoice(context, 'Start With', startWith, STARTS);
	if (choice !== 'date') return choice;
	const time = timeIn(startDate, context.getTimezone())?.toMillis();
	if (time !== undefined && time <= Date.now()) return time;
	throw unusable(
		context,
		time === undefined
			? '“Start Date” is not a date and time such as 2026-06-01T10:00:00Z'
			: '“Start Date” is in the future',
		'Choose a time in the past, or set Start With to New.',
	);
}

function unusable(context: IPollFunctions, message: string, description: string) {
	return new NodeOperationError(context.getNode(), message, { description });
}
