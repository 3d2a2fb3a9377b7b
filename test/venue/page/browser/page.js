import { showBookings, bindBookings } from './bookings.js';
import { showDeliveries, bindReachability } from './deliveries.js';
import { showRequests, bindLimit } from './requests.js';
import { dateAndTime } from './times.js';
import { bindWebhooks, showWebhooks } from './webhooks.js';
import { readOverview, callVenue } from './venue.js';

const REFRESH_MS = 1000;
const MINUTE_MS = 60_000;

const news = /** @type {HTMLElement} */ (document.getElementById('news'));
const now = /** @type {HTMLTimeElement} */ (document.getElementById('now'));
const nextRetry = /** @type {HTMLButtonElement} */ (document.getElementById('next-retry'));

/** @type {import('./venue.js').Overview | undefined} */
let shown;
let isGone = false;

async function refresh() {
	const overview = await readOverview();
	if (isGone) news.textContent = '';
	isGone = false;
	shown = overview;
	now.textContent = dateAndTime(overview.now);
	now.dateTime = new Date(overview.now).toISOString();
	nextRetry.disabled = overview.nextRetryAt === undefined;
	showBookings(overview);
	showDeliveries(overview);
	showWebhooks(overview);
	showRequests(overview);
}

/** @param {() => Promise<string>} work */
async function act(work) {
	try {
		news.textContent = await work();
		await refresh();
	} catch (reason) {
		news.textContent = reason instanceof Error ? reason.message : String(reason);
	}
}

/** @param {number} ms */
function advance(ms) {
	void act(async () => {
		await callVenue('clock/advance', Math.max(0, ms));
		return 'The venue’s clock has moved forward.';
	});
}

async function keepRefreshing() {
	if (!document.hidden) {
		await refresh().catch(() => {
			isGone = true;
			news.textContent = 'The venue has closed. This page goes on when it is open again.';
		});
	}
	setTimeout(() => void keepRefreshing(), REFRESH_MS);
}

for (const button of document.querySelectorAll('[data-minutes]')) {
	const minutes = Number(/** @type {HTMLElement} */ (button).dataset.minutes);
	button.addEventListener('click', () => advance(minutes * MINUTE_MS));
}
nextRetry.addEventListener('click', () => {
	if (shown?.nextRetryAt !== undefined) advance(shown.nextRetryAt - shown.now);
});
bindBookings(act);
bindReachability(act);
bindWebhooks(act);
bindLimit(act);
void keepRefreshing();
