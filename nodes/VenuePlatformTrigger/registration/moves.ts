import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { connect, type Connection } from '../../venueApi/connection';
import { steadyClock } from '../../venueApi/pacing/steadyClock';
import { wait } from '../../venueApi/pacing/waiting';
import { type DeliveryAuth, readDeliveryAuth } from '../sender/deliveryAuth';
import { shows } from '../sender/rejection';
import { readTriggerSettings } from '../settings';
import {
	credentialIdOf,
	isSameVenue,
	isTestUrl,
	type Place,
	placeAt,
	readWebhookUrl,
	testUrlOf,
} from './address';
import { listen, type ListeningVenue, listeningAt, listenNoMore, placesOf } from './listening';
import {
	BASE_URL_CHANGED,
	maybeSwitchedOff,
	stillEnabled,
	TRIED_AGAIN,
	TRIED_ENOUGH,
	willBeSwitchedOff,
} from './messages';
import { areOneVenue, register, unregister } from './registration';
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

/** When a venue ended that the workflow never left: nothing of it is on its way. */
const NEVER_SENT = 0;

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
	forgetOtherBaseUrls(context, place);
	const connectAgain = async () => await connect(context, 'registration');
	listen({
		place,
		isReachedBy: async (other) => await areOneVenue(other, await connectAgain(), wanted),
		ensure: async () => await register(await connectAgain(), wanted),
	});

	const leaving = switchOffs.get(place.url) ?? [];
	for (const switchOff of leaving) {
		if (isSameVenue(switchOff.place, place)) switchOff.cancel();
	}
	const isTold = new AbortController();
	const telling = Promise.all(leaving.map(async (switchOff) => await switchOff.carryOutNow()));
	await Promise.race([telling, wait(MOVE_PATIENCE_MS, isTold.signal)]);
	isTold.abort();
}

/**
 * n8n calls `delete` when a workflow is unpublished, but also between two versions of it and
 * between two attempts to publish it, and nothing shows which. Events are lost while a webhook is
 * off, but repeated if n8n answers 404. So the venue keeps sending for a while.
 */
export async function switchOffLater(context: IHookFunctions, url: string): Promise<void> {
	const { place, auth } = await readPlace(context, url);
	forgetOtherBaseUrls(context, place);
	listenNoMore(place);
	const isSame = (other: { place: Place }) => isSameVenue(other.place, place);

	const others = switchOffs.get(url) ?? [];
	others.filter(isSame).forEach((other) => other.cancel());
	const switchOff = new SwitchOff(context, place, auth);
	switchOffs.set(url, [...others.filter(({ hasEnded }) => !hasEnded), switchOff]);
	if (isTestUrl(url)) return await switchOff.carryOutNow();
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
	const leaving = (switchOffs.get(url) ?? []).filter(({ hasEnded }) => !hasEnded);
	if (leaving.length === 0) switchOffs.delete(url);
	const headers = context.getHeaderData();
	const credentialId = credentialIdOf(context.getNode());
	return leaving.some(
		({ place, auth, isDoubtOver }) =>
			place.credentialId !== credentialId && !isDoubtOver && shows(headers, auth),
	);
}

/** One venue that has to stop sending events to one address, until it has been told. */
class SwitchOff {
	private unanswered = 0;
	/** When the venue stopped sending, or turned out to be the venue that was moved to. */
	private endedAt?: number;
	private wantedNowAt?: number;
	private readonly since = steadyClock.now();
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

	/** Nothing can come from that venue anymore, or the workflow listens there again. */
	get hasEnded(): boolean {
		return this.isCanceled || steadyClock.now() - (this.endedAt ?? Infinity) >= ON_ITS_WAY_MS;
	}

	private get isCanceled(): boolean {
		return this.end.signal.aborted;
	}

	/** It has been tried for so long that the new venue's events come first. */
	get isDoubtOver(): boolean {
		return steadyClock.now() - this.since >= LONGEST_DOUBT_MS;
	}

	cancel(): void {
		this.grace.abort();
		this.end.abort();
	}

