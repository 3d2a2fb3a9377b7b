import { showRows, write } from './rows.js';
import { duration, timeOfDay } from './times.js';
import { callVenue } from './venue.js';

const deliveries = /** @type {HTMLElement} */ (document.getElementById('deliveries'));
const failed = /** @type {HTMLElement} */ (document.getElementById('failed'));
const failedCount = /** @type {HTMLElement} */ (document.getElementById('failed-count'));
const unreachable = /** @type {HTMLInputElement} */ (document.getElementById('unreachable'));
const receiversNote = /** @type {HTMLElement} */ (document.getElementById('receivers'));

/** @type {string[]} */
let origins = [];

/** @param {import('./venue.js').Overview} overview */
export function showDeliveries({ now, messages, receivers, failed: failedMessages }) {
	showReceivers(receivers);
	showRows(
		deliveries,
		'delivery-row',
		messages,
		({ id }) => id,
		(row, { type, eventType, subject, status, nextRetryAt, attempts }) => {
			write(row, 'event', `${type} ${eventType} ${subject}`.trim());
			const pill = write(row, 'status', status);
			pill?.classList.toggle('good', status === 'Delivered');
			pill?.classList.toggle('bad', status.includes('Failed'));
			write(row, 'next', nextRetry(nextRetryAt, now));
			const list = /** @type {HTMLElement} */ (row.querySelector('.attempts'));
			showRows(
				list,
				'attempt-row',
				attempts,
				(_, index) => String(index),
				(item, attempt, index) => {
					write(item, 'attempt', attemptText(attempt, attempts[index - 1]));
					item.classList.toggle('bad', !attempt.accepted);
				},
			);
		},
	);
	failedCount.textContent = String(failedMessages.length);
	showRows(
		failed,
		'failed-row',
		failedMessages,
		({ uniqueId }) => uniqueId,
		(row, { webhookType, webhookEventType, uniqueId, status, nextRetryDate, history }) => {
			write(row, 'event', `${webhookType} ${webhookEventType} ${uniqueId.slice(0, 8)}…`);
			write(row, 'status', status);
			write(row, 'attempts', history.length);
			const isGivenUp = status === 'Failed' || !nextRetryDate;
			write(row, 'next', isGivenUp ? 'given up' : timeOfDay(Date.parse(nextRetryDate)));
		},
	);
}

/** @param {(work: () => Promise<string>) => void} act */
export function bindReachability(act) {
	unreachable.addEventListener('change', () => {
		const method = unreachable.checked ? 'makeUnreachable' : 'makeReachable';
		const news = unreachable.checked
			? 'Your workflows cannot be reached now. Create a booking and watch the retries.'
			: 'Your workflows can be reached again. The next retry gets through.';
		act(async () => {
			for (const origin of origins) await callVenue(`receivers/${method}`, origin);
			return news;
		});
	});
}

/** @param {import('./venue.js').Receiver[]} receivers */
function showReceivers(receivers) {
	origins = receivers.map(({ origin }) => origin);
	unreachable.disabled = receivers.length === 0;
	unreachable.checked = receivers.length > 0 && receivers.every(({ reachable }) => !reachable);
	const where =
		receivers.length === 0
			? 'No workflow has registered itself yet. Publish one that starts with the Venue Platform Trigger.'
			: `Events go to ${origins.join(', ')}.`;
	if (receiversNote.textContent !== where) receiversNote.textContent = where;
}

/**
 * @param {import('./venue.js').Attempt} attempt
 * @param {import('./venue.js').Attempt | undefined} before
 */
function attemptText({ at, status, detail }, before) {
	const wait = before ? ` (${duration(at - before.at)} later)` : '';
	return `${timeOfDay(at)}${wait}: ${status ?? detail ?? 'under way'}`;
}

/**
 * @param {number | undefined} at
 * @param {number} now
 */
function nextRetry(at, now) {
	return at === undefined ? '' : `Next retry ${timeOfDay(at)}, in ${duration(at - now)}`;
}
