import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

/** A switch that was set, or what an expression or an agent gave for it. */
export function readSwitch(context: IExecuteFunctions, label: string, value: unknown): boolean {
	const text = String(value).trim().toLowerCase();
	if (['true', '1'].includes(text)) return true;
	if (['false', '0'].includes(text)) return false;
	throw new NodeOperationError(context.getNode(), `“${label}” is neither true nor false`, {
		description: 'Switch it on or off, or let its expression give true or false.',
	});
}
