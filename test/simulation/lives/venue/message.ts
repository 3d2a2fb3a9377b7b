/** What a venue has to say to one address, once. */
export interface Message {
	/** Unlike the id, which two configurations may be sent alike. */
	name: string;
	id: string;
	/** Which venue says it, by its index. */
	venue: number;
	url: string;
	/** Whose booking it is about, and since when. */
	entity: string;
	eventDate: number;
	/** When it was sent first. */
	sentAt: number;
	kind: 'genuine' | 'stranger' | 'unsubscribed';
	/** The key that the configuration shows. */
	apiKey: string;
}

/** A newer event of the same thing, for the same address. */
export function supersedes(one: Message, other: Message): boolean {
	return one.url === other.url && one.entity === other.entity && one.eventDate > other.eventDate;
}
