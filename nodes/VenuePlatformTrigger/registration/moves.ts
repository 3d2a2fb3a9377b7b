import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { connect, type Connection } from '../../venueApi/connection';
import { nameOfVenue } from '../../parameters/includeVenue';
import { steadyClock } from '../../venueApi/pacing/steadyClock';
import { wait, within } from '../../venueApi/pacing/waiting';
import { isTestAddress, testUrlOf } from '../../venueApi/resources/triggerKeys';
import { type DeliveryAuth, readDeliveryAuth } from '../sender/deliveryAuth';
import { shows } from '../sender/rejection';
import { readTriggerSettings } from '../settings';
import { credentialIdOf, isSameVenue, type Place, placeAt, readWebhookUrl } from './address';
import { listen, type Listening, listeningAt, listenNoMore } from './listening';
import {
	BASE_URL_CHANGED,
	maybeSwitchedOff,
	stillEnabled,
	TRIED_AGAIN,
	TRIED_ENOUGH,
	willBeSwitchedOff,
} from './messages';
import { testIfOneVenue, ensure, unregister } from './registration';
import type { Wanted } from './wanted';
import { DAY_MS } from '../../venueApi/durations';

/** n8n takes less than a second from one version to the next, and at most 8 between two attempts. */
export const GRACE_MS = 10_000;

/** How long publishing waits for the old venue: n8n allows 84 seconds for everything. */
const MOVE_PATIENCE_MS = 5_000;

const LONGEST_PAUSE_MS = 10 * 60_000;
const LONGEST_TRYING_MS = DAY_MS;

/** Events that the old venue sent before it was told may still be on their way. */
const ON_ITS_WAY_MS = 5_000;

/** An old venue that cannot be told must not keep out the new one's events for longer than this. */
const LONGEST_DOUBT_MS = 60_000;

/** By address: the venues that the workflow is leaving or has just left. */
const switchOffs = new Map<string, SwitchOff[]>();

/**
 * The workflow now listens at this venue, so a switch-off that is due there is called off. A venue
 * that the address has moved away from is told at once, before this one begins to send: that may
 * take five seconds.
 */
export async function moveHere(connection: Connection, wanted: Wanted): Promise<void> {
	const context = connection.context as IHookFunctions;
	const place = placeAt(connection, wanted.url);
	forgetOtherBaseUrl(context, place);
	listen({ place, wanted, context });

	const leaving = switchOffsAt(place.url);
	for (const switchOff of leaving) {
		if (isSameVenue(switchOff.place, place)) switchOff.cancel();
	}
	await within(MOVE_PATIENCE_MS, async (waited) => {
		await Promise.all(leaving.map(async (one) => await one.carryOutNow(waited)));
	});
}

/**
 * n8n calls `delete` when a workflow is unpublished, but also between two versions of it and
 * between two attempts to publish it, and nothing shows which. Events are lost while a webhook is
 * off, but repeated if n8n answers 404. So the venue keeps sending for a while.
 */
export async function switchOffLater(context: IHookFunctions, url: string): Promise<void> {
	const { place, auth } = await readPlace(context, url);
	forgetOtherBaseUrl(context, place);
	listenNoMore(place);

	for (const other of switchOffsAt(url)) {
		if (isSameVenue(other.place, place)) other.cancel();
	}
	const switchOff = new SwitchOff(context, place, auth);
	switchOffs.set(url, [...switchOffsAt(url), switchOff]);
	if (isTestAddress(url)) return await switchOff.carryOutNow();
	context.logger.info(willBeSwitchedOff(context.getNode(), place));
}

/**
 * Whether a delivery may come from a venue that the address is leaving. If both credentials share a
 * Webhook API Key, nothing shows it, so the venue has to send it again later.
 */
export function mayBeFromFormerVenue(context: IWebhookFunctions): boolean {
	if (switchOffs.size === 0) return false;
	const address = readWebhookUrl(context.getNodeWebhookUrl('default'));
	if ('reason' in address) return false;
	const url = context.getMode() === 'manual' ? testUrlOf(address.url) : address.url;
	const headers = context.getHeaderData();
	const credentialId = credentialIdOf(context.getNode());
	return switchOffsAt(url).some(
		({ place, auth, mayStillSend }) =>
			place.credentialId !== credentialId && mayStillSend && shows(headers, auth),
	);
}

/** Forgets those that are over. */
function switchOffsAt(url: string): SwitchOff[] {
	const open = (switchOffs.get(url) ?? []).filter(({ isOver }) => !isOver);
	if (open.length > 0) switchOffs.set(url, open);
	else switchOffs.delete(url);
	return open;
}

type WhichAttempt = 'first' | 'next' | 'last';

/** For n8n's log. */
const ADVICE = { first: TRIED_AGAIN, last: TRIED_ENOUGH };

/** One venue that has to stop sending events to one address, until it has been told. */
class SwitchOff {
	/** The venue was told, or turned out to be the one that was moved to. */
	private isTold = false;
	/** Until when a delivery may come from that venue. */
	private sendsUntil = steadyClock.now() + LONGEST_DOUBT_MS;
	/** Until it is aborted, a publication waits for this switch-off. */
	private publishing?: AbortSignal;
	private readonly grace = new AbortController();
	private readonly end = new AbortController();
	private readonly firstAttempt: Promise<boolean>;

