import type { Random } from '../../core/random';

/** Kinds of weather. A storm switches each of them on or off, so they occur in all combinations. */
export const WEATHER = [
	'tooManyRequests',
	'maintenance',
	'gateway',
	'resetBefore',
	'resetAfter',
	'silence',
	'unreachable',
	'slowAnswers',
	'slowBodies',
	'stalledBodies',
	'cutBodies',
	'brokenBodies',
	'tokenTrouble',
	'tokensRevoked',
	'youngTokensRevoked',
	'shortTokens',
	'oneEndpointUnauthorized',
	'wrongSecret',
	'otherSystems',
	'echoedSecrets',
	'noTimeNamed',
	'restarts',
] as const;

export type WeatherKind = (typeof WEATHER)[number];

export type Surface = 'rest' | 'data' | 'token';

/** What a Retry-After header may contain. */
export type RetryAfter =
	| { form: 'none' }
	| { form: 'seconds' | 'date'; seconds: number }
	| { form: 'untilTheEnd' }
	| { form: 'absurd'; text: string };

/** One kind of weather, for some time and in some place. */
export interface Spell {
	/** Identifies the spell so that it can be left out. */
	name: string;
	kind: WeatherKind;
	from: number;
	until: number;
	host?: string;
	clientId?: string;
	surface?: Surface;
	path?: string;
	/** The share of calls that it affects, among those that it could. */
	chance: number;
	retryAfter: RetryAfter;
	/** Depends on the kind: a status, milliseconds, calls a minute. */
	amount: number;
}

interface Met {
	host: string;
	surface: Surface;
	clientId?: string;
	path: string;
}

export class Weather {
	constructor(
		readonly spells: readonly Spell[],
		private readonly dice: Random,
	) {}

	/** The spell of this kind that affects a call. */
	meets(kind: WeatherKind, now: number, call: Met): Spell | undefined {
		return this.spells.find(
			(spell) =>
				spell.kind === kind && this.isOn(spell, now, call) && this.dice.chance(spell.chance),
		);
	}

	/** Whether nothing can affect such a call any more. */
	isOver(now: number, call: Met): boolean {
		return !this.spells.some((spell) => spell.until > now && isAt(spell, call));
	}

	private isOn(spell: Spell, now: number, call: Met): boolean {
		return spell.from <= now && now < spell.until && isAt(spell, call);
	}
}

function isAt(spell: Spell, { host, surface, clientId, path }: Met): boolean {
	return (
		(spell.host === undefined || spell.host === host) &&
		(spell.clientId === undefined || spell.clientId === clientId) &&
		(spell.surface === undefined || spell.surface === surface) &&
		(spell.path === undefined || path.startsWith(spell.path))
	);
}
