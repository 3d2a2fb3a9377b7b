/** 6.1: topics and their event kinds. */
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
export type EventKind = (typeof TOPICS)[Topic][number];

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

/** 2.3: topic keys of a configuration are in lower camel case. */
export function topicKey(topic: Topic): string {
	return topic.charAt(0).toLowerCase() + topic.slice(1);
}
