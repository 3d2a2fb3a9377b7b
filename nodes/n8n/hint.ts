import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Tells the user something beside the items, in the only panel that n8n has for it. An agent reads it
 * among them.
 */
export function hint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
	type: 'info' | 'warning' = 'warning',
): void {
	context.addExecutionHints({ message, type, location: 'outputPane' });
}

/** n8n shows hints, advice and what it says about an option as HTML, with links and pictures. */
export function asHtml(text: string): string {
	return text.replace(/</g, '&lt;');
}
