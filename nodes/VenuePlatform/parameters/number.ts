import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

export function readNumber(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
	atLeast: number,
): number {
	const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isGiven ? Number(value) : NaN;
	if (Number.isFinite(number) && number >= atLeast) return number;
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” is not a number from ${atLeast} upward`,
		{ description: `Enter ${atLeast} or more.` },
	);
}
