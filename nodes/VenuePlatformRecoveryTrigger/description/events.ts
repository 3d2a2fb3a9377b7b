import type { INodePropertyOptions } from 'n8n-workflow';

import type { RecoveryEvent } from '../settings';

const EVENTS: Record<RecoveryEvent, { name: string; description: string }> = {
	booking: {
		name: 'Booking Changed',
		description: 'When a booking is new or has changed, also if no event of it was ever sent',
	},
	growth: {
		name: 'Failed List Grew',
		description: 'When the venue’s list of failed messages has become longer',
	},
	final: {
		name: 'Message Given Up',
		description: 'When the venue does not try to deliver a message any more',
	},
	attempt: {
		name: 'Message Reached Attempt',
		description: 'When a message could not be delivered so many times',
	},
	switchedOff: {
		name: 'Webhook Switched Off',
		description: 'When somebody disables, removes or changes a webhook at the venue',
	},
};

export const eventOptions: INodePropertyOptions[] = Object.entries(EVENTS)
	.map(([value, option]) => ({ value, ...option }))
	.sort((a, b) => a.name.localeCompare(b.name));

const NAMES = JSON.stringify(
	Object.fromEntries(Object.entries(EVENTS).map(([value, { name }]) => [value, name])),
);

/** What is written below the node on the canvas: the events by the names that the list shows. */
export const chosenEvents = `={{ $parameter["events"].map((event) => (${NAMES})[event] ?? event).join(", ") }}`;
