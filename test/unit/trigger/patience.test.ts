import { EventEmitter } from 'node:events';

import {
	type DeliveryResponse,
	Patience,
} from '../../../nodes/VenuePlatformTrigger/delivery/order';

describe('the wait of a copy', () => {
	const never = new Promise<void>(() => {});
	const response = () =>
		Object.assign(new EventEmitter(), { closed: false }) as unknown as DeliveryResponse;

	it('ends after 30 seconds if n8n is still busy with the first', async () => {
		const clock = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
		const patience = new Patience(response());
		const waited = patience.waitFor(never);
		expect(timeout).toHaveBeenCalledWith(30_000);
		clock.abort();
		await waited;
		expect(await patience.waitFor(never)).toBe(false);
	});

	it('ends when its sender hangs up', async () => {
		const gone = response();
		const patience = new Patience(gone);
		const waited = patience.waitFor(never);
		(gone as unknown as EventEmitter).emit('close');
		await waited;
		Object.assign(gone, { closed: true });
		expect(await patience.waitFor(never)).toBe(false);
	});

	afterEach(() => jest.restoreAllMocks());
});
