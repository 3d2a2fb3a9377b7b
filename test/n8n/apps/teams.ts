import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

/**
 * Microsoft Teams' channel messages.
 * https://learn.microsoft.com/en-us/graph/api/channel-post-messages
 */
export class Teams implements SimulatedApp {
	readonly hosts = ['graph.microsoft.com'];
	readonly messages: Array<{ contentType: string; content: string }> = [];

	/** Texts in which Teams would show something else than what was written. */
	readonly interpreted: string[] = [];

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'POST' || !/^\/beta\/teams\/[^/]+\/channels\/[^/]+\/messages$/.test(path)) {
			return undefined;
		}
		const sent = JSON.parse(body.toString()) as { body: Teams['messages'][number] };
		this.messages.push(sent.body);
		if (sent.body.contentType !== 'text') this.interpreted.push(sent.body.content);
		return { status: 201, json: { id: String(this.messages.length), ...sent } };
	}
}
