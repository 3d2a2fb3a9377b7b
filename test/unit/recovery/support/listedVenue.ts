import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

export const MINUTE = 60_000;
export const MARGIN = 5 * MINUTE;
export const NOON = Date.UTC(2026, 10, 21, 12);
export const SECRET = 'client secret';

export const FAILED = '/webhooks/messages/failed';
export const WEBHOOKS = '/webhooks';
export const BOOKINGS = '/bookings';

export const iso = (time: number) => new Date(time).toISOString();

/** A message that the venue gave up, or, with another status, still retries. */
export const failed = (id: string, at: number, status = 'Failed') => ({
	...{ uniqueId: id, webhookId: 1, status, webhookType: 'Booking', webhookEventType: 'Updated' },
	history: [{ status: 'Attempt1Failed', createdDate: iso(at) }],
});
export const tried = (id: string, at: number) => failed(id, at, 'Attempt5Failed');

export const webhook = (id: number, fields: IDataObject = {}) => ({
	...{ webhookId: id, url: `https://n8n.example/${id}/webhook`, enabled: true, webhooks: [] },
	...fields,
});

/** What the venue has on its lists, and what it answers when n8n asks for them. */
export class ListedVenue {
	now = NOON;
	failed: IDataObject[] = [];
	webhooks: IDataObject[] = [webhook(1)];
	bookings: Array<{ uniqueId: string; at: number }> = [];
	/** Paths that it rejects. */
	refused: string[] = [];
	/** Paths for which it returns an incomplete list. */
	partial: string[] = [];
	/** Paths for which it says nothing about more, and the entries that it returns at most, the newest. */
	newest: Record<string, number> = {};
	/** How far its clock is ahead. */
	aheadMs = 0;
	asked: IHttpRequestOptions[] = [];

	/** The paths that were requested since the last call of this method. */
	paths(): string[] {
		return this.asked.splice(0).map(({ url }) => new URL(url).pathname);
	}

	/** Where n8n resumes an execution. */
	resumeUrl = 'https://n8n.example/webhook-waiting/1';

	/** What n8n gives to a node to find its own address. */
	readonly evaluateExpression = () => this.resumeUrl;

	/** What n8n gives to a node for its requests. */
	readonly helpers = {
		httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
			await this.answer(request),
	};

	protected async answer(request: IHttpRequestOptions) {
		const { pathname } = new URL(request.url);
		const path = decodeURIComponent(pathname);
		const headersNow = { date: new Date(this.now + this.aheadMs).toUTCString() };
		const booking = this.bookings.find(({ uniqueId }) => path === `${BOOKINGS}/${uniqueId}`);
		// The list has whole bookings.
		if (booking) return { statusCode: 200, headers: headersNow, body: JSON.stringify(booking) };
		this.asked.push(request);
		if (this.refused.includes(pathname)) return { statusCode: 403, headers: {}, body: '{}' };
		const since = Date.parse(String(request.qs?.modifiedFromDate));
		const all = {
			[FAILED]: this.failed,
			[WEBHOOKS]: this.webhooks,
			[BOOKINGS]: this.bookings.filter(({ at }) => at >= since),
		}[pathname];
		const atMost = this.newest[pathname];
		const hasMore = this.partial.includes(pathname);
		const headers = { date: new Date(this.now + this.aheadMs).toUTCString() };
		const body = JSON.stringify(atMost ? all?.slice(-atMost) : { items: all, hasMore });
		return await Promise.resolve({ statusCode: 200, headers, body });
	}
}
