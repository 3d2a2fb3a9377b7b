import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { chosenEvents, panel, properties } from './description';
import { poll } from './poll';
import { samplesOf } from './samples';

export class VenuePlatformRecoveryTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Platform Recovery Trigger',
		name: 'venuePlatformRecoveryTrigger',
		icon: {
			light: 'file:../../icons/venuePlatform.svg',
			dark: 'file:../../icons/venuePlatform.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: chosenEvents,
		description:
			'Starts the workflow when events of a venue were not delivered, were switched off, or could not reach n8n',
		defaults: { name: 'Venue Platform Recovery Trigger' },
		builderHint: {
			searchHint:
				'Use it beside the Venue Platform Trigger, or alone where the internet cannot reach n8n: it polls the venue for events that were not delivered, and for changed bookings.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-venue-platform.venuePlatformTrigger',
					relationHint: 'Starts at once for each event of the venue',
				},
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		...panel,
		properties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (this.getMode() === 'manual') return [await samplesOf(this)];
		const items = await poll(this);
		return items && [items];
	}
}
