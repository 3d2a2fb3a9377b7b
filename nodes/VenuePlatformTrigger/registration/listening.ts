import { endGrace } from './grace';
import { isTestUrl, testUrlOf } from './webhookUrl';

/** The addresses at which this process listens, for good or for a test event. */
const addresses = new Set<string>();

export function listensAt(url: string): void {
	addresses.add(url);
	endGrace(url);
}

export function listensNoMoreAt(url: string): void {
	addresses.delete(url);
}

export function isListenedAt(url: string): boolean {
	return addresses.has(url);
}

/**
 * The test address, if nobody listens there: n8n unregisters none of its test listeners when it is
 * stopped, and none when it starts again. A test address has nothing beside it.
 */
export function abandonedBeside(url: string): string | undefined {
	const testUrl = testUrlOf(url);
	return isTestUrl(url) || addresses.has(testUrl) ? undefined : testUrl;
}
