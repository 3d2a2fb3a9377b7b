import { EventEmitter } from 'node:events';

import {
	DeliveryOrder,
	type DeliveryResponse,
} from '../../../nodes/VenuePlatformTrigger/delivery/order';
import {
	Acceptance,
	LONGEST_ACCEPTANCE_MS,
} from '../../../nodes/VenuePlatformTrigger/delivery/replies';

/** Its sender has hung up. */
const closed = () =>
	Object.assign(new EventEmitter(), {
		...{ closed: true, writableEnded: false, statusCode: 200 },
	}) as unknown as DeliveryResponse;

describe('a delivery whose sender has hung up', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const open = async () => {
		const order = new DeliveryOrder();
		const leave = await order.enter(['a', 'its booking'], closed());
		const consequences = { accepted: jest.fn(), takenBack: jest.fn() };
		const acceptance = new Acceptance(closed(), consequences);
		void acceptance.settled.then(leave);
		return { order, acceptance, consequences };
	};

	it('keeps its copies and the later events of its booking waiting for half a day, and no longer, if n8n never answers', async () => {
		const { order, consequences } = await open();
		await jest.advanceTimersByTimeAsync(LONGEST_ACCEPTANCE_MS / 2);
		expect(await order.enter(['its booking'], closed())).toBeUndefined();
		await jest.advanceTimersByTimeAsync(LONGEST_ACCEPTANCE_MS);
		expect(await order.enter(['a', 'its booking'], closed())).toBeDefined();
		expect(consequences.accepted).not.toHaveBeenCalled();
		expect(jest.getTimerCount()).toBe(0);
	});

	it('is remembered if n8n accepts it after all', async () => {
		const { acceptance, consequences } = await open();
		await jest.advanceTimersByTimeAsync(2 * LONGEST_ACCEPTANCE_MS);
		acceptance.confirm();
		acceptance.confirm();
		expect(consequences.accepted).toHaveBeenCalledTimes(1);
	});

	it('is seen within a quarter of a second when n8n answers, however late', async () => {
		const response = closed();
		const consequences = { accepted: jest.fn(), takenBack: jest.fn() };
		new Acceptance(response, consequences);
		await jest.advanceTimersByTimeAsync(60_100);
		Object.assign(response, { writableEnded: true });
		await jest.advanceTimersByTimeAsync(250);
		expect(consequences.accepted).toHaveBeenCalledTimes(1);
	});

	it('is taken back if n8n before 2.8 fails after it has prepared its answer', async () => {
		const response = closed();
		const consequences = { accepted: jest.fn(), takenBack: jest.fn() };
		new Acceptance(response, consequences).confirm();
		await jest.advanceTimersByTimeAsync(1000);
		expect(consequences.takenBack).not.toHaveBeenCalled();
		Object.assign(response, { writableEnded: true, statusCode: 500 });
		await jest.advanceTimersByTimeAsync(250);
		expect(consequences.takenBack).toHaveBeenCalledTimes(1);
		expect(jest.getTimerCount()).toBe(0);
	});
});
