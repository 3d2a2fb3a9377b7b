import type { IDataObject } from 'n8n-workflow';
import type { Contents } from '../rules/knowledge';
import type { World } from '../world';

/** Static data as it is stored, and what a trigger without a flaw would have stored in it. */
export interface Stored {
	text: string;
	contents: Contents;
}

export type Writer = 'trigger' | 'poller' | 'execution';

/** The one workflow's row. Reading takes time, writing takes time, and the last writer wins. */
export class Database {
	private stored: Stored;
	private lastWriteAt = 0;

	constructor(
		private readonly world: World,
		first: Stored,
	) {
		this.stored = first;
	}

	/** What lies there at this moment. */
	get now(): Stored {
		return this.stored;
	}

	/** How long something takes here, of this name. */
	latency(name: string): number {
		const { dice, story } = this.world;
		return dice.of(`database ${name}`).scaled(1, story.weather.slow ? 2_000 : 20);
	}

	/** Writes it some time from now, whatever becomes of the process that has sent it. */
	write(stored: Stored, writer: Writer, name: string): number {
		const { time, story } = this.world;
		const earliest = time.now() + this.latency(`write ${name}`);
		// SQLite has one writer; PostgreSQL is written through several connections.
		const at = story.n8n.hasOneWriter ? Math.max(earliest, this.lastWriteAt + 1) : earliest;
		this.lastWriteAt = at;
		time.after(at - time.now(), () => {
			this.world.knowledge.landed(this.stored.contents, stored.contents, writer, time.now());
			this.world.ledger.sized(stored.text);
			this.stored = stored;
			this.world.say(`static data written by ${writer} ${name}`);
		});
		return at - time.now();
	}
}

export function parsed({ text }: Stored): IDataObject | null {
	return JSON.parse(text) as IDataObject | null;
}
