import type { IDataObject, INode } from 'n8n-workflow';

import { timeIn } from '../../../engine/harness/times';
import type { Booking } from '../../../venue/account/bookingSamples';
import type { Message } from '../../../venue/delivery/message';
import type { Traits } from '../venue/venue';
import type { World } from '../world';
import type { Poll } from './polls';
import { BEGINS_ANEW_MS, type Since, type Stay } from './stays';
import {
	CHANGED_BEFORE,
	CUT_OFF,
	DATES_WENT_BACK,
	OPTION_ADDED,
	REACHED_BACK,
	type Window,
} from './windows';

interface Report {
	at: number;
	poll: Poll;
	item: IDataObject;
	/**
	 * n8n has saved older data over it, as docs/reliability-in-detail.md says of a workflow that is
	 * published then, or goes on with older data, as it says of a main process that leads again. Or the
	 * database was restored.
	 */
	mayComeAgain: boolean;
}

interface GivenUp {
	at: number;
	venue: number;
	message: Message;
}

const HOUR_MS = 60 * 60_000;
/** What a venue goes by that is asked for a time. */
const ROUNDED_MS: Record<string, number> = { minute: 60_000, hour: HOUR_MS, day: 24 * HOUR_MS };
/** The time zone of the venues. */
const EAST_OF_UTC_MS = 10 * HOUR_MS;

/** n8n allows five minutes. */
const LONGEST_POLL_MS = 4.5 * 60_000;
const NOT_REACHED_BACK = 'those beside an earlier failed message could not be fetched';

/** As set in the node. */
const SAFETY_MARGIN_MS = 5 * 60_000;
/** How many versions of bookings are remembered, as docs/reliability.md says. */
const MOST_VERSIONS = 1_200;
const NEVER: Since = { from: Infinity, to: Infinity };

/** Compares the reports of the recovery triggers with what there was to report. */
export class Reports {
	/** When more bookings changed at once than can be remembered. */
	readonly largeOutages: Array<{ venue: number; at: number }> = [];
	readonly givenUp: GivenUp[] = [];
	/** To a webhook of another system. */
	readonly toOthers: GivenUp[] = [];

	constructor(private readonly world: World) {}

	/** Each n8n counts what goes to its own address, or to a webhook that the venue does not list. */
	gaveUp(lost: GivenUp): void {
		const { venues, publicUrl } = this.world;
		const webhook = venues[lost.venue].webhooks.find(lost.message.webhookId);
		const isOurs = webhook === undefined || webhook.configuration.url.startsWith(`${publicUrl}/`);
		(isOurs ? this.givenUp : this.toOthers).push(lost);
	}

	judge(): void {
		const { stays } = this.world;
		for (const stay of stays.all) {
			if (stay.node.webhookId !== undefined) continue;
			const reports = this.reportsOf(stay);
			this.judgeMessages(stay, reports);
			this.judgeBookings(stay, reports);
		}
	}

	/** How many messages were given up during this stay without a report. */
	owedAtTheEndOf(stay: Stay): number {
		const { to } = stay.wanted.get('final') ?? NEVER;
		const begun = Math.max(stay.since.to, to);
		const reported = new Set(this.reportsOf(stay).map(({ item }) => item.messageId));
		return this.givenUp.filter(
			({ at, venue, message }) =>
				venue === stay.venue && at > begun && at < stay.until && !reported.has(message.id),
		).length;
	}

	private reportsOf(stay: Stay): Report[] {
		const { polls, restores, stays } = this.world;
		const { workflowId } = stay;
		return (
			polls.all
				.filter((poll) => poll.node.id === stay.node.id && poll.workflowId === workflowId)
				.filter(({ startedAt }) => startedAt >= stay.since.from && startedAt <= stay.until)
				// After an interrupted move, it polled the one venue or the other.
				.filter(({ startedAt, venue }) => startedAt > stay.since.to || venue === stay.venue)
				.filter(({ endedAt, landedAt }) => landedAt < Infinity && !restores.haveForgotten(endedAt))
				.flatMap((poll) => {
					const mayComeAgain =
						restores.haveForgotten(poll.landedAt) ||
						polls.isUnknownLater(poll) ||
						stays.werePublishingBetween(workflowId, poll.endedAt, poll.landedAt);
					return poll.items.map((item) => ({ at: poll.endedAt, poll, item, mayComeAgain }));
				})
		);
	}

