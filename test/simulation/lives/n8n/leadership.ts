import type { World } from '../world';
import type { N8nProcess } from './process';

/** Redis forgets a leader after ten seconds, and the others look every three seconds. */
const LONGEST_VACANCY_MS = 13_000;

/**
 * Of several main processes, one leads: it alone publishes workflows and polls. All of them take
 * deliveries. Without several of them, the first process is the main process.
 */
export class Leadership {
	private leader?: N8nProcess;

	constructor(private readonly world: World) {}

	get main(): N8nProcess | undefined {
		if (!this.world.plan.n8n.hasSeveralMains) return this.world.processes[0];
		return this.leader?.isOver === false ? this.leader : undefined;
	}

	/** The first one to start leads. */
	started(process: N8nProcess): void {
		if (!this.world.plan.n8n.hasSeveralMains) {
			if (process.index === 0) this.world.background(process.publication.start('init'));
			return;
		}
		const isAlone = this.world.processes.every((other) => !other || other === process);
		if (this.leader?.isOver === false || !isAlone) return;
		this.leader = process;
		this.world.background(process.publication.start('init'));
	}

	/** At the beginning of the life, when nothing is published yet. */
	begin(process: N8nProcess | undefined): void {
		this.leader = process;
	}

	ended(process: N8nProcess): void {
		if (process === this.leader) this.becomesVacant(process);
	}

	/** The leader was too slow to say that it still leads. What it has begun, it ends. */
	stepDown(former: N8nProcess): void {
		this.world.say(`${former.name} leads no more, and ends what it has begun`);
		this.leader = undefined;
		this.world.background(former.publication.stepDown());
		this.becomesVacant(former);
	}

	private becomesVacant(former: N8nProcess): void {
		const { time, dice } = this.world;
		this.leader = undefined;
		const draw = dice.of(`leader after ${former.name} at ${time.now()}`);
		time.after(draw.scaled(10, LONGEST_VACANCY_MS), () => this.takeOver(former, draw.fraction()));
	}

	private takeOver(former: N8nProcess, fraction: number): void {
		const { processes, time, say, seen } = this.world;
		if (this.leader) return;
		const others = processes.filter((one) => one !== undefined && one !== former);
		const next = others[Math.floor(fraction * others.length)] ?? processes.find(Boolean);
		if (!next) return;
		this.leader = next;
		next.leadsSince = time.now();
		seen('another main leads');
		say(`${next.name} leads now`);
		this.world.background(next.publication.start('leadershipChange'));
	}
}
