import type { VenueOptions } from '../../venue';
import { letTheClockRun, stopTheClock } from '../harness/time';
import { ConnectedN8n, connectN8n } from './connectedN8n';

// Moving the clock takes real time, and more of it on a busy machine.
jest.setTimeout(120_000);

const DAY = 24 * 60 * 60_000;

/** Each begins days after the one before so that no pace or cooldown of that one is left. */
let noon = Date.UTC(2026, 10, 21, 12);

/** A venue and an n8n whose clock stands still until the test moves it. */
export class TimedN8n extends ConnectedN8n {
	/** When the clock was stopped. */
	readonly start = Date.now();

	static async open<N8n extends TimedN8n>(
		this: new (...parts: ConstructorParameters<typeof ConnectedN8n>) => N8n,
		options: VenueOptions = {},
		at = (noon += 3 * DAY),
	): Promise<N8n> {
		stopTheClock(at);
		const { venue, engine, credential } = await connectN8n(options);
		return new this(venue, engine, credential);
	}

	override async close(): Promise<void> {
		letTheClockRun();
		await super.close();
	}
}
