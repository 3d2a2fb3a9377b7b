import {
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { call } from './api/call';
import { get as getBooking } from './booking/get';
import { getAll as getBookings } from './booking/getAll';
import { getFiles } from './bulkReport/getFiles';
import { query } from './bulkReport/query';
import { requestReport } from './bulkReport/request';
import { requestRevenueActivity } from './bulkReport/requestRevenueActivity';
import { getAll as getFailedMessages } from './failedMessage/getAll';
import { recover } from './failedMessage/recover';
import type { ItemOrder, Operation, Resource } from './operation';
import { check } from './webhook/check';
import { create } from './webhook/create';
import { getAll as getWebhooks } from './webhook/getAll';
import { getSampleEvent } from './webhook/getSampleEvent';
import { update } from './webhook/update';

/**
 * n8n does not save a choice that is the default, so the first resource and the first operation of
 * each must never change. The first operation of a resource only reads.
 */
export const RESOURCES: Resource[] = [
	{ option: { name: 'Booking', value: 'booking' }, operations: [getBooking, getBookings] },
	{
		option: { name: 'Bulk Report', value: 'bulkReport' },
		operations: [query, requestReport, requestRevenueActivity, getFiles],
	},
	{
		option: { name: 'Failed Message', value: 'failedMessage' },
		operations: [getFailedMessages, recover],
	},
	{
		option: { name: 'Webhook', value: 'webhook' },
		operations: [check, create, getWebhooks, getSampleEvent, update],
	},
	{ option: { name: 'API', value: 'api' }, operations: [call] },
];

const firstResource = RESOURCES[0].option.value;

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: inPanelOrder(RESOURCES.map(({ option }) => option)),
		default: firstResource,
	},
	...RESOURCES.map(operationChoice),
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) => fieldsOfOperation(resource, operation)),
	),
];

/** The subtitle on the canvas, in the words of the lists. */
export const chosenOperation = `={{ (${namesOf(RESOURCES.flatMap(({ operations }) => operations))})[$parameter["operation"]] + ": " + (${namesOf(RESOURCES)})[$parameter["resource"]] }}`;

function namesOf(list: Array<{ option: INodePropertyOptions }>): string {
	return JSON.stringify(Object.fromEntries(list.map(({ option }) => [option.value, option.name])));
}

export function readOperation(context: IExecuteFunctions, itemIndex: number): Operation {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const name = context.getNodeParameter('operation', itemIndex) as string;
	const operation = findOperation(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `“${name}” is not an operation of this node`, {
		description: 'Open the node and choose the operation again.',
	});
}

/** n8n allows no expression for the operation, so all items have the same one. */
export function itemOrderOf({ parameters }: INode): ItemOrder {
	const { itemOrder = 'inTurn' } = findOperation(parameters.resource, parameters.operation) ?? {};
	return typeof itemOrder === 'string' ? itemOrder : itemOrder(parameters);
}

function findOperation(resource: unknown, operation: unknown): Operation | undefined {
	return RESOURCES.find(({ option }) => option.value === resource)?.operations.find(
		({ option }) => option.value === operation,
	);
}

function inPanelOrder<T extends INodePropertyOptions>(options: T[]): T[] {
	return [...options].sort((one, other) => one.name.localeCompare(other.name));
}

function operationChoice({ option, operations }: Resource): INodeProperties {
	const firstOperation = operations[0].option.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: inPanelOrder(operations.map((operation) => operation.option)),
		default: firstOperation,
	};
}

function fieldsOfOperation(resource: Resource, operation: Operation): INodeProperties[] {
	return operation.fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			// First, because n8n shows a field at the first of its conditions that is an expression.
			show: {
				resource: [resource.option.value],
				operation: [operation.option.value],
				...field.displayOptions?.show,
			},
		},
	}));
}
