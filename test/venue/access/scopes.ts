/** 4: the scopes that the document names. */
export const SCOPES = [
	'Webhook_Create',
	'Webhook_Get',
	'Webhook_Update',
	'Webhook_GetFailedMessages',
	'Booking_Get',
] as const;

export type Scope = (typeof SCOPES)[number];
