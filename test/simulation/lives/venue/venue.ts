import type { Webhook } from '../../../venue/account/webhooks';
import { type Answer, wholeBody } from '../../../venue/endpoints/answers';
import type { ApiRequest } from '../../../venue/endpoints/request';
import { parseJson } from '../../../venue/json';
import { Platform } from '../../../venue/platform';
import type { Profile } from '../../../venue/profile';
import { chosenProfile, PROFILES } from '../../../venue/profiles';
import type { VirtualTime } from '../../core/virtualTime';
import { ATTEMPTS } from './message';
import { type Spell, Weather } from './weather';

const HTML = { 'content-type': 'text/html' };
const CLOSED = 'The venue is down for maintenance';

export interface Traits {
	/** Whether it is like the live service in all but its bookings, which a life compares whole. */
	isLive: boolean;
	/** How long its list of bookings takes. */
	listTakesMs: number;
	/** Which attempts the failed list shows for each message. */
	history: Profile['history'];
	/** How much of the date counts that its list of bookings is asked for. */
	modifiedFrom: Partial<Profile['bookings']['modifiedFrom']>;
	/** How it spells the addresses of webhooks, and how it says that one is off. */
	addresses: Profile['addresses'];
	enabledAs: Profile['webhooks']['enabledAs'];
}

/** Where deliveries to it arrive, however the venue spells that. */
export function addressOf({ configuration: { url } }: Webhook): string {
	const { origin, pathname } = new URL(url);
	return `${origin}${decodeURIComponent(pathname).replace(/\/$/, '')}`;
}

/** The outcome of a request. */
export type Outcome = { breaksOff: string } | Response;

export interface Response {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** How long it takes until the response begins, and then until it is complete. */
	afterMs: number;
	bodyMs: number;
	/** The venue says that there are more. */
	isPart: boolean;
}

interface Part extends Answer {
	isPart: true;
}

interface Write {
	/** The address of the n8n that wrote it. */
	by: string;
	at: number;
	isOn: boolean;
	/** What the venue presents with each event since then. */
	key?: string;
}

/** The simulated venue in the weather of a life. It knows nothing about n8n. */
export class Venue extends Platform {
	readonly weather: Weather;
	/** After this many more look-ups, one of them is told to wait for this many seconds. */
	asksOnceToWait?: { afterCalls: number; seconds: number };
	private readonly writes = new Map<number, Write[]>();
	private readonly offInConsole = new Set<number>();

	constructor(
		readonly name: string,
		readonly host: string,
		private readonly time: VirtualTime,
		readonly traits: Traits,
		spells: readonly Spell[],
		private readonly met: (spell: Spell, request: ApiRequest) => void,
	) {
		const { history, isLive, addresses, enabledAs } = traits;
		const profile = chosenProfile({
			profile: isLive ? 'live' : 'plain',
			variations: {
				history,
				addresses,
				bookings: PROFILES.plain.bookings,
				webhooks: { requiresApiKey: false, enabledAs },
			},
		});
		const modifiedFrom = { ...profile.bookings.modifiedFrom, ...traits.modifiedFrom };
		super(
			{ clock: time, profile: { ...profile, bookings: { ...profile.bookings, modifiedFrom } } },
			{
				venues: [name],
				// East of UTC: a venue that reads a time as its own shows more, not less.
				timeZone: 'Australia/Brisbane',
				newToken: (_, number) => `token-${number}-of-${host}`,
				delivery: { attempts: ATTEMPTS, failedListSeconds: Infinity },
			},
		);
		this.weather = new Weather(spells);
	}

	respond(request: ApiRequest): Outcome {
		const spells = this.weather.at(this.time.now(), request.path);
		for (const spell of spells) {
			const outcome = this.inWeather(spell, request);
			if (!outcome) continue;
			this.met(spell, request);
			return 'breaksOff' in outcome ? outcome : this.sent(outcome, request, spells);
		}
		const answer = this.inPart(this.inCalm(request), request, spells);
		const isLong = request.method === 'GET' && request.path === '/bookings';
		const bodyMs = isLong && answer.status < 300 ? this.traits.listTakesMs : 0;
		return this.sent(answer, request, spells, bodyMs);
	}

	/** The enabled configurations of this address. */
	enabledAt(address: string): Webhook[] {
		return this.webhooks
			.all()
			.filter(
				(webhook) => addressOf(webhook) === address && webhook.configuration.enabled === true,
			);
	}

	/** Whether a call switched this address off in that time. */
	wasSwitchedOff(address: string, from: number, to: number): boolean {
		return this.webhooks
			.all()
			.filter((webhook) => addressOf(webhook) === address)
			.flatMap(({ webhookId }) => this.writesOf(webhookId))
			.some(({ isOn, at }) => !isOn && at >= from && at < to);
	}

