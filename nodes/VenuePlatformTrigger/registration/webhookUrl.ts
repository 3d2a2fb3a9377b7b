import { isLoopback } from '../../venueApi/shapes/address';

const ADVICE =
	'Set N8N_WEBHOOK_URL (in an earlier n8n: WEBHOOK_URL) to the https address at which the internet reaches n8n and restart it. Then unpublish the workflow, if it is published, and publish it.';

/** The address at which the venue is to deliver, or why it cannot be given one. */
export function readWebhookUrl(url: string | undefined): { url: string } | { reason: string } {
	const address = URL.canParse(url ?? '') ? new URL(url ?? '') : undefined;
	if (address === undefined) return { reason: `n8n has no address for this trigger. ${ADVICE}` };
	if (address.protocol !== 'https:') {
		return {
			reason: `The venue delivers events to https addresses only, and this n8n is at ${address.origin}. ${ADVICE}`,
		};
	}
	if (isLoopback(address)) {
		return {
			reason: `The venue cannot reach ${address.origin}, which is this machine itself. ${ADVICE}`,
		};
	}
	return { url: address.href };
}

export function isSameUrl(one: string, other: unknown): boolean {
	return (
		typeof other === 'string' && URL.canParse(other) && new URL(other).href === new URL(one).href
	);
}

/** Where n8n listens for a test event, unless its environment names it otherwise. */
export function testUrlOf(url: string): string {
	return url.replace(/\/webhook(\/[^/]+\/[^/]+)$/, '/webhook-test$1');
}

/** Where n8n’s environment names both otherwise, a test address is taken for the other kind. */
export function isTestUrl(url: string): boolean {
	return testUrlOf(url) === url;
}

/** The end of an address, which the test address of the same trigger shares. */
export function triggerIn(url: string): string {
	return url.split('/').slice(-2).join('/');
}
