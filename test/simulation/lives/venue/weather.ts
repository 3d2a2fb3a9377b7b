/** What goes wrong at a venue for a while. Each life has only a few kinds. */
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
	'oneRecord',
] as const;

export type SpellKind = (typeof SPELLS)[number];

/** These last until a user fixes them. */
export const PERMANENT: readonly SpellKind[] = ['loginPage', 'unknownForm', 'certificate'];

/** What comes is no list, whatever its status says. */
export const UNUSABLE: readonly SpellKind[] = [
	'emptyBodies',
	'nullBodies',
	'loginPage',
	'unknownForm',
];

export interface Spell {
	name: string;
	kind: SpellKind;
	venue: number;
	/** Only requests for this path meet it: one list, or one record. */
	path?: string;
	from: number;
	until: number;
	/**
	 * Seconds of a Retry-After, milliseconds of a delay or of a wrong clock, or how many records a
	 * part has.
	 */
	amount: number;
}

/** The weather at a moment. A spell of a single response is over once it has been used. */
export class Weather {
	/** The value is the time when it was used. */
	private readonly met = new Map<Spell, number>();

	constructor(private readonly spells: readonly Spell[]) {}

	/** With a path, what requests for it meet. */
	at(now: number, path?: string): Spell[] {
		const isHere = (spell: Spell) =>
			path === undefined || spell.path === undefined || spell.path === path;
		return this.spells.filter(
			(spell) => spell.from <= now && now < spell.until && !this.met.has(spell) && isHere(spell),
		);
	}

	/** What requests between these times may have met. */
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
