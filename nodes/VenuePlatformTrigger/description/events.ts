import type { INodePropertyOptions } from 'n8n-workflow';

import { ANY_EVENT, EVENT_NAMES } from '../../venueApi/events';

/** BulkExport → Bulk Export */
const inWords = (topic: string) => topic.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

function asOption(event: string): INodePropertyOptions {
	const [topic, kind] = event.split('.').map(inWords);
	return {
		name: `${topic} ${kind}`,
		value: event,
		description: `When a ${topic.toLowerCase()} is ${kind.toLowerCase()}`,
	};
}

export const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Any Event',
		value: ANY_EVENT,
		description: 'Every event of the venue, also those that it may add later',
	},
	...EVENT_NAMES.map(asOption).sort((a, b) => a.name.localeCompare(b.name)),
];

/** What is written below the node on the canvas: the events by the names that the list shows. */
export const chosenEvents =
	'={{ $parameter["events"].join(", ").replaceAll(".", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2").replace("*", "Any Event") }}';