	switchOffInConsole({ webhookId }: Webhook): void {
		this.webhooks.change(webhookId, { enabled: false });
		this.offInConsole.add(webhookId);
	}

	/** A user has switched it off in the console, and it has not been written since. */
	isOffInConsole({ webhookId }: Webhook): boolean {
		return this.offInConsole.has(webhookId);
	}

	/** When the API wrote this webhook, and whether it was on afterwards. */
	writesOf(webhookId: number): readonly Write[] {
		return this.writes.get(webhookId) ?? [];
	}

	private inWeather(
		spell: Spell,
		{ method, path }: ApiRequest,
	): Answer | { breaksOff: string } | undefined {
		const { answers } = this;
		const seconds = String(spell.amount);
		const isList = method === 'GET';
		switch (spell.kind) {
			case 'down':
				return { breaksOff: 'ECONNREFUSED' };
			case 'certificate':
				return { breaksOff: 'CERT_HAS_EXPIRED' };
			case 'gateway':
			case 'oneRecord':
				return answers.text('<html>Bad gateway</html>', 502, HTML);
			case 'maintenance':
				return path === '/token' ? undefined : answers.maintenance(CLOSED, seconds);
			case 'tooManyRequests':
				return isList ? answers.tooManyRequests(seconds) : undefined;
			case 'oneLongRetryAfter':
				if (!isList) return undefined;
				this.weather.isOver(spell, this.time.now());
				return answers.maintenance(CLOSED, seconds);
			case 'emptyBodies':
				return isList ? answers.empty(200) : undefined;
			case 'nullBodies':
				return isList ? answers.json(null) : undefined;
			case 'loginPage':
				return isList ? answers.text('<html>Please log in</html>', 200, HTML) : undefined;
			case 'unknownForm':
				return isList ? answers.json({ status: 'fine', first: {}, second: {} }) : undefined;
			default:
				return undefined;
		}
	}

	private inCalm(request: ApiRequest): Answer {
		const answer = this.answer(request);
		if (answer.status === 401) return answer;
		const wait = request.path.startsWith('/bookings/') ? this.asksOnceToWait : undefined;
		if (wait && wait.afterCalls-- <= 0) {
			delete this.asksOnceToWait;
			return this.answers.tooManyRequests(String(wait.seconds));
		}
		if (request.method !== 'GET' && answer.status < 300) this.written(request);
		return answer;
	}

	/** A venue may answer with an empty body, so what it has on record counts. */
	private written({ path, ip }: ApiRequest): void {
		const [isWebhook, id] = /^\/webhooks(?:\/(\d+))?$/.exec(path) ?? [];
		if (!isWebhook) return;
		const all = this.webhooks.all();
		const webhook = id ? all.find((one) => one.webhookId === Number(id)) : all.at(-1);
		if (!webhook) return;
		const { webhookId, configuration } = webhook;
		const isOn = configuration.enabled === true;
		const write = { by: ip, at: this.time.now(), isOn, key: keyOf(webhook) };
		this.writes.set(webhookId, [...this.writesOf(webhookId), write]);
		this.offInConsole.delete(webhookId);
	}

	/** The first elements of a list, and how many there are. */
	private inPart(answer: Answer, request: ApiRequest, spells: Spell[]): Answer | Part {
		const spell = spells.find(({ kind }) => kind === 'partialLists');
		if (!spell || request.method !== 'GET' || answer.status >= 300) return answer;
		const body = wholeBody(answer);
		const all = parseJson(body);
		if (!Array.isArray(all) || all.length <= spell.amount) return { ...answer, body };
		this.met(spell, request);
		const items = all.slice(0, spell.amount);
		return { ...this.answers.json({ items, totalCount: all.length }), isPart: true };
	}

	private sent(answer: Answer | Part, request: ApiRequest, spells: Spell[], bodyMs = 0): Response {
		const wrong = spells.find(({ kind }) => kind === 'wrongDate');
		if (wrong) this.met(wrong, request);
		const slow = spells.find(({ kind }) => kind === 'slowAnswers');
		if (slow) this.met(slow, request);
		const date = new Date(this.time.now() + (wrong?.amount ?? 0)).toUTCString();
		return {
			...{ status: answer.status, body: wholeBody(answer), isPart: 'isPart' in answer },
			headers: { ...answer.headers, date },
			afterMs: slow?.amount ?? 0,
			bodyMs,
		};
	}
}

/** Of a webhook without basic authentication. */
export function keyOf({ configuration }: Webhook): string | undefined {
	const { authentication } = configuration as { authentication?: { apiKey?: string } };
	return authentication?.apiKey;
}