	/** A message that was reported at an attempt does not come again at a later one. */
	private judgeAttempts(stay: Stay, reports: Report[]): void {
		const times = new Map<unknown, number>();
		for (const { item, mayComeAgain } of reports) {
			if (item.event !== 'attempt' || mayComeAgain) continue;
			const key = `${String(item.webhookId)} ${String(item.messageId)}`;
			times.set(key, (times.get(key) ?? 0) + 1);
			if (times.get(key) === 2) this.world.broken('each attempt once', told(stay, key));
		}
	}

	private judgeMessages(stay: Stay, reports: Report[]): void {
		const { world } = this;
		this.judgeAttempts(stay, reports);
		const final = reports.filter(({ item }) => item.event === 'final');
		for (const { item, poll } of final) {
			const known = this.givenUp.find(({ message }) => message.id === item.messageId);
			// An interrupted move may have taken effect when n8n started again.
			const venue = stay.wasInterrupted ? poll.venue : stay.venue;
			if (known && known.venue !== venue) {
				world.broken(
					'each message is reported by nodes of its own venue',
					told(stay, item.messageId),
				);
			}
		}
		this.judgeOthers(stay, reports);
		const wanted = stay.wanted.get('final') ?? NEVER;
		const begunAt = this.begunAt(stay) - SAFETY_MARGIN_MS;
		for (const { at, venue, message } of this.givenUp) {
			if (venue !== stay.venue) continue;
			const saying = final.filter(({ item }) => item.messageId === message.id);
			const times = Math.max(
				Math.min(1, saying.length),
				saying.filter(({ mayComeAgain }) => !mayComeAgain).length,
			);
			const isOld = at < begunAt && !this.beganWithWrongDateAndPart(stay);
			const isDue = at > Math.max(stay.since.to, wanted.to) && at < world.lastDueAt;
			const mustBe = stay.until === Infinity && stay.isActive && isDue;
			if (times > 1 || (times > 0 && isOld)) {
				world.broken('each message once', `${told(stay, message.id)} ${isOld ? 'old' : times}`);
			}
			if (times === 0 && mustBe && !this.isLost(stay, message.id)) {
				world.broken(
					'each message is reported',
					`${told(stay, message.id)}, given up at ${world.clockTime(at)}`,
				);
			}
		}
	}

	/** As docs/reliability-in-detail.md says of such a part: the venue’s clock decides what is older. */
	private beganWithWrongDateAndPart(stay: Stay): boolean {
		return (
			this.hasWrongDates(stay.venue) && !!this.firstOf(stay)?.lists.some(({ isPart }) => isPart)
		);
	}

	/**
	 * As docs/reliability.md says, they are left out unless n8n cannot tell whose they are: this poll
	 * has not seen all webhooks.
	 */
	private judgeOthers(stay: Stay, reports: Report[]): void {
		for (const { item, poll } of reports) {
			if (!this.toOthers.some(({ message }) => message.id === item.messageId)) continue;
			const hasSeen = poll.lists.some(
				({ path, isGood, isPart }) => path === '/webhooks' && isGood && !isPart,
			);
			if (hasSeen) this.world.broken('what others missed is left out', told(stay, item.messageId));
			else this.world.seen('a message to another system, without the list of webhooks');
		}
	}

	/** Everything Since a Date counts for each event when it begins, so it may be an earlier choice. */
	private begunAt(stay: Stay): number {
		const ofNode = this.world.polls.all.filter(({ node }) => node.id === stay.node.id);
		return Math.min(this.firstAt(stay), ...[stay, ...ofNode].map(startDateOf));
	}

	/**
	 * A node that returns to a venue may continue where it was. So may a node that polled there
	 * before it was published again, because an interrupted publication took effect.
	 */
	private firstAt(stay: Stay): number {
		const { node, venue, record, since, beginsAnew } = stay;
		const { stays, polls } = this.world;
		if (beginsAnew && !this.mayGoOn(stay)) return since.from;
		const isHere = (one: { node: INode; venue: number }) =>
			one.node.id === node.id && one.venue === venue;
		const earlier = stays.all.filter((one) => isHere(one) && one.record === record);
		const begun = polls.all.find(
			(one) => isHere(one) && one.node.credentials?.venuePlatformApi.id === record,
		);
		const times = [since, ...earlier.map((one) => one.since)].map(({ from }) => from);
		return Math.min(...times, begun?.startedAt ?? Infinity);
	}

