import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { isNothing, numberIn, readJson, readJsonObject, timeIn } from './values';
import { booleanIn, isRecord, textOf } from '../venueApi/records';

/* Like `values`, for nodes that stop at a value that cannot be read and name its field. */

type Context = Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>;

/** A switch that the user set, or that an expression or an agent gave. */
export function readSwitch(context: Context, label: string, value: unknown): boolean {
	const isOn = booleanIn(value);
	if (isOn !== undefined) return isOn;
	throw new NodeOperationError(context.getNode(), `“${label}” is neither true nor false`, {
		description: 'Switch it on or off, or let its expression give true or false.',
	});
}

export function readNumber(
	context: Context,
	label: string,
	value: unknown,
	atLeast: number,
): number {
	const number = numberIn(value, atLeast);
	if (number !== undefined) return number;
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” must be a number, ${atLeast} or more`,
		{ description: `Enter ${atLeast} or more, or correct the expression.` },
	);
}

const MOST_NAMES = 12;
const LONGEST_LISTED_NAME = 60;

/** In a message: the names come from a venue or an agent, and may be anything. */
export function namesListed(names: string[]): string {
	const shown = names
		.slice(0, MOST_NAMES)
		.map((name) => name.slice(0, LONGEST_LISTED_NAME).replace(/\p{C}/gu, ' '));
	return shown.join(', ') + (names.length > MOST_NAMES ? ', …' : '');
}

/** An option of a list, chosen in the panel or given by an expression or an agent. */
export function readChoice<T extends string>(
	context: Pick<Context, 'getNode'>,
	label: string,
	value: unknown,
	options: readonly T[],
): T {
	const given = textOf(value).trim();
	const choice = options.find((option) => option === given);
	if (choice !== undefined) return choice;
	throw new NodeOperationError(context.getNode(), `“${label}” is not one of its options`, {
		description: chooseFrom(options),
	});
}

/** What to do about names that are none of these options. */
export function chooseFrom(options: readonly string[], notKnown: string[] = []): string {
	const unknown = notKnown.length === 0 ? '' : `Not known: ${namesListed(notKnown)}. `;
	return `${unknown}Choose from ${options.join(', ')}.`;
}

export function jsonObjectOf(context: Context, label: string, value: unknown): IDataObject {
	refuseObjectAsText(context, label, value);
	const object = readJsonObject(value);
	if (typeof value === 'string') refuseRounded(context, label, object);
	if (object) return object;
	throw new NodeOperationError(context.getNode(), `“${label}” is not a JSON object`, {
		description: `It has to look like {"name": "value"}, with straight double quotes.${whyBroken(value)}`,
	});
}

/** A JSON object or a list. Undefined if nothing was typed. */
export function jsonOf(
	context: Context,
	label: string,
	value: unknown,
): IDataObject | unknown[] | undefined {
	refuseObjectAsText(context, label, value);
	const json = readJson(value);
	if (typeof value === 'string') refuseRounded(context, label, json);
	if (json === undefined || isRecord(json) || Array.isArray(json)) return json;
	throw new NodeOperationError(context.getNode(), `“${label}” is not JSON`, {
		description: `It has to look like {"name": "value"} or ["value", "value"], with straight double quotes.${whyBroken(value)}`,
	});
}

/** n8n puts the text of an expression into the JSON as it is. */
function whyBroken(value: unknown): string {
	const isBroken = typeof value === 'string' && value.includes('"');
	return isBroken
		? ' A text that an expression puts into it may hold quotes or line breaks: write {{ JSON.stringify($json.name) }} for it, without quotes around that.'
		: '';
}

/** What JavaScript makes of an object in a text. At the venue, it would become a name or a part of a path. */
const OBJECT_AS_TEXT = '[object Object]';

export function refuseObjectAsText(
	context: Pick<Context, 'getNode'>,
	label: string,
	value: unknown,
	isJson = true,
): void {
	if (typeof value !== 'string' || !value.includes(OBJECT_AS_TEXT)) return;
	const asJson = ', or write {{ JSON.stringify($json.customer) }} without quotes around that';
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” holds “${OBJECT_AS_TEXT}” instead of a value`,
		{
			description: `An expression in it gives a whole object. Choose one of its fields, such as {{ $json.customer.name }}${isJson ? asJson : ''}.`,
		},
	);
}

/** A longer number is no longer the one that was written, and may be the ID of something else. */
function refuseRounded(context: Context, label: string, json: unknown): void {
	if (!holdsRounded(json)) return;
	throw new NodeOperationError(context.getNode(), `“${label}” holds a number that n8n rounds`, {
		description: 'Put a number this long in quotes, or let the step before give it as text.',
	});
}

function holdsRounded(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsRounded);
}

/** For a required field: n8n notices that nothing was typed, but not that an expression gave nothing. */
export function requiredJson(context: Context, label: string, value: unknown): unknown {
	if (readJson(value) !== undefined) return value;
	throw new NodeOperationError(context.getNode(), `“${label}” is empty`, {
		description: 'Correct the expression. If nothing is to be sent, enter {}.',
	});
}

/** A sheet writes its dates as its country does. */
export const DATE_OF_SHEET =
	'For a date such as 31/12/2026 from a sheet, write {{ DateTime.fromFormat($json.date, "dd/MM/yyyy") }}.';

/** In the message, not in the description: an agent may only read the message. */
const EXAMPLE = '2026-06-01T10:00:00Z';

/**
 * A time from n8n's date field or an expression, as ISO 8601 in UTC for the venue. Without a zone,
 * it is in the time zone of the workflow.
 */
export function readTime(context: Context, label: string, value: unknown): string | undefined {
	if (isNothing(value)) return undefined;
	const time = timeIn(value, context.getTimezone());
	if (time) return time.toUTC().toISO() ?? undefined;
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” is not a date and time such as ${EXAMPLE}`,
		{
			description: `Choose one in the field, or use an expression such as {{ $now.minus({ days: 1 }) }}. ${DATE_OF_SHEET}`,
		},
	);
}
