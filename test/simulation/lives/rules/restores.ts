import type { World } from '../world';

interface Restore {
	backupAt: number;
	at: number;
}

/** An old database: n8n does not know what it has done since then, and may do it again. */
export class Restores {
	private readonly all: Restore[] = [];
	/** n8n stays off until the database is restored. */
	isUnderWay = false;
	/** Until the users have published their workflows again, as docs/reliability.md says. */
	isUnsettled = false;

	constructor(private readonly world: World) {}

	get happened(): boolean {
		return this.all.length > 0;
	}

	restored(backupAt: number): void {
		this.all.push({ backupAt, at: this.world.time.now() });
		this.isUnsettled = true;
	}

	/** n8n has forgotten what it did at this time. */
	haveForgotten(at: number): boolean {
		return this.all.some((restore) => restore.backupAt <= at && at <= restore.at);
	}

	lieBetween(first: number, second: number): boolean {
		return this.all.some((restore) => first <= restore.at && restore.at <= second);
	}

	/** The backup that was restored during this time. */
	backupBetween(first: number, second: number): number | undefined {
		return this.all.find(({ at }) => first <= at && at <= second)?.backupAt;
	}

	liesBefore({ decidedAt }: { decidedAt: number }): boolean {
		return this.all.some(({ at }) => at <= decidedAt);
	}
}
