import type { INodePropertyOptions } from 'n8n-workflow';

import { ANY_EVENT, EVENT_NAMES, inWords, WORD_BOUNDARY } from '../../venueApi/resources/events';

function asOption(event: string): INodePropertyOptions {
	const [topic, kind] = event.split('.').map(inWords);
	return {
		name: inWords(event),
		value: event,
		description: `When a ${topic.toLowerCase()} is ${kind.toLowerCase()}`,
	};
}

export const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Any Event',
		value: ANY_EVENT,
		description:
			'Every event of this list. What the venue adds to its events later is sent once this node lists it too.',
	},
	...EVENT_NAMES.map(asOption).sort((a, b) => a.name.localeCompare(b.name)),
];

/** What is written below the node on the canvas: the events by the names that the list shows. */
export const chosenEvents = `={{ $parameter["events"].join(", ").replaceAll(".", " ").replaceAll(${WORD_BOUNDARY}, " ").replace("*", "Any Event") }}`;
