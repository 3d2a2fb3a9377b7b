import fc from 'fast-check';
import { startVenue, type SimulatedVenue } from '../../index';
import type { Message } from '../../delivery/message';

const START = Date.UTC(2025, 0, 1);
const N8N = 'https://n8n.example';
const DAY = 24 * 3_600_000;

/** Opens a venue whose only receiver is unreachable, so attempts need no network. */
async function withUnreachableReceiver(
	options: Parameters<typeof startVenue>[0],
	use: (venue: SimulatedVenue, emit: () => Promise<Message>) => Promise<void>,
): Promise<void> {
	const venue = await startVenue({ now: () => START, ...options });
	venue.receivers.makeUnreachable(N8N);
	venue.webhooks.create({
		url: N8N,
		enabled: true,
		webhooks: { booking: { events: ['Created'] } },
	});
	await use(venue, async () => (await venue.bookings.create()).messages[0]);
	await venue.stop();
}

describe('retries', () => {
	it('3.1 / 8.3: Attempt<N>Failed for the Nth failed attempt, Failed after 7, no eighth', async () => {
		await withUnreachableReceiver({}, async (venue, emit) => {
			const message = await emit();
			expect(message.status).toBe('Attempt1Failed');
			await venue.clock.advance(DAY);
			expect(message.history.map(({ status }) => status)).toEqual([
				'Attempt1Failed',
				'Attempt2Failed',
				'Attempt3Failed',
				'Attempt4Failed',
				'Attempt5Failed',
				'Attempt6Failed',
				'Failed',
			]);
			expect(venue.deliveries).toHaveLength(7);
			expect(venue.failedMessages).toMatchObject([{ status: 'Failed' }]);
		});
	});

	it('6.2.4: use exponential backoff, each at the time in nextRetryDate', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					attempts: fc.integer({ min: 1, max: 9 }),
					firstRetrySeconds: fc.integer({ min: 1, max: 600 }),
					backoffFactor: fc.integer({ min: 2, max: 4 }),
				}),
				async (delivery) => {
					await withUnreachableReceiver({ delivery }, async (venue, emit) => {
						const message = await emit();
						let due = START;
						let pause = delivery.firstRetrySeconds * 1000;
						for (let attempt = 1; attempt < delivery.attempts; attempt++) {
							due += pause;
							expect(message.nextRetryAt).toBe(due);
							await venue.clock.advance(pause - 1);
							expect(message.history).toHaveLength(attempt);
							await venue.clock.advance(1);
							expect(message.history).toHaveLength(attempt + 1);
							expect(message.history[attempt].createdAt).toBe(due);
							pause *= delivery.backoffFactor;
						}
						expect(message.status).toBe('Failed');
						await venue.clock.advance(30 * DAY);
						expect(message.history).toHaveLength(delivery.attempts);
					});
				},
			),
			{ numRuns: 30 },
		);
	});

	it('lead to the same history with one large step of the clock or many small ones', async () => {
		const historyAfter = async (steps: readonly number[]) => {
			let history: Message['history'] = [];
			await withUnreachableReceiver({}, async (venue, emit) => {
				const message = await emit();
				for (const step of steps) await venue.clock.advance(step);
				history = message.history;
			});
			return history;
		};
		await fc.assert(
			fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3_600_000 })), async (steps) => {
				const whole = steps.reduce((sum, step) => sum + step, 0);
				expect(await historyAfter(steps)).toEqual(await historyAfter([whole]));
			}),
			{ numRuns: 30 },
		);
	});

	it('are made by themselves as time passes', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
		try {
			await withUnreachableReceiver({ now: undefined }, async (_, emit) => {
				const message = await emit();
				await jest.advanceTimersByTimeAsync(60_000);
				expect(message.history).toHaveLength(2);
				await jest.advanceTimersByTimeAsync(120_000);
				expect(message.history).toHaveLength(3);
			});
		} finally {
			jest.useRealTimers();
		}
	});

	it.each([
		['plain', { nextRetryDate: '2025-01-01T00:32:00.000Z' }],
		['items', { nextRetryDate: null }],
		['terse', {}],
	] as const)(
		'nextRetryDate of a Failed message is not shown: profile %s',
		async (profile, shown) => {
			await withUnreachableReceiver({ profile }, async (venue) => {
				venue.messages.addFailed({ attempts: 7 });
				const [{ status, nextRetryDate }] = venue.failedMessages;
				expect(status).toBe('Failed');
				expect({ ...(nextRetryDate !== undefined && { nextRetryDate }) }).toEqual(shown);
			});
		},
	);

	it('continue after the venue was closed and opened again', async () => {
		let message!: Message;
		await withUnreachableReceiver({}, async (_, emit) => {
			message = JSON.parse(JSON.stringify(await emit())) as Message;
		});
		await withUnreachableReceiver({}, async (venue) => {
			venue.messages.restore(message);
			expect(venue.failedMessages).toMatchObject([{ uniqueId: message.id }]);
			await venue.clock.advance(DAY);
			expect(message.status).toBe('Failed');
			expect(venue.deliveries).toHaveLength(6);
		});
	});

	it('are not made for a message that a test adds to the failed list', async () => {
		await withUnreachableReceiver({}, async (venue) => {
			venue.messages.addFailed({ type: 'Ticket', attempts: 5, httpResponseStatus: 503 });
			expect(venue.failedMessages).toMatchObject([
				{ status: 'Attempt5Failed', webhookType: 'Ticket', webhookId: 1001 },
			]);
			await venue.clock.advance(DAY);
			expect(venue.deliveries).toEqual([]);
		});
	});
});
