import { type INode, NodeOperationError } from 'n8n-workflow';

import { nameOfVenue } from '../../parameters/includeVenue';
import { inOneMessage } from '../../n8n/nodeErrors';
import { inWords } from '../../venueApi/resources/events';
import type { Place } from './address';

/** What happened and what to do about it in one message: n8n shows nothing else of a trigger's error. */
export async function asOneMessage<T>(node: INode, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (thrown) {
		throw publishingError(node, inOneMessage(thrown));
	}
}

export function publishingError(node: INode, text: string): NodeOperationError {
	const error = new NodeOperationError(node, text);
	// n8n replaces a message that contains an error code, even inside a word, with its own text.
	error.message = text;
	return error;
}

/** For n8n's log, in case n8n stops before this is done. */
export function willBeSwitchedOff(node: INode, { url, baseUrl }: Place): string {
	return `The venue is about to be told to send no more events to ${url}, unless the workflow is published again at once (${venueIn(node, baseUrl)}). If n8n stops before that, switch this webhook off in the management console of that venue, or publish the workflow with that credential and unpublish it again.`;
}

/** For n8n's log. `unless`: what would make it the venue to which the trigger listens now. */
export function stillEnabled(
	node: INode,
	{ url, baseUrl }: Place,
	reason: unknown,
	unless?: string,
): string {
	const condition =
		unless === undefined
			? ''
			: `If ${unless} leads to the same venue, there is nothing to do. Otherwise: `;
	return `${condition}The venue still sends events to ${url}, where no trigger accepts them anymore (${venueIn(node, baseUrl)}). ${inOneMessage(reason)}`;
}

export const TRIED_AGAIN =
	'n8n tries again, less and less often, for a day. If n8n stops in the meantime, switch this webhook off in the management console of that venue.';

export const TRIED_ENOUGH =
	'Switch this webhook off in the management console of that venue, or publish the workflow with that credential and unpublish it again.';

/** For n8n's log. */
export const BASE_URL_CHANGED = {
	message:
		'Base URL of the credential has changed since, so n8n can no longer sign in there. Switch this webhook off in the management console of that venue.',
};

/** For n8n's log. */
export function maybeSwitchedOff(url: string, reason: unknown): string {
	return `The venue may have stopped sending events to ${url}, since two credentials lead to the same venue. ${inOneMessage(reason)} n8n tries again; to be certain, unpublish the workflow, then publish it.`;
}

/** For n8n's log. */
export function topicsLeftOut({ name }: INode, topics: string[]): string {
	const named = topics.map((key) => inWords(key.charAt(0).toUpperCase() + key.slice(1)));
	return `“${name}” listens to any event, but the venue does not accept the topics ${named.join(', ')}, so it sends no events of them. They are requested again when the workflow is unpublished and published.`;
}

/** As n8n's API or its command line makes a node. */
export const NOT_FOUND_BY_N8N =
	'n8n would reject each event at the address of this trigger. The node was not made in n8n’s editor, so the address has its name in it, and n8n only finds a name of letters and digits. Rename the node, for example to VenuePlatformTrigger, and publish the workflow.';

/** If a response is lost, the webhook may exist. */
export const PUBLISH_AGAIN =
	'The venue may have created this webhook all the same. Publish again: the trigger looks for it first.';

/** What the venue ignored without a word. */
export function eventsNotStored(events: string[]): string {
	return `The venue has stored this webhook without ${events.map(inWords).join(', ')}, so it would never send that. Choose other events in Trigger On, or ask the venue platform’s support, then publish the workflow again.`;
}

export const STORED_OFF =
	'The venue has stored this webhook switched off, so it would send nothing. Switch it on in the venue management console, then publish the workflow again. If it does not stay on, ask the venue platform’s support.';

export const STILL_ON = {
	message: 'The venue was told to switch this webhook off, but shows it as still switched on',
	description: '',
};

function venueIn(node: INode, baseUrl: string): string {
	return `credential “${nameOfVenue(node)}”${baseUrl === '' ? '' : `, ${baseUrl}`}`;
}
