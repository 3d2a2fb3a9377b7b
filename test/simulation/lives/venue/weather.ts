/** What goes wrong at a venue for a while. Each life has a few kinds only. */
export const SPELLS = [
	'down',
	'gateway',
	'maintenance',
	'tooManyRequests',
	'oneLongRetryAfter',
	'slowAnswers',
	'partialLists',
	'emptyBodies',
	'nullBodies',
	'loginPage',
	'unknownForm',
	'certificate',
	'wrongDate',
] as const;

export type SpellKind = (typeof SPELLS)[number];

/** Only a person can put these right. */
export const PERMANENT: readonly SpellKind[] = ['loginPage', 'unknownForm', 'certificate'];

export interface Spell {
	name: string;
	kind: SpellKind;
	venue: number;
	from: number;
	until: number;
	/** Seconds of a Retry-After, milliseconds of a delay or of a clock's difference, records of a part. */
	amount: number;
}

/** What the venue meets at a moment. A spell of one answer is over when it was met. */
export class Weather {
	/** And when. */
	private readonly met = new Map<Spell, number>();

	constructor(private readonly spells: readonly Spell[]) {}

	at(now: number): Spell[] {
		return this.spells.filter(
			(spell) => spell.from <= now && now < spell.until && !this.met.has(spell),
		);
	}

	/** Whatever somebody may have met who asked from then until then. */
	between(from: number, until: number): Spell[] {
		return this.spells.filter((spell) => {
			const endsAt = Math.min(spell.until, this.met.get(spell) ?? Infinity);
			return spell.from <= until && endsAt >= from;
		});
	}

	isOver(spell: Spell, now: number): void {
		this.met.set(spell, now);
	}
}
