import { join } from 'node:path';

/** The methods that a delivery passes before its answer. The first includes the others. */
export const TIMED = [
	{ module: 'live-webhooks', className: 'LiveWebhooks', method: 'executeWebhook' },
	{ module: 'webhook.service', className: 'WebhookService', method: 'runWebhook' },
	{ module: 'workflow-runner', className: 'WorkflowRunner', method: 'run' },
	{
		module: 'workflow-static-data.service',
		className: 'WorkflowStaticDataService',
		method: 'saveStaticData',
	},
] as const;

/** One number for each of them: milliseconds since n8n started. */
export const waitedFileIn = (home: string): string => join(home, 'waited');
