import type { IExecuteFunctions } from 'n8n-workflow';

/** Without it the user of an empty list sees an empty panel, and does not know whether to worry. */
export function explainIfEmpty(
	context: IExecuteFunctions,
	list: unknown[],
	explanation: string,
): void {
	if (list.length > 0) return;
	context.addExecutionHints({ message: explanation, type: 'info', location: 'outputPane' });
}