	/** Ends the grace period. Resolves after the first attempt, whether or not it worked. */
	async carryOutNow(): Promise<void> {
		this.wantedNowAt ??= steadyClock.now();
		this.grace.abort();
		await this.firstAttempt;
	}

	private async tryAfterGrace(): Promise<boolean> {
		await wait(GRACE_MS, this.grace.signal);
		return await this.attempt(TRIED_AGAIN);
	}

	private async tryUntilDone(): Promise<void> {
		let isDone = await this.firstAttempt;
		let pause = GRACE_MS;
		for (let tried = pause; !isDone && tried <= LONGEST_TRYING_MS; tried += pause) {
			await wait(pause, this.end.signal);
			pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
			isDone = await this.attempt(tried + pause > LONGEST_TRYING_MS ? TRIED_ENOUGH : undefined);
		}
	}

	/** Returns whether nothing is left to do. If something is, the advice goes into the log. */
	private async attempt(advice: string | undefined): Promise<boolean> {
		if (this.isCanceled) return true;
		const { context, auth } = this;
		try {
			const connection = await connect(context, 'registration');
			const place = placeAt(connection, this.place.url);
			if (!isSameVenue(place, this.place)) {
				this.cancel();
				context.logger.warn(stillEnabled(context.getNode(), this.place, BASE_URL_CHANGED));
				return true;
			}
			this.place = place;
			const isOneVenue = this.endedAt === undefined && (await this.isOneVenueAfterAll(connection));
			if (isOneVenue === 'unknown') return false;
			if (isOneVenue) this.endedAt = NEVER_SENT;
			if (this.endedAt === undefined) {
				await unregister(connection, place.url, auth, () => !this.isCanceled);
				this.endedAt = steadyClock.now();
			}
		} catch (thrown) {
			if (advice === undefined) return false;
			const text = stillEnabled(context.getNode(), this.place, thrown);
			context.logger.warn(`${text} ${advice}`);
			return false;
		}
		return await this.mend(advice);
	}

	/**
	 * If the new venue does not respond, it is asked once more: if both are one venue, switching it
	 * off might miss events.
	 */
	private async isOneVenueAfterAll(connection: Connection): Promise<boolean | 'unknown'> {
		const elsewhere = this.listeningBeside();
		try {
			return (await elsewhere?.isReachedBy(connection)) ?? false;
		} catch {
			this.unanswered++;
			return this.unanswered > 1 ? false : 'unknown';
		}
	}

	/** In doubt, both are one venue, so what was switched off there is switched on again. */
	private async mend(advice: string | undefined): Promise<boolean> {
		const elsewhere = this.listeningBeside();
		// Publishing waits for this, and looks at the venue afterwards.
		const willPublishingLook = steadyClock.now() - (this.wantedNowAt ?? 0) < MOVE_PATIENCE_MS;
		if (elsewhere === undefined || willPublishingLook) return true;
		try {
			await elsewhere.ensure();
			return true;
		} catch (thrown) {
			const { context, place } = this;
			if (advice !== undefined) context.logger.warn(maybeSwitchedOff(place.url, thrown));
			return false;
		}
	}

	/** Where the workflow listens now, if that may be the same venue. */
	private listeningBeside(): ListeningVenue | undefined {
		const { place } = this;
		const elsewhere = listeningAt(place.url);
		if (elsewhere === undefined || isSameVenue(elsewhere.place, place)) return undefined;
		return elsewhere.place.baseUrl === place.baseUrl ? elsewhere : undefined;
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
		return {
			place: placesOf(credentialId, url)[0] ?? { credentialId, baseUrl: '', url },
		};
	}
}

/** n8n does not report that a Base URL has changed, and nothing can then sign in at the old one. */
function forgetOtherBaseUrls(context: IHookFunctions, place: Place): void {
	for (const other of placesOf(place.credentialId, place.url)) {
		if (isSameVenue(other, place)) continue;
		listenNoMore(other);
		context.logger.warn(stillEnabled(context.getNode(), other, BASE_URL_CHANGED));
	}
}
