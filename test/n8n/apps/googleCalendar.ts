import { googleError } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

interface CalendarEvent {
	id: string;
	summary: string;
	description?: string;
	start: { dateTime: string };
	end: { dateTime: string };
	transparency?: string;
}

/**
 * The events of one Google calendar, whose IDs the caller may choose.
 * https://developers.google.com/workspace/calendar/api/v3/reference/events
 */
export class GoogleCalendar implements SimulatedApp {
	readonly hosts = ['www.googleapis.com'];
	readonly events = new Map<string, CalendarEvent>();

	/** Descriptions in which Google would show markup. */
	readonly interpreted: string[] = [];

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		const [, id = ''] = /^\/calendar\/v3\/calendars\/[^/]+\/events(?:\/([^/]+))?$/.exec(path) ?? [];
		if (!path.startsWith('/calendar/') || !['PATCH', 'POST'].includes(method)) return undefined;
		const sent = JSON.parse(body.toString()) as CalendarEvent;
		if (/[<>&]/.test(sent.description ?? '')) this.interpreted.push(String(sent.description));
		if (method === 'POST') {
			if (!/^[a-v0-9]{5,1024}$/.test(sent.id)) return googleError(400, 'invalid', 'Invalid ID');
			if (this.events.has(sent.id)) {
				return googleError(409, 'duplicate', 'The requested identifier already exists.');
			}
			this.events.set(sent.id, sent);
			return { json: sent };
		}
		const known = this.events.get(id);
		if (!known) return googleError(404, 'notFound', 'Not Found');
		this.events.set(id, { ...known, ...sent });
		return { json: this.events.get(id) };
	}
}
