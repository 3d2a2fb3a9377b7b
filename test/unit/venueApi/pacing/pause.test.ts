import { PauseMemory } from '../../../../nodes/venueApi/pacing/pause';

const MINUTE = 60_000;

describe('a pause', () => {
	it('that was long is not doubled: what the venue asks for next counts, or two minutes', () => {
		const pauses = new PauseMemory();
		pauses.ask(0, 1, { reason: 'maintenance', retryAfterMs: 80 * MINUTE });
		const later = 81 * MINUTE;
		pauses.ask(later, later + 1, { reason: 'maintenance', retryAfterMs: 5_000 });
		expect(pauses.until).toBe(later + 1 + 2 * MINUTE);
	});

	it('that may have nothing to do with this limit is not doubled', () => {
		const pauses = new PauseMemory();
		pauses.ask(0, 1, { reason: 'rateLimit', retryAfterMs: MINUTE });
		const later = 2 * MINUTE;
		pauses.extend(later, { reason: 'rateLimit', retryAfterMs: MINUTE });
		expect(pauses.until).toBe(later + MINUTE);
	});

	it('is asked for once by calls that were under way together', () => {
		const pauses = new PauseMemory();
		for (let call = 0; call < 20; call++) {
			pauses.ask(call, 100 + call, { reason: 'maintenance', retryAfterMs: MINUTE });
		}
		expect(pauses.until).toBe(119 + MINUTE);
	});
});
