import type { Random } from '../../core/random';

/** Kinds of weather: each is on or off in a storm, so that they meet in all combinations. */
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

/** What a header Retry-After may hold. */
export type RetryAfter =
	| { form: 'none' }
	| { form: 'seconds' | 'date'; seconds: number }
	| { form: 'untilTheEnd' }
	| { form: 'absurd'; text: string };

/** One kind of weather, for some time and at some place. */
export interface Spell {
	/** For leaving it out. */
	name: string;
	kind: WeatherKind;
	from: number;
	until: number;
	host?: string;
	clientId?: string;
	surface?: Surface;
	path?: string;
	/** For how many of the calls that it could meet. */
	chance: number;
	retryAfter: RetryAfter;
	/** Whatever the kind needs: a status, milliseconds, calls a minute. */
	amount: number;
}

export interface Met {
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

	/** The spell of this kind that meets a call. */
	meets(kind: WeatherKind, now: number, call: Met): Spell | undefined {
		return this.spells.find(
			(spell) =>
				spell.kind === kind && this.isOn(spell, now, call) && this.dice.chance(spell.chance),
		);
	}

	/** Whether anything could still meet such a call from now on. */
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