	constructor(
		private readonly context: IHookFunctions,
		public place: Place,
		readonly auth: DeliveryAuth | undefined,
	) {
		this.firstAttempt = this.tryAfterGrace();
		void this.tryUntilDone();
	}

	get mayStillSend(): boolean {
		return !this.isCanceled && steadyClock.now() < this.sendsUntil;
	}

	get isOver(): boolean {
		return this.isCanceled || (this.isTold && !this.mayStillSend);
	}

	private get isCanceled(): boolean {
		return this.end.signal.aborted;
	}

	cancel(): void {
		this.grace.abort();
		this.end.abort();
	}

	/** Ends the grace period. Resolves after the first attempt, whether or not it worked. */
	async carryOutNow(publishing?: AbortSignal): Promise<void> {
		this.publishing ??= publishing;
		this.grace.abort();
		await this.firstAttempt;
	}

	private async tryAfterGrace(): Promise<boolean> {
		await wait(GRACE_MS, this.grace.signal);
		return await this.attempt('first');
	}

	private async tryUntilDone(): Promise<void> {
		let isDone = await this.firstAttempt;
		let pause = GRACE_MS;
		for (let tried = pause; !isDone && tried <= LONGEST_TRYING_MS; tried += pause) {
			await wait(pause, this.end.signal);
			pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
			isDone = await this.attempt(tried + pause > LONGEST_TRYING_MS ? 'last' : 'next');
		}
	}

	/** Returns whether nothing is left to do. If something is, the first and the last attempt log it. */
	private async attempt(which: WhichAttempt): Promise<boolean> {
		if (this.isCanceled) return true;
		const { context } = this;
		try {
			const connection = await connect(context, 'registration');
			const place = placeAt(connection, this.place.url);
			if (!isSameVenue(place, this.place)) {
				this.cancel();
				context.logger.warn(stillEnabled(context.getNode(), this.place, BASE_URL_CHANGED));
				return true;
			}
			this.place = place;
			if (!this.isTold) await this.tell(connection, which);
		} catch (thrown) {
			if (which === 'next') return false;
			const beside = this.listeningBeside()?.context.getNode();
			const unless = beside && `credential “${nameOfVenue(beside)}”`;
			const text = stillEnabled(context.getNode(), this.place, thrown, unless);
			context.logger.warn(`${text} ${ADVICE[which]}`);
			return false;
		}
		return await this.mend(which);
	}

	/** Tells the venue, unless the workflow has moved to the same one. */
	private async tell(connection: Connection, which: WhichAttempt): Promise<void> {
		const asked = this.isOneVenueAfterAll(connection);
		// If the new venue does not respond, it is asked once more: switching off might miss events.
		const isOneVenue = which === 'first' ? await asked : await asked.catch(() => undefined);
		if (!isOneVenue) {
			await unregister(connection, this.place.url, this.auth, () => !this.isCanceled);
		}
		this.isTold = true;
		const onItsWayMs = isOneVenue ? 0 : ON_ITS_WAY_MS;
		this.sendsUntil = Math.min(this.sendsUntil, steadyClock.now() + onItsWayMs);
	}

	private async isOneVenueAfterAll(connection: Connection): Promise<boolean> {
		const elsewhere = this.listeningBeside();
		if (elsewhere === undefined) return false;
		const staying = await connect(elsewhere.context, 'registration');
		return await testIfOneVenue(connection, staying, elsewhere.wanted);
	}

	/** In doubt, both are one venue, so what was switched off there is switched on again. */
	private async mend(which: WhichAttempt): Promise<boolean> {
		const elsewhere = this.listeningBeside();
		// A publication that waits for this looks at the venue afterwards.
		if (elsewhere === undefined || this.publishing?.aborted === false) return true;
		try {
			await ensure(elsewhere);
			return true;
		} catch (thrown) {
			const { context, place } = this;
			if (which !== 'next') context.logger.warn(maybeSwitchedOff(place.url, thrown));
			return false;
		}
	}

	/** Where the workflow listens now, if that may be the same venue. */
	private listeningBeside(): Listening | undefined {
		const { place } = this;
		const elsewhere = listeningAt(place.url);
		if (elsewhere === undefined || isSameVenue(elsewhere.place, place)) return undefined;
		return ['', elsewhere.place.baseUrl].includes(place.baseUrl) ? elsewhere : undefined;
	}
}

async function readPlace(
	context: IHookFunctions,
	url: string,
): Promise<{ place: Place; auth?: DeliveryAuth }> {
	try {
		const { authentication } = readTriggerSettings(context);
		const auth = await readDeliveryAuth(context, authentication);
		return { place: placeAt(await connect(context, 'registration'), url), auth };
	} catch {
		const credentialId = credentialIdOf(context.getNode());
		const listening = listeningAt(url)?.place;
		const isKnown = listening?.credentialId === credentialId;
		return { place: isKnown ? listening : { credentialId, baseUrl: '', url } };
	}
}

/** n8n does not report that a Base URL has changed, and nothing can then sign in at the old one. */
function forgetOtherBaseUrl(context: IHookFunctions, place: Place): void {
	const other = listeningAt(place.url)?.place;
	if (other?.credentialId !== place.credentialId || isSameVenue(other, place)) return;
	listenNoMore(other);
	const unless = 'the new Base URL';
	context.logger.warn(stillEnabled(context.getNode(), other, BASE_URL_CHANGED, unless));
}