	/** Whatever n8n saved for the workflow in that week also saved when this node had polled. */
	private mayGoOn({ node, workflowId, since: { from } }: Stay): boolean {
		const { polls, database } = this.world;
		return polls.all.some(
			(poll) =>
				poll.node.id === node.id &&
				poll.startedAt >= from - BEGINS_ANEW_MS &&
				database.wasWritten(workflowId, { from: poll.endedAt, to: from }),
		);
	}

	private judgeBookings(stay: Stay, reports: Report[]): void {
		const { world } = this;
		const counts = new Map<string, number>();
		for (const { item, poll, mayComeAgain } of reports) {
			if (item.event !== 'booking') continue;
			// After an interrupted move, it may have polled at another venue.
			const key = `${poll.venue} ${versionOf(item.booking as unknown as Booking)}`;
			counts.set(key, (counts.get(key) ?? 0) + (mayComeAgain ? 0 : 1));
		}
		const repeated = [...counts].filter(([, times]) => times > 1);
		const repeats = repeated.reduce((sum, [, times]) => sum + times - 1, 0);
		const forgotten = Math.max(0, counts.size - MOST_VERSIONS);
		const windows = repeats > 0 ? this.windowsOfRepeats(stay, reports) : [];
		// What was only listed takes room as well, and of a list that is cut off, none of it is known.
		const areAllNamed = windows.includes(CUT_OFF) || repeats <= windows.length * forgotten;
		const isNamed = repeats > 0 && areAllNamed;
		if (isNamed) for (const { name } of windows) world.seen(`window: ${name}`);
		for (const [key, times] of isNamed ? [] : repeated) {
			world.broken('each version once', `${told(stay, key)} ${times}`);
		}
		this.judgeOld(stay, reports);
		if (stay.until < Infinity || !stay.isActive) return;
		for (const booking of world.venues[stay.venue].bookings.all()) {
			const { uniqueId, modifiedDate } = booking;
			const key = versionOf(booking);
			const modifiedAt = Date.parse(modifiedDate);
			const isDue = modifiedAt < world.lastDueAt && this.isOwed(stay, modifiedAt);
			const hasCome = counts.has(`${stay.venue} ${key}`) || this.hasComeBefore(stay, key);
			const isToldOf = this.isToldOf(stay, modifiedAt);
			if (isDue && !hasCome && !isToldOf && !this.isLost(stay, uniqueId)) {
				world.broken(
					'the last version of each booking',
					`${told(stay, key)}, changed at ${world.clockTime(modifiedAt)}`,
				);
			}
		}
	}

	/** The node was moved away in the meantime, and goes on where it was. */
	private hasComeBefore({ node, workflowId, venue }: Stay, key: string): boolean {
		const { polls, restores } = this.world;
		return polls.all.some(
			(poll) =>
				poll.node.id === node.id &&
				poll.workflowId === workflowId &&
				poll.venue === venue &&
				poll.landedAt < Infinity &&
				!restores.haveForgotten(poll.endedAt) &&
				poll.items.some(
					({ booking }) => booking && versionOf(booking as unknown as Booking) === key,
				),
		);
	}

	/** What changed before the workflow was published, or while it was not for weeks, is no news. */
	private judgeOld(stay: Stay, reports: Report[]): void {
		const begunAt = this.begunAt(stay) - SAFETY_MARGIN_MS;
		for (const { item, poll } of reports) {
			// Given-up messages bring earlier changes.
			if (recovers(poll)) continue;
			const { modifiedDate, uniqueId } = (item.booking ?? {}) as Partial<Booking>;
			if (modifiedDate === undefined) continue;
			const modifiedAt = Date.parse(modifiedDate);
			if (modifiedAt >= begunAt - this.earlierMs(stay, poll)) continue;
			if (this.wasOwed(modifiedAt, poll, reports)) continue;
			this.world.broken('it begins as Start With says', told(stay, uniqueId));
		}
	}

	/** A poll with Recover Bookings reported the message, and left the bookings to this one. */
	private wasOwed(modifiedAt: number, poll: Poll, reports: Report[]): boolean {
		return this.givenUp.some(
			({ message }) =>
				message.type === 'Booking' &&
				modifiedAt >= message.history[0].createdAt - SAFETY_MARGIN_MS &&
				reports.some(
					({ item, at, poll: before }) =>
						item.messageId === message.id &&
						item.event === 'final' &&
						recovers(before) &&
						at <= poll.startedAt &&
						modifiedAt <= at,
				),
		);
	}

