import type { Configuration, Venue } from '../venue/venue';
import type { Poll } from './polls';
import type { World } from '../world';

interface Switch {
	at: number;
	venue: Venue;
	webhookId: string;
}

/** What somebody has switched off in the console: that is reported, and nothing else is. */
export class Switches {
	private readonly all: Switch[] = [];

	constructor(private readonly world: World) {}

	inConsole(venue: Venue, { id, body }: Configuration): void {
		this.all.push({ at: this.world.time.now(), venue, webhookId: String(id) });
		this.world.say(`${venue.name}: ${body.url} is switched off in the console`);
	}

	isOff(url: string, venue: Venue): boolean {
		return venue.configurations.some(({ body, offInConsole }) => body.url === url && offInConsole);
	}

	judge(): void {
		for (const poll of this.world.polls.all) {
			const { items, landedAt, endedAt, node } = poll;
			if (landedAt === Infinity) continue;
			for (const { event, webhookId, change } of items) {
				if (event !== 'switchedOff') continue;
				const isTrue = this.all.some((one) => one.webhookId === webhookId && one.at <= endedAt);
				if (isTrue || this.wasWrittenBefore(poll, String(webhookId))) continue;
				this.world.broken(
					'nobody is alarmed about what n8n did itself',
					`“${node.name}” says that ${String(webhookId)} was ${String(change)}`,
				);
			}
		}
	}

	/** Not yet kept: what n8n wrote last before it was started again counts as news. */
	private wasWrittenBefore({ process, endedAt }: Poll, webhookId: string): boolean {
		return this.world.venues.some(({ configurations }) =>
			configurations.some(({ id, writes }) => {
				const last = writes.filter((at) => at <= endedAt).at(-1) ?? 0;
				return String(id) === webhookId && last < process.startedAt;
			}),
		);
	}
}
