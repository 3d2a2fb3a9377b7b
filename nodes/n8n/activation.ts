import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** n8n is starting, with the workflow already published. */
export function isAtStart(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}
