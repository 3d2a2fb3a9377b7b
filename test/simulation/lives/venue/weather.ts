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
	private readonly met = new Set<Spell>();

	constructor(private readonly spells: readonly Spell[]) {}

	at(now: number): Spell[] {
		return this.spells.filter(
			(spell) => spell.from <= now && now < spell.until && !this.met.has(spell),
		);
	}

	isOver(spell: Spell): void {
		this.met.add(spell);
	}
}
