import type { Story } from '../together';
import { newClientId, owedBookings, partOfList } from './bookings';
import { sixWatchers } from './watchers';
import { movedTrigger } from './webhooks';

/** The stories that need only a few polls. */
export const inEveryRelease: Record<string, Story> = {
	'six recovery triggers of three venues report each message once, one replaced three times':
		sixWatchers,
	'keeps the old venue’s events out after the trigger moves to a venue with the same key':
		movedTrigger('two addresses', 'the key of both venues'),
	'keeps the old venue’s events out after the trigger moves to another venue at the address':
		movedTrigger('one address'),
	'reports all that happened while the old credentials were disabled, after a new Client ID':
		newClientId,
	'fetches the bookings that are owed after Booking Changed was added': owedBookings,
	'reports what the venue shows of a cut list, and says when changes may be missing': partOfList,
};
