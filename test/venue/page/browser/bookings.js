import { showRows, write } from './rows.js';
import { callVenue } from './venue.js';

const rows = /** @type {HTMLElement} */ (document.getElementById('bookings'));
const form = /** @type {HTMLFormElement} */ (document.getElementById('new-booking'));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('change'));
const changeForm = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));

/** @type {Map<string, import('./venue.js').Booking>} */
const shown = new Map();

/** @param {import('./venue.js').Overview} overview */
export function showBookings({ bookings }) {
	shown.clear();
	for (const booking of bookings) shown.set(booking.uniqueId, booking);
	showRows(
		rows,
		'booking-row',
		bookings,
		({ uniqueId }) => uniqueId,
		(row, booking) => {
			write(row, 'reference', booking.reference);
			write(row, 'guest', booking.customer.name);
			write(row, 'product', booking.product);
			write(row, 'guests', booking.guests);
			const isCancelled = booking.status === 'Cancelled';
			write(row, 'status', booking.status)?.classList.toggle('bad', isCancelled);
			for (const button of buttonsOf(row)) {
				button.setAttribute('aria-label', `${button.textContent} booking ${booking.reference}`);
				button.hidden = isCancelled && button.dataset.action === 'cancel';
			}
		},
	);
}

/** @param {(work: () => Promise<string>) => void} act */
export function bindBookings(act) {
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const { guest, product, guests } = entriesOf(form);
		act(async () => {
			const change = await callVenue('bookings/create', {
				customer: { name: guest, email: 'guest@example.test' },
				product,
				guests: Number(guests),
			});
			form.reset();
			return news('was created', change);
		});
	});

	rows.addEventListener('click', ({ target }) => {
		if (!(target instanceof HTMLButtonElement)) return;
		const row = /** @type {HTMLElement} */ (target.closest('tr'));
		const booking = shown.get(row.dataset.key ?? '');
		if (!booking) return;
		if (target.dataset.action === 'change') return openChange(booking);
		// The button is about to disappear; the focus stays in its row.
		buttonsOf(row)[0].focus();
		act(async () => news('was cancelled', await callVenue('bookings/cancel', booking.uniqueId)));
	});

	dialog.addEventListener('close', () => {
		const { uniqueId = '' } = dialog.dataset;
		const { product, guests } = entriesOf(changeForm);
		if (dialog.returnValue !== 'change') return;
		act(async () =>
			news(
				'was changed',
				await callVenue('bookings/change', uniqueId, { product, guests: Number(guests) }),
			),
		);
	});
}

/** @param {import('./venue.js').Booking} booking */
function openChange({ uniqueId, product, guests }) {
	dialog.dataset.uniqueId = uniqueId;
	dialog.returnValue = '';
	/** @type {HTMLInputElement} */ (changeForm.elements.namedItem('product')).value = product;
	/** @type {HTMLInputElement} */ (changeForm.elements.namedItem('guests')).value = String(guests);
	dialog.showModal();
}

/**
 * @param {string} what
 * @param {{ booking: { reference: string }, messages: { status: string }[] }} change
 */
function news(what, { booking, messages }) {
	const delivered = messages.filter(({ status }) => status === 'Delivered').length;
	const told =
		messages.length === 0
			? 'No workflow has asked for this event.'
			: `${delivered} of ${messages.length} workflows took it.`;
	return `Booking ${booking.reference} ${what}. ${told}`;
}

/** @param {Element} row */
function buttonsOf(row) {
	return [...row.querySelectorAll('button')];
}

/** @param {HTMLFormElement} filled */
function entriesOf(filled) {
	return Object.fromEntries(
		[...new FormData(filled)].map(([name, value]) => [name, String(value)]),
	);
}
