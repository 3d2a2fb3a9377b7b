/** The topics and event kinds of the venue, as the API document lists them. */
export const TOPICS = {
	Booking: ['Created', 'Updated', 'Cancelled', 'Deleted'],
	Ticket: ['Created', 'Updated', 'Cancelled', 'Deleted'],
	Redemption: ['Created'],
	Customer: ['Created', 'Updated'],
	Product: ['Created', 'Updated', 'Deleted'],
	SignedWaiver: ['Created'],
	PaymentLink: ['Created', 'Updated'],
	BulkExport: ['Created'],
} as const;

export type Topic = keyof typeof TOPICS;
