import { showRows, write } from './rows.js';
import { duration, timeOfDay } from './times.js';
import { callVenue } from './venue.js';

const MORE_THAN_A_MINUTE_ALLOWS = 601;

const requests = /** @type {HTMLElement} */ (document.getElementById('requests'));
const limit = /** @type {HTMLElement} */ (document.getElementById('limit'));
const exceed = /** @type {HTMLButtonElement} */ (document.getElementById('exceed'));

/** @param {import('./venue.js').Overview} overview */
export function showRequests({ now, requests: calls, coolingUntil }) {
	limit.textContent =
		coolingUntil === undefined
			? '600 requests a minute are allowed.'
			: `Every request is answered 429 for another ${duration(coolingUntil - now)}.`;
	showRows(
		requests,
		'request-row',
		calls,
		({ number }) => String(number),
		(row, { at, method, target, status }) => {
			write(row, 'time', timeOfDay(at));
			write(row, 'request', `${method} ${target}`);
			const pill = write(row, 'answer', status ?? '…');
			pill?.classList.toggle('good', status !== undefined && status < 300);
			pill?.classList.toggle('bad', status !== undefined && status >= 400);
		},
	);
}

/** @param {(work: () => Promise<string>) => void} act */
export function bindLimit(act) {
	exceed.addEventListener('click', () =>
		act(async () => {
			await callVenue('limits/consume', 'rest', MORE_THAN_A_MINUTE_ALLOWS);
			return 'Another system at your internet address has used up the limit. Run a workflow and watch it wait.';
		}),
	);
}
