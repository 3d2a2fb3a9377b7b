import type { INodeType } from 'n8n-workflow';
import { Random } from '../core/random';
import { VirtualTime } from '../core/virtualTime';
import { Database, type Stored } from './n8n/database';
import type { Delivery } from './n8n/delivery';
import { Life } from './n8n/life';
import { Knowledge } from './rules/knowledge';
import { Ledger } from './rules/ledger';
import type { Message, Story } from './story/story';

/** The trigger with one thing broken in it, to see whether that is noticed. */
export type Mutant = (trigger: INodeType) => INodeType;

/** One workflow in all processes of one n8n, and everything that is told of it. */
export class World {
	readonly time: VirtualTime;
	readonly knowledge = new Knowledge();
	readonly ledger: Ledger;
	readonly database: Database;
	/** By process; none where n8n does not run. */
	readonly lives: Array<Life | undefined>;
	readonly deliveries: Delivery[] = [];
	/** By how much the clocks of the machines are wrong. */
	readonly clockErrors: number[];
	readonly nodeNames: string[];
	readonly counts: Record<string, number> = {};
	private readonly lines: Array<{ at: number; line: string }> = [];
	private livesBegun = 0;

	constructor(
		readonly dice: Random,
		readonly story: Story,
		private readonly start: number,
		stored: Stored,
		readonly mutant?: Mutant,
	) {
		this.time = new VirtualTime(start);
		this.ledger = new Ledger(this);
		this.database = new Database(this, stored);
		this.clockErrors = Array.from({ length: story.n8n.processes }, () => 0);
		this.nodeNames = Array.from({ length: story.triggers }, (_, index) => `Trigger ${index}`);
		this.lives = this.clockErrors.map((_, process) => this.begin(process));
	}

	readonly say = (line: string): void => {
		this.lines.push({ at: this.time.now() - this.start, line });
	};

	readonly seen = (what: string): void => {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	};

	begin(process: number): Life {
		return new Life(this, process, `process ${process}, start ${++this.livesBegun}`);
	}

	/** Where the load balancer sends it. */
	processFor(message: Message, tryName: string): Life | undefined {
		const running = this.lives.filter((life) => life !== undefined && !life.isLeaving) as Life[];
		if (running.length === 0) return undefined;
		if (this.story.n8n.balance === 'by address') return running[message.trigger % running.length];
		return this.dice.of(`balance ${tryName}`).pick(running);
	}

	told(): string[] {
		return this.lines.map(({ at, line }) => `+${(at / 1_000).toFixed(3)} s ${line}`);
	}
}
