import type { Random } from '../../core/random';
import type { CredentialPlan } from './story';
import { type RetryAfter, type Spell, WEATHER, type WeatherKind } from '../weather/spells';

const MINUTE = 60_000;

interface Place {
	hosts: string[];
	credentials: CredentialPlan[];
	lengthMs: number;
}

/** Some kinds of weather, with one to three spells each. Each kind draws from its own stream. */
export function drawWeather(random: Random, place: Place): Spell[] {
	const dice = random.of('which weather');
	const share = dice.pick([0, 0.08, 0.15, 0.3]);
	const chosen = WEATHER.filter(() => dice.chance(share));
	return chosen.flatMap((kind) => drawSpells(random.of(kind), kind, place));
}

function drawSpells(random: Random, kind: WeatherKind, place: Place): Spell[] {
	return Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, at) => ({
		name: `${kind} ${at + 1}`,
		...drawSpell(random, kind, place),
	}));
}

function drawSpell(
	random: Random,
	kind: WeatherKind,
	{ hosts, credentials, lengthMs }: Place,
): Omit<Spell, 'name'> {
	const isAllTheTime = random.chance(0.2);
	const from = isAllTheTime ? 0 : random.int(0, Math.floor(lengthMs * 0.7));
	const left = lengthMs - from;
	const until = isAllTheTime ? lengthMs : from + random.scaled(2_000, Math.max(4_000, left));
	const credential = random.pick(credentials);
	const isOfVenue = kind === 'wrongSecret' || random.chance(0.4);
	return {
		kind,
		from,
		until,
		host: random.chance(0.7) ? random.pick(hosts) : undefined,
		...(isOfVenue ? { host: credential.account.host, clientId: credential.account.clientId } : {}),
		...placeOf(kind, random),
		chance: kind === 'wrongSecret' ? 1 : random.pick([1, 1, 0.5, 0.1]),
		retryAfter: isOfVenue && random.chance(0.4) ? drawLong(random) : drawRetryAfter(random),
		amount: amountOf(kind, random),
	};
}

function placeOf(kind: WeatherKind, random: Random): Pick<Spell, 'surface' | 'path'> {
	switch (kind) {
		case 'tokenTrouble':
		case 'wrongSecret':
		case 'shortTokens':
		case 'youngTokensRevoked':
			return { surface: 'token' };
		case 'maintenance':
			// The document names it for the Data API only; gateways make no such difference.
			return random.chance(0.5) ? { surface: 'data' } : {};
		case 'oneEndpointUnauthorized':
			return { path: random.pick(['/bookings', '/webhooks', '/data']) };
		case 'otherSystems':
			return { surface: 'rest' };
		default:
			return {};
	}
}

function amountOf(kind: WeatherKind, random: Random): number {
	switch (kind) {
		case 'slowAnswers':
			return random.scaled(300, 20_000);
		case 'slowBodies':
			return random.scaled(500, 25_000);
		case 'shortTokens':
			return random.int(20, 300);
		case 'youngTokensRevoked':
			return random.scaled(1, 50_000);
		case 'otherSystems':
			return random.int(100, 650);
		default:
			return random.int(0, 1_000_000);
	}
}

function drawRetryAfter(random: Random): RetryAfter {
	const seconds = random.pick([1, 5, 30, 60, 60, 60, 120, 600, 3600, 7200]);
	return random.pick<RetryAfter>([
		{ form: 'seconds', seconds },
		{ form: 'seconds', seconds: 60 },
		{ form: 'date', seconds },
		{ form: 'untilTheEnd' },
		{ form: 'none' },
		{
			form: 'absurd',
			text: random.pick(['soon', '-60', '86400', '999999999', '0', '1e9', '', 'Mon']),
		},
	]);
}

/** A pause that concerns one venue may take hours. */
function drawLong(random: Random): RetryAfter {
	return { form: 'seconds', seconds: random.pick([300, 600, 3600, 7200]) };
}

export function lengthOf(random: Random): number {
	return random.pick([
		...Array.from({ length: 6 }, () => random.int(1, 10) * MINUTE),
		random.int(1, 4) * 60 * MINUTE,
		26 * 60 * MINUTE,
	]);
}
