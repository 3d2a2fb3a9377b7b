/** The part of the venue's control interface that the page uses. */

/**
 * @typedef {{ uniqueId: string, reference: string, status: string, product: string, guests: number, customer: { name: string } }} Booking
 *
 * @typedef {{ at: number, accepted: boolean, status?: number, detail?: string }} Attempt
 *
 * @typedef {{ id: string, type: string, eventType: string, subject: string, status: string, nextRetryAt?: number, attempts: Attempt[] }} Message
 *
 * @typedef {{ uniqueId: string, webhookType: string, webhookEventType: string, status: string, nextRetryDate?: string | null, history: unknown[] }} FailedMessage
 *
 * @typedef {{ number: number, at: number, method: string, target: string, status?: number }} Call
 *
 * @typedef {{ origin: string, reachable: boolean }} Receiver
 *
 * @typedef {{ webhookId: number, url: string, enabled: boolean, events: string[] }} Webhook
 *
 * @typedef {{ now: number, bookings: Booking[], receivers: Receiver[], webhooks: Webhook[], messages: Message[], failed: FailedMessage[], nextRetryAt?: number, requests: Call[], coolingUntil?: number }} Overview
 */

/** @returns {Promise<Overview>} */
export async function readOverview() {
	const response = await fetch('overview');
	if (!response.ok) throw new Error(`The venue answered ${response.status}`);
	return await response.json();
}

/**
 * @param {string} path such as `bookings/create`
 * @param {...unknown} values
 */
export async function callVenue(path, ...values) {
	const response = await fetch(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(values),
	});
	const answer = response.status === 204 ? undefined : await response.json();
	if (!response.ok) throw new Error(answer.message);
	return answer;
}
