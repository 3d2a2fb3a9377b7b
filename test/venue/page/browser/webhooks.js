import { showRows, write } from './rows.js';
import { callVenue } from './venue.js';

const list = /** @type {HTMLElement} */ (document.getElementById('webhooks'));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('change-webhook'));
const address = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));

/** @type {Map<string, import('./venue.js').Webhook>} */
const shown = new Map();

/** @param {import('./venue.js').Overview} overview */
export function showWebhooks({ webhooks }) {
	shown.clear();
	for (const webhook of webhooks) shown.set(String(webhook.webhookId), webhook);
	showRows(
		list,
		'webhook-row',
		webhooks,
		({ webhookId }) => String(webhookId),
		(row, { webhookId, url, enabled, events }) => {
			write(row, 'url', `${webhookId}: ${url}`);
			const pill = write(row, 'state', enabled ? 'on' : 'off');
			pill?.classList.toggle('good', enabled);
			pill?.classList.toggle('bad', !enabled);
			write(row, 'events', events.join(', '));
			for (const button of row.querySelectorAll('button')) {
				if (button.dataset.action === 'switch') {
					button.textContent = enabled ? 'Switch off' : 'Switch on';
				}
				button.setAttribute('aria-label', `${button.textContent} webhook ${webhookId}`);
			}
		},
	);
}

/** @param {(work: () => Promise<string>) => void} act */
export function bindWebhooks(act) {
	list.addEventListener('click', ({ target }) => {
		if (!(target instanceof HTMLButtonElement)) return;
		const webhook = shown.get(target.closest('li')?.dataset.key ?? '');
		if (!webhook) return;
		const { webhookId, url, enabled } = webhook;
		switch (target.dataset.action) {
			case 'switch':
				return act(async () => {
					await callVenue('webhooks/change', webhookId, { enabled: !enabled });
					return enabled
						? `Webhook ${webhookId} is switched off. What happens now is sent to nobody.`
						: `Webhook ${webhookId} is switched on again.`;
				});
			case 'remove':
				return act(async () => {
					await callVenue('webhooks/remove', webhookId);
					return `Webhook ${webhookId} is gone.`;
				});
			case 'change':
				dialog.dataset.webhookId = String(webhookId);
				dialog.returnValue = '';
				address.value = url;
				return dialog.showModal();
		}
	});

	dialog.addEventListener('close', () => {
		if (dialog.returnValue !== 'change') return;
		const webhookId = Number(dialog.dataset.webhookId);
		act(async () => {
			await callVenue('webhooks/change', webhookId, { url: address.value });
			return `Webhook ${webhookId} goes to another address now.`;
		});
	});
}
