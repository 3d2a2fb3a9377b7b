import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startVenue } from '../../venue';
import { bookings, PackageFixture } from '../fixtures/packageFixture';
import { packedPackage } from '../fixtures/packedPackage';
import { start } from '../fixtures/nodes';
import { startLab } from '../lab/lab';

const LOOPBACK = '127.0.0.1';
const START_WITHIN = 300_000;

/** A proxy for requests by http, which notes what it is asked for. */
function forwarding(asked: string[]): Server {
	return createServer((incoming, outgoing) => {
		const { method, url = '', headers } = incoming;
		asked.push(`${method} ${new URL(url).pathname}`);
		const onward = request(url, { method, headers }, (response) => {
			outgoing.writeHead(response.statusCode!, response.headers);
			response.pipe(outgoing);
		});
		incoming.pipe(onward);
	});
}

describe('an n8n that reaches the internet through a proxy', () => {
	const fixture = new PackageFixture();
	const asked: string[] = [];
	const proxy = forwarding(asked);

	beforeAll(async () => {
		await new Promise<void>((resolve) => proxy.listen(0, LOOPBACK, resolve));
		const { port } = proxy.address() as AddressInfo;
		fixture.lab = await startLab({
			mode: 'regular',
			tarball: packedPackage(),
			environment: { HTTP_PROXY: `http://${LOOPBACK}:${port}`, NO_PROXY: 'localhost' },
		});
		const { lab } = fixture;
		fixture.venue = await startVenue({ now: () => lab.clock.now() });
	}, START_WITHIN);

	afterAll(async () => {
		await fixture.lab?.stop();
		await fixture.venue?.stop();
		await new Promise((resolve) => proxy.close(resolve));
	}, START_WITHIN);

	it('asks the venue through it, also for a token [self-hosting: reaches the internet through a proxy]', async () => {
		fixture.venue.bookings.seed(3);
		const node = bookings(await fixture.saveCredential());
		const workflow = await fixture.lab.workflows.create('Through a proxy', [start, node]);
		const { status, items } = await fixture.runOnce(workflow, node.name);
		expect({ status, bookings: items.length }).toEqual({ status: 'success', bookings: 3 });
		expect(asked).toEqual(expect.arrayContaining(['POST /token', 'GET /bookings']));
	});
});
