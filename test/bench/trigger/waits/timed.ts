import { join } from 'node:path';

/** What a delivery passes through in n8n until it is answered. The first has the others in it. */
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

/** One number for each of them: milliseconds since n8n has started. */
export const waitedFileIn = (home: string): string => join(home, 'waited');