	/**
	 * How much earlier a venue lists changes that goes by whole hours or days, by its own time zone or
	 * not by the time. As docs/reliability-in-detail.md says, that counts unless the venue showed all
	 * bookings at publication, and with Everything Since a Date unless this poll shows how the venue
	 * goes. If its clock was wrong, changes come again.
	 */
	private earlierMs(stay: Stay, poll: Poll): number {
		const { venue } = stay;
		if (this.hasWrongDates(venue)) return Infinity;
		const { listTakesMs, modifiedFrom } = this.world.venues[venue].traits;
		const first = this.firstOf(stay);
		const atFirst = first?.lists.filter(({ path }) => path === '/bookings') ?? [];
		const endedAt = first?.endedAt ?? -Infinity;
		const hasShownAll = atFirst.some(({ at, isGood }) => isGood && at + listTakesMs <= endedAt);
		const { to, zone } = modifiedFrom;
		const roundedMs = ROUNDED_MS[to ?? ''] ?? 0;
		const isShown = showsHowItGoes(modifiedFrom, poll);
		if (hasShownAll && (startDateOf(poll) === Infinity || isShown)) return 0;
		// Where the venue is asked twice, the dates of change decide, unless nothing is recent enough to
		// show that it goes by its own time zone.
		const answers = poll.lists.filter(({ path, isGood }) => path === '/bookings' && isGood);
		const isAskedTwice = answers.length > 1;
		const isClear = zone !== 'local' || isShown;
		if (isAskedTwice && isClear && !atFirst.some(({ isPart }) => isPart)) return roundedMs;
		if (to === 'nothing') return Infinity;
		return roundedMs + (zone === 'local' ? EAST_OF_UTC_MS : 0);
	}

	private hasWrongDates(venue: number): boolean {
		return this.world.plan.spells.some((one) => one.kind === 'wrongDate' && one.venue === venue);
	}

	/** The poll with which it began. What a publication that failed has seen is forgotten. */
	private firstOf({ node, since }: Stay): Poll | undefined {
		return this.world.polls.all.find(
			(one) =>
				one.node.id === node.id &&
				one.startedAt >= since.from &&
				one.startedAt <= since.to &&
				one.endedAt < Infinity &&
				one.text === undefined,
		);
	}

	/**
	 * A list that the venue ended too early. As docs/troubleshooting.md says, the user is told from
	 * when to when changes may be missing, and that the same is true until the next poll. The times
	 * are those of the venue’s clock, right or wrong.
	 */
	private isToldOf({ node, venue }: Stay, changedAt: number): boolean {
		const { spells } = this.world.plan;
		const aheadMs = spells
			.filter((spell) => spell.kind === 'wrongDate' && spell.venue === venue)
			.map(({ amount }) => amount);
		return [0, ...aheadMs].some((ms) => this.isTold(node, changedAt + ms));
	}

	private isTold(node: INode, modifiedAt: number): boolean {
		const polls = this.world.polls.all.filter((poll) => poll.node.id === node.id);
		return polls.some((poll) => {
			const told = /changes from (.+?) to (.+?) may be missing/.exec(poll.text ?? '');
			if (told === null) return false;
			const [from, to] = told.slice(1).map(timeIn);
			const next = polls.find(
				({ startedAt, landedAt }) => startedAt > poll.startedAt && landedAt < Infinity,
			);
			if (modifiedAt < from || modifiedAt > Math.max(to, next?.endedAt ?? to)) return false;
			this.world.seen('a version in a time that may be missing');
			return true;
		});
	}

	/**
	 * If dates go back, the request begins that much earlier, because the venue's clock may have been
	 * set back. As docs/reliability.md says, what the memory had no room for may then be repeated
	 * once. The same can happen after a message from before Booking Changed was added.
	 */
	private windowsOfRepeats(stay: Stay, reports: Report[]): Window[] {
		const last = reports.at(-1)?.at ?? -Infinity;
		const timesBack = this.world.plan.spells.filter(
			({ kind, venue, amount, from, until }) =>
				kind === 'wrongDate' && venue === stay.venue && (amount < 0 ? from : until) <= last,
		);
		const isAdded = (stay.wanted.get('booking')?.from ?? -Infinity) > stay.since.to;
		const polls = this.world.polls.all.filter(({ node }) => node.id === stay.node.id);
		const { listTakesMs } = this.world.venues[stay.venue].traits;
		const beforeLists = this.largeOutages.filter(
			({ venue, at }) =>
				venue === stay.venue &&
				polls.some(({ startedAt, endedAt }) => startedAt - listTakesMs <= at && at <= endedAt),
		);
		const isCutOff = polls.some(
			({ startedAt, lists }) =>
				lists.some(({ path, isPart }) => path === '/bookings' && isPart) &&
				this.largeOutages.some(({ venue, at }) => venue === stay.venue && at < startedAt),
		);
		return [
			...(isCutOff ? [CUT_OFF] : []),
			...timesBack.map(() => DATES_WENT_BACK),
			...(isAdded ? [OPTION_ADDED] : []),
			...(this.reachedBack(stay, reports) ? [REACHED_BACK] : []),
			...beforeLists.map(() => CHANGED_BEFORE),
		];
	}

