import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { namesListed } from '../../parameters/reading';
import { isNothing } from '../../parameters/values';
import { isRecord } from '../../venueApi/records';
import { isForAgent } from '../output/forAgent';
import { hint } from '../../n8n/hint';

/** Without a hint, the user sees an empty panel and does not know whether to worry. */
export function hintIfEmpty(context: IExecuteFunctions, list: unknown[], message: string): void {
	if (list.length > 0) return;
	hint(context, message, 'info');
}

export function hintIfNoneMatch(
	context: IExecuteFunctions,
	list: unknown[],
	name: string,
	isFiltered: boolean,
): void {
	const which = isFiltered ? `${name} that match these filters` : name;
	hintIfEmpty(context, list, `The venue has no ${which}.`);
}

/** The branch ends here: no item starts the next step. */
export function hintNoItems(context: IExecuteFunctions, list: unknown[], what: string): void {
	const message = `${what} has nothing in it, so no item comes from it. If the next steps should run all the same, switch on Always Output Data in the settings of this step.`;
	hintIfEmpty(context, list, message);
}

/** The user who gives a value by an expression has to know that it gave none. An agent knows. */
export function hintEmptyField(context: IExecuteFunctions, message: string): void {
	if (isForAgent(context)) return;
	hint(context, message);
}

/** The same for a part of an object. */
export function hintEmptyParts(context: IExecuteFunctions, label: string, names: string[]): void {
	const what = namesListed(names);
	const message = `${label} has nothing in ${what}, so the venue may return more than you want.`;
	hintEmptyField(context, message);
}

const FROM_AGENT = /\$fromai\b/i;

/**
 * If an expression gives nothing, the user has to know that the filter does not apply. An agent
 * knows what it has left empty.
 */
export function hintEmptyFilters(
	context: IExecuteFunctions,
	filters: object,
	labels: Record<string, string>,
): void {
	const asEntered: unknown = context.getNode().parameters.filters;
	const isLeftEmpty = (name: string) =>
		isForAgent(context) &&
		isRecord(asEntered) &&
		FROM_AGENT.test(JSON.stringify(asEntered[name]) ?? '');
	const empty = Object.entries(filters)
		.filter(([name, value]) => name in labels && isEmpty(value) && !isLeftEmpty(name))
		.map(([name]) => labels[name]);
	if (empty.length === 0) return;
	const names = empty.join(' and ');
	const message =
		empty.length === 1
			? `${names} is empty, so this filter is ignored.`
			: `${names} are empty, so these filters are ignored.`;
	hint(context, message);
}

/** An agent would take any record for one that matches. */
export function refuseEmptyFilters(
	context: IExecuteFunctions,
	filters: object,
	labels: Record<string, string>,
): void {
	if (!isForAgent(context)) return;
	const added = Object.entries(filters).filter(([name]) => name in labels);
	if (added.length === 0 || !added.every(([, value]) => isEmpty(value))) return;
	const [first, ...others] = added.map(([name]) => labels[name]);
	const message =
		others.length === 0
			? `“${first}” is empty, and anything would match`
			: `“${[first, ...others].join('” and “')}” are empty, and anything would match`;
	throw new NodeOperationError(context.getNode(), message, {
		description: 'Fill in what to look for, or use a tool that has no such filter.',
	});
}

/** A filter that was not added has no key here; an expression may give undefined. */
export function isEmpty(value: unknown): boolean {
	const inside = isRecord(value) && 'value' in value ? value.value : value;
	return Array.isArray(inside) ? inside.every(isEmpty) : isNothing(inside);
}
