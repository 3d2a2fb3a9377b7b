import type { IWebhookFunctions } from 'n8n-workflow';

/** The answer to a delivery, as far as it tells what n8n has done with it. */
export type DeliveryResponse = Pick<
	ReturnType<IWebhookFunctions['getResponseObject']>,
	'closed' | 'once' | 'statusCode' | 'writableEnded'
>;
