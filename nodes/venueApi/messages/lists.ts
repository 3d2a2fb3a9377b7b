import type { Explanation } from './explanations';

/** A list whose call the user entered. */
const RECORDS = 'records';
const ASK_SUPPORT = 'Ask the venue platform’s support how to get the others.';
const ASK_FOR_PAGE =
	'Ask the venue platform’s support for the query parameter of the page, and enter it in Page Parameter.';

function howToGoOn(name: string): string {
	return name === RECORDS ? ASK_FOR_PAGE : ASK_SUPPORT;
}

export function partOf(name = RECORDS): string {
	return `These are not all ${name}: the venue has more than it gave, and does not say where. ${howToGoOn(name)}`;
}

/**
 * For one page of a list. A person adds the option, if the call may have it, and an agent may be able
 * to fill in the page.
 */
export function morePages(mayHaveAllPages: boolean): string {
	const orAll = mayHaveAllPages ? ', or add All Pages in Options to get all of them' : '';
	return `These are not all records: the list has more pages. Ask for the next page${orAll}.`;
}

/** Why a list may not be whole, although the venue does not say that it has more. */
export interface Doubt {
	/**
	 * `fullPage`: it has as many records as the venue may show at once. `repeated`: a page came twice.
	 * `moved`: records moved between the pages while they were read. `unclear`: its signs disagree.
	 * `tooManyPages`: one run reads no more of them. `failed`: the venue says beside records that
	 * something did not work.
	 */
	kind: 'fullPage' | 'repeated' | 'moved' | 'unclear' | 'tooManyPages' | 'failed';
	/** How many records the last page had, or how many pages were read. */
	shown: number;
}

/** The venue gives these lists as they are, so nothing asks for less of them. */
const WITHOUT_FILTERS = ['webhooks', 'failed messages'];
const COMPARE = 'Compare with the venue management console.';

/** Whether a list is not whole, or may not be. */
export interface Cut {
	/** The venue says that there are more records, but they cannot be read. */
	isPart: boolean;
	/** Why there may be more, although the venue does not say so. */
	doubt?: Doubt;
}

/** What the user has to know about a list that is not whole, or may not be. */
export function toldAbout({ isPart, doubt }: Cut, name = RECORDS): string | undefined {
	const isOurLimit = doubt?.kind === 'tooManyPages';
	return isPart && !isOurLimit ? partOf(name) : doubt && doubtAbout(doubt, name);
}

function doubtAbout({ kind, shown }: Doubt, name: string): string {
	switch (kind) {
		case 'tooManyPages':
			return `These are not all ${name}: the list has more than ${shown.toLocaleString('en-US')} pages, and one run reads no more. Ask for less at a time, such as fewer days or larger pages.`;
		case 'fullPage':
			return `These may not be all ${name}: the venue gave exactly ${shown}, which may be as many as it shows at once. ${WITHOUT_FILTERS.includes(name) ? COMPARE : 'Ask for less at a time and compare.'}`;
		case 'repeated':
			return `These may not be all ${name}: the venue gave the same page again. ${howToGoOn(name)}`;
		case 'moved':
			return `These may not be all ${name}: the list changed while it was read. Run this again to see the others.`;
		case 'failed':
			return `These may not be all ${name}: the venue’s answer also says that something did not work. Run this again. If it stays like this, ask the venue platform’s support.`;
		case 'unclear':
			return `These may not be all ${name}: the venue’s answer says both that there are more and that there are none. ${howToGoOn(name)}`;
	}
}

const MOST_NAMED = 20;

/** `reason`: the message about the look-up. */
export function notLookedUp(reason: string): string {
	return `These bookings are as the venue’s list has them, which may leave fields out: one of them could not be looked up by its ID (${reason}).`;
}

export function goneBookings(ids: string[]): string {
	return `The venue no longer gives these bookings by their ID, so they are as its list has them: ${named(ids)}.`;
}

export function brokenBookings(ids: string[]): string {
	return `The venue could not handle the request for these bookings by their ID, so they are as its list has them, which may leave fields out: ${named(ids)}. If it stays like this, tell the venue platform’s support.`;
}

function named(ids: string[]): string {
	const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
	return `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
}

export function withoutAskableId(count: number): string {
	return `A booking without an ID, or with a very long one, cannot be looked up, so ${count} of these are as the venue’s list has them, which may leave fields out.`;
}

/** For a list that is read day by day. */
export function nothingOnDays(): string {
	return 'The venue gave no records for these days. If there should be some, try Next Day in End Is: for some venues the end is the day after. If records of a later day then come, too, choose Same Day again, or days come twice.';
}

/** `from`: the first day of a call that the venue did not answer. */
export function stoppedAt(from: string, done: number, all: number): string {
	return `It stopped at ${from}, after ${done} of ${all} calls, and returned nothing. To keep what came before, run it for fewer days at a time.`;
}

const UNNEEDED =
	'webhooks that are no longer needed in the venue management console, or ask the venue platform’s support how to get the others.';

/** A second webhook for the same address would make the venue send every event twice. */
export function explainUnseenWebhook(): Explanation {
	return {
		message:
			'The venue shows only a part of its webhooks, and the one of this trigger is not in it',
		description: `Remove ${UNNEEDED}`,
	};
}

/** For a webhook that was requested by its ID. */
export function explainUnseenRecord(): Explanation {
	return {
		message: 'The venue shows only a part of its webhooks, and this one is not in it',
		description: `Check the ID. If it is right, remove ${UNNEEDED}`,
	};
}