	/**
	 * A message happened before two mass changes, and was reported after them. One is an excuse only
	 * without Booking Changed.
	 */
	private reachedBack({ venue, wanted }: Stay, reports: Report[]): boolean {
		const atLeast = wanted.has('booking') ? 2 : 1;
		const outages = this.largeOutages.filter((outage) => outage.venue === venue);
		return this.givenUp.some(({ message }) => {
			const report = reports.find(({ item }) => item.messageId === message.id);
			const happenedAt = message.history[0].createdAt;
			const between = outages.filter(
				({ at }) => at >= happenedAt && at <= (report?.at ?? -Infinity),
			);
			return between.length >= atLeast;
		});
	}

	/**
	 * Booking Changed is chosen, or messages were given up that show that the change may have been
	 * missed.
	 */
	private isOwed(stay: Stay, modifiedAt: number): boolean {
		const { to } = stay.wanted.get('booking') ?? NEVER;
		const begunAt = Math.max(stay.since.to, to);
		if (begunAt < Infinity && modifiedAt > Math.min(begunAt, startDateOf(stay))) return true;
		const wanted = stay.wanted.get('final') ?? NEVER;
		const begun = Math.max(stay.since.to, wanted.to, stay.optionSince);
		if (this.isTooSlowToReachBack(stay)) return false;
		return this.givenUp.some(
			({ at, venue, message }) =>
				venue === stay.venue &&
				message.type === 'Booking' &&
				at > begun &&
				at < this.world.lastDueAt &&
				modifiedAt >= message.history[0].createdAt &&
				modifiedAt <= at,
		);
	}

	/** Two lists of this venue take longer than a poll, and the user is told what to do instead. */
	private isTooSlowToReachBack({ node, venue }: Stay): boolean {
		const { polls, seen, venues } = this.world;
		if (2 * venues[venue].traits.listTakesMs <= LONGEST_POLL_MS) return false;
		const ofNode = polls.all.filter((poll) => poll.node.id === node.id);
		if (!ofNode.some(({ text }) => text?.includes(NOT_REACHED_BACK))) return false;
		seen('a venue too slow to reach back');
		return true;
	}

	/** n8n was killed after it saved that this was reported, and before it started the workflow. */
	private isLost(stay: Stay, id: string): boolean {
		return this.world.polls.all.some(
			(poll) =>
				poll.node.id === stay.node.id &&
				this.world.polls.lost(poll) &&
				poll.items.some(({ messageId, booking }) => {
					return messageId === id || (booking as Booking | undefined)?.uniqueId === id;
				}),
		);
	}
}

/** Everything Since a Date. */
function startDateOf({ node }: { node: INode }): number {
	const { startDate } = (node.parameters.options ?? {}) as { startDate?: string };
	return startDate === undefined ? Infinity : Date.parse(startDate);
}

/**
 * Asked for the time of this poll, the venue lists a booking that this poll reports. So it does not go
 * by the time, and the dates of change decide.
 */
function showsHowItGoes({ to, zone }: Traits['modifiedFrom'], { items, endedAt }: Poll): boolean {
	const unitMs = ROUNDED_MS[to ?? ''] ?? 1;
	const asked = endedAt - (zone === 'local' ? EAST_OF_UTC_MS : 0);
	const listedFrom = to === 'nothing' ? -Infinity : Math.floor(asked / unitMs) * unitMs;
	return items.some(({ booking }) => {
		const { modifiedDate = '' } = (booking ?? {}) as Partial<Booking>;
		return Date.parse(modifiedDate) >= listedFrom;
	});
}

/** Recover Bookings is on. */
function recovers({ node }: Poll): boolean {
	return node.parameters.refetchBookings === true;
}

const versionOf = ({ uniqueId, version }: Booking) => `${uniqueId} ${String(version)}`;

function told({ node, workflowId }: Stay, what: unknown): string {
	return `${workflowId} “${node.name}”: ${String(what)}`;
}
