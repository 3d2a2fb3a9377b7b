import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startEngine } from '../harness/engine';
import { Grace } from '../trigger/support/grace';
import { freshTrigger } from '../trigger/support/stage';
import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

const grace = new Grace();
afterEach(() => grace.forget());

/** What stands in front of n8n when it first asks its own address. */
const IN_FRONT: Array<[string, number?]> = [
	['nothing', undefined],
	['a proxy that does not reach it at first', 502],
];

it.each(IN_FRONT)(
	'a copy of n8n that unpublishes a workflow is reported by the original, where it is published: behind %s [reliability: If another n8n]',
	async (_, status) => {
		const fixture = await RecoveryFixture.open();
		const { venue, engine } = fixture;
		const copy = await startEngine({ publicUrl: engine.publicUrl });
		try {
			const setup = fixture.events();
			await engine.activate(setup);
			const recovery = await engine.activate(fixture.trigger({ events: ['switchedOff'] }));
			await recovery.poll();

			const { baseUrl, credentials } = venue;
			const copied = await copy.saveCredential('venuePlatformApi', { baseUrl, ...credentials });
			const events = await copy.activate({
				...setup,
				node: freshTrigger(),
				credentials: { venuePlatformApi: copied },
			});
			await grace.unpublish(events, venue);
			fixture.later();
			if (status !== undefined) {
				const proxy = createServer((_, response) => response.writeHead(status).end());
				await new Promise<void>((opened) => proxy.listen(0, '127.0.0.1', opened));
				engine.publicUrlLeadsTo = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
				expect(await recovery.poll()).toEqual({ items: [] });
				proxy.close();
				engine.publicUrlLeadsTo = engine.receiverUrl;
				fixture.later();
			}
			const { items } = await recovery.poll();
			expect(ofEvent(items, 'switchedOff')).toMatchObject([
				{ change: 'disabled', advice: expect.stringContaining('Another n8n') as string },
			]);
			expect(await recovery.poll()).toEqual({ items: [] });
		} finally {
			await copy.stop();
			await fixture.close();
		}
	},
);
