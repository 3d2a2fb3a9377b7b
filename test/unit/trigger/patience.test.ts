import { EventEmitter } from 'node:events';

import {
	DeliveryOrder,
	type DeliveryResponse,
} from '../../../nodes/VenuePlatformTrigger/delivery/order';

describe('the wait of a copy', () => {
	const response = () =>
		Object.assign(new EventEmitter(), { closed: false }) as unknown as DeliveryResponse;

	it('ends in time for an answer within eight seconds if n8n is still busy with the first [reliability: A copy waits; eight seconds it is answered]', async () => {
		const clock = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
		const order = new DeliveryOrder();
		await order.enter(['a'], response());
		const waiting = order.enter(['a'], response());
		expect(timeout).toHaveBeenCalledWith(7_000);
		clock.abort();
		expect(await waiting).toBeUndefined();
	});

	it('is one for all the deliveries before it', async () => {
		const clock = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
		const order = new DeliveryOrder();
		const leave = [await order.enter(['a'], response()), await order.enter(['b'], response())];
		const waiting = order.enter(['a', 'b'], response());
		leave[0]?.();
		expect(await order.enter(['a'], response())).toBeDefined();
		clock.abort();
		expect(await waiting).toBeUndefined();
		expect(timeout).toHaveBeenCalledTimes(1);
	});

	it('ends when its sender hangs up', async () => {
		const order = new DeliveryOrder();
		await order.enter(['a'], response());
		const gone = response();
		const waiting = order.enter(['a'], gone);
		Object.assign(gone, { closed: true });
		(gone as unknown as EventEmitter).emit('close');
		expect(await waiting).toBeUndefined();
		expect(await order.enter(['a'], gone)).toBeUndefined();
	});

	afterEach(() => jest.restoreAllMocks());
});
