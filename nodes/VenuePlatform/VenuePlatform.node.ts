import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type JsonObject,
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import { asHtml } from '../n8n/hint';
import { type Connection, connectForItems } from '../venueApi/connection';
import { itemRedactor } from '../venueApi/messages/redact';
import {
	asReason,
	carryOutOnce,
	inOrder,
	putInOneMessage,
	type Reason,
	tellWhatWasDone,
	toErrorItem,
	withItemIndex,
} from './items';
import { getBookingFields, getListedFields } from './lists/getBookingFields';
import { searchBookings } from './lists/searchBookings';
import { searchWebhooks } from './lists/searchWebhooks';
import { chosenOperation, itemOrderOf, properties, readOperation } from './operations';
import { collectHints, isForAgent, readable } from './output/forAgent';
import { hasOutput } from './output/output';
import { readVenue } from './parameters/options';

/** Enough for 600 a minute if the venue takes half a second for each. */
const ITEMS_TOGETHER = 5;

export class VenuePlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Platform',
		name: 'venuePlatform',
		icon: {
			light: 'file:../../icons/venuePlatform.svg',
			dark: 'file:../../icons/venuePlatform.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: chosenOperation,
		description:
			'Get the bookings of a venue, find and recover what it could not deliver, manage its webhooks, request its reports and call the rest of its API',
		defaults: { name: 'Venue Platform' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Reads the bookings of a venue by the day of the visit or by a text, and makes any other call of its API with API → Call. To react to new bookings, use the Venue Platform Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-venue-platform.venuePlatformTrigger',
					relationHint: 'Starts a workflow for each event of the venue',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		properties,
	};

	methods = {
		listSearch: { searchBookings, searchWebhooks },
		loadOptions: { getBookingFields, getListedFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const connection = await connectForItems(this).catch((thrown: Error) => thrown);
		if (connection instanceof Error) {
			const node = this.getNode();
			if (!this.continueOnFail()) throw asShown(this, asReason(node, connection));
			// If the node throws, n8n continues with the input as if it had succeeded.
			const fail = (index: number) =>
				toErrorItem(node, withItemIndex(node, connection, index), index);
			return [this.getInputData().map((_, index) => fail(index))];
		}
		const itemOrder = itemOrderOf(this.getNode());
		const shown = new Set<string>();
		let done = 0;
		const work = async (itemIndex: number, signal: AbortSignal): Promise<INodeExecutionData[]> => {
			const run = async (mayHaveChanged?: () => void) =>
				await carryOut(this, { ...connection, signal, mayHaveChanged }, itemIndex, shown);
			try {
				const items = await (itemOrder === 'onceInTurn'
					? carryOutOnce(this, itemIndex, run)
					: run());
				done++;
				return items;
			} catch (thrown) {
				const reason = withItemIndex(this.getNode(), thrown as Error, itemIndex);
				if (this.continueOnFail() && !connection.signal?.aborted) {
					return [toErrorItem(this.getNode(), reason, itemIndex)];
				}
				if (itemOrder === 'onceInTurn') tellWhatWasDone(reason, itemIndex, done);
				throw asShown(this, reason);
			}
		};
		const { length } = this.getInputData();
		const atOnce = itemOrder === 'together' ? ITEMS_TOGETHER : 1;
		// What one item has read stays in memory until the last one is done.
		const results = await connection.responseMemory.during(
			async () => await inOrder(length, atOnce, work, connection.signal),
		);
		return [results.length === 1 ? results[0] : results.flat()];
	}
}

/** A model gets only the message, and n8n’s panel shows the description as HTML. */
function asShown(context: IExecuteFunctions, reason: Reason): Reason {
	if (isForAgent(context)) putInOneMessage(reason);
	else if (reason.description) reason.description = asHtml(reason.description);
	return reason instanceof NodeOperationError
		? new NodeOperationError(context.getNode(), reason)
		: new NodeApiError(context.getNode(), reason as unknown as JsonObject);
}

/** What came of one item, with what there is to tell an agent. `shown`: the hints of earlier items. */
async function carryOut(
	executing: IExecuteFunctions,
	connection: Connection,
	itemIndex: number,
	shown: Set<string>,
): Promise<INodeExecutionData[]> {
	const operation = readOperation(executing, itemIndex);
	const venue = readVenue(executing, itemIndex);
	// A redactor hides the tokens that this process has by then, and a call may get a new one.
	const hide = (message: string) => itemRedactor(connection.secrets)(message);
	const { context, notes } = collectHints(executing, shown, hide);
	const found = await operation.execute({
		context,
		connection: { ...connection, context },
		itemIndex,
	});
	const pairedItem = { item: itemIndex };
	const hideSecrets = itemRedactor(connection.secrets);
	// A record's own field “venue” stays.
	const asItem = (json: IDataObject): INodeExecutionData => ({
		json: venue ? { venue, ...hideSecrets(json) } : hideSecrets(json),
		pairedItem,
	});
	const told = notes().map((json) => ({ json, pairedItem }));
	if (!Array.isArray(found)) {
		const files = found.files.map(({ json, binary }) => ({ ...asItem(json), binary }));
		return [...files, ...told];
	}
	const isAsChosen = !isForAgent(executing) || hasOutput(operation.fields);
	return (isAsChosen ? found : readable(found)).map(asItem).concat(told);
}
