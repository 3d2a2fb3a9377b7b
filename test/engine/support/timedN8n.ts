import type { VenueOptions } from '../../venue';
import type { SavedCredential } from '../harness/engine';
import type { Execution, ExecutionRequest } from '../harness/execution';
import { letTheClockRun, stopTheClock } from '../harness/time';
import { ConnectedN8n, connectN8n } from './connectedN8n';
import { VenueCaller } from './VenueCaller.node';

// Moving the clock takes real time, and more of it on a busy machine.
jest.setTimeout(120_000);

const DAY = 24 * 60 * 60_000;

/** Each begins days after the one before so that no pace or cooldown of that one is left. */
let noon = Date.UTC(2026, 10, 21, 12);

interface Called extends Pick<ExecutionRequest, 'items'> {
	method?: string;
	body?: string;
	scope?: string;
	entity?: string;
	by?: SavedCredential;
}

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

	/** Calls this path of the venue, once for each item. */
	async call(
		path: string,
		{ by = this.credential, items, ...parameters }: Called = {},
	): Promise<Execution> {
		return await this.engine.execute({
			node: VenueCaller,
			parameters: { path, ...parameters },
			...{ items, credentials: { venuePlatformApi: by } },
		});
	}
}
