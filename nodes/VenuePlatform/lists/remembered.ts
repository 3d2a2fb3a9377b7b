import type { Connection } from '../../venueApi/connection';
import { steadyClock } from '../../venueApi/pacing/steadyClock';
import { contentHash } from '../../venueApi/records';

/** While the user types, a list is at most this old. */
const LIST_REMEMBERED_MS = 60_000;

/** What was read last for a list, kept while the user types or looks at several fields. */
export class Remembered<T> {
	private last?: { venue: string; until: number; found: T };

	/** Without `isKept`, everything is kept. */
	constructor(private readonly isKept: (found: T) => boolean = () => true) {}

	async of(connection: Connection, load: () => Promise<T>): Promise<T> {
		if (this.last?.venue === accessOf(connection) && steadyClock.now() < this.last.until) {
			return this.last.found;
		}
		return await this.anew(connection, load);
	}

	async anew(connection: Connection, load: () => Promise<T>): Promise<T> {
		const found = await load();
		const [venue, until] = [accessOf(connection), steadyClock.now() + LIST_REMEMBERED_MS];
		this.last = this.isKept(found) ? { venue, until, found } : undefined;
		return found;
	}
}

/** Another secret may be wrong, so its user is not shown what the right one has found. */
function accessOf({ baseUrl, clientId, secrets }: Connection): string {
	return contentHash([baseUrl, clientId, secrets]);
}
