import type { Webhook } from '../../../venue/account/webhooks';
import { addressOf, type Venue } from '../venue/venue';
import type { Poll } from './polls';
import type { Stay } from './stays';
import { FORMER_LEADER } from './windows';
import type { World } from '../world';

interface Switch {
	at: number;
	venue: Venue;
	webhookId: string;
}

/** What a user switched off in the console is reported, and nothing else. */
export class Switches {
	private readonly all: Switch[] = [];

	constructor(private readonly world: World) {}

	inConsole(venue: Venue, webhook: Webhook): void {
		const { webhookId } = webhook;
		this.all.push({ at: this.world.time.now(), venue, webhookId: String(webhookId) });
		this.world.say(`${venue.name}: ${addressOf(webhook)} is switched off in the console`);
	}

	/** A user or a copy of this n8n has switched it off. */
	isOff(url: string, venue: Venue): boolean {
		return venue.webhooks
			.all()
			.some(
				(webhook) =>
					addressOf(webhook) === url &&
					(venue.isOffInConsole(webhook) || this.isOffByOther(venue, webhook)),
			);
	}

	/** It is off because the main process that unpublished the workflow leads no more. */
	isOffByFormerLeader({ wasHandedOver, isActive, node, venue }: Stay): boolean {
		const { world } = this;
		const isOff = world.venues[venue].enabledAt(world.urlOf(node)).length === 0;
		if (!wasHandedOver || !isActive || !isOff) return false;
		world.seen(`window: ${FORMER_LEADER.name}`);
		return true;
	}

	private isOffByOther(venue: Venue, { webhookId }: Webhook): boolean {
		const last = venue.writesOf(webhookId).at(-1);
		return last !== undefined && !last.isOn && last.by !== this.world.ip;
	}

	/** What a copy of this n8n switches off, while the workflow is still published here. */
	private byCopies(): Switch[] {
		return this.world.venues.flatMap((venue) =>
			venue.webhooks.all().flatMap((webhook) => {
				const webhookId = String(webhook.webhookId);
				const writes = venue.writesOf(webhook.webhookId);
				return writes
					.filter(
						({ by, isOn, at }) => by !== this.world.ip && !isOn && this.isOurs(webhook, venue, at),
					)
					.map(({ at }) => ({ at, venue, webhookId }));
			}),
		);
	}

	private isOurs(webhook: Webhook, venue: Venue, at: number): boolean {
		const { stays, venues } = this.world;
		const url = addressOf(webhook);
		return stays.current.some(
			(stay) =>
				stay.node.webhookId !== undefined &&
				stay.isActive &&
				stay.since.to < at &&
				venues[stay.venue] === venue &&
				this.world.urlOf(stay.node) === url,
		);
	}

	judge(): void {
		for (const one of this.byCopies()) {
			this.world.seen('switched off by a copy of n8n');
			this.judgeSwitch(one);
		}
		for (const one of this.all) this.judgeSwitch(one);
		for (const poll of this.world.polls.all) {
			const { items, landedAt, endedAt, node } = poll;
			if (landedAt === Infinity) continue;
			for (const { event, webhookId, change } of items) {
				if (event !== 'switchedOff') continue;
				const isTrue = this.all.some((one) => one.webhookId === webhookId && one.at <= endedAt);
				if (isTrue || this.isForgotten(poll, String(webhookId))) continue;
				this.world.broken(
					'nobody is alarmed about what n8n did itself',
					`“${node.name}” says that ${String(webhookId)} was ${String(change)}`,
				);
			}
		}
	}

	/** If two polls in a row saw the webhook on and then off, the second one reports it. */
	private judgeSwitch({ at, venue, webhookId }: Switch): void {
		const { polls, venues, seen } = this.world;
		const writes = venue.writesOf(Number(webhookId));
		const wantsIt = polls.all.filter(({ node }) =>
			[node.parameters.events].flat().includes('switchedOff'),
		);
		const after = wantsIt.filter((poll) => {
			const listed = listedIn(poll);
			const isSame = venues[poll.venue] === venue && listed !== undefined && listed > at;
			return isSame && !writes.some((write) => write.at > at && write.at <= listed);
		});
		for (const poll of after) {
			const ofNode = polls.all.filter(
				({ process, node }) => process === poll.process && node.id === poll.node.id,
			);
			const before = ofNode[ofNode.indexOf(poll) - 1];
			const listed = before && listedIn(before);
			const wasSeen =
				listed !== undefined &&
				listed < at &&
				before.venue === poll.venue &&
				wantsIt.includes(before) &&
				before.endedAt <= poll.startedAt &&
				writes.findLast((write) => write.at < listed)?.isOn === true &&
				!this.all.some((one) => one.webhookId === webhookId && one.at < at);
			const isHeard = !poll.isFirst && !poll.isDiscarded && poll.endedAt < Infinity;
			const next = ofNode[ofNode.indexOf(poll) + 1];
			if (!wasSeen || !isHeard || (next && next.startedAt <= poll.endedAt)) continue;
			if (this.werePublishing(webhookId, venue, before.startedAt, poll.endedAt)) continue;
			seen('switched off elsewhere, and due to be said');
			// What a poll says takes the place of its items, and the next one reports them that may.
			const later = ofNode
				.slice(ofNode.indexOf(poll))
				.find(({ text, isFirst, items }) => items.length > 0 || (text === undefined && !isFirst));
			const isToCome = later === undefined || later.endedAt === Infinity;
			if (isToCome || later.items.some((item) => item.webhookId === webhookId)) continue;
			this.world.broken(
				'what somebody switches off is said',
				`“${poll.node.name}” does not say that ${webhookId} was switched off`,
			);
		}
	}

	private werePublishing(webhookId: string, venue: Venue, from: number, to: number): boolean {
		const { stays } = this.world;
		const webhook = venue.webhooks.find(Number(webhookId));
		const url = webhook && addressOf(webhook);
		return stays.all.some(
			({ node, workflowId }) =>
				node.webhookId !== undefined &&
				this.world.urlOf(node) === url &&
				stays.werePublishingBetween(workflowId, from, to),
		);
	}

	/**
	 * As docs/reliability.md says: after a restart, or if another main process leads, n8n recognizes what it switched off by a mark,
	 * and that takes the secret that made the mark.
	 */
	private isForgotten(poll: Poll, webhookId: string): boolean {
		const { venues, stays, restores } = this.world;
		const writes = venues[poll.venue].writesOf(Number(webhookId));
		const seenAt = shownIn(poll) ?? poll.endedAt;
		// Another n8n did it.
		if (writes.some(({ by, at }) => by !== this.world.ip && at <= seenAt)) return true;
		const last = writes.findLast(({ at }) => at <= seenAt)?.at ?? 0;
		if (this.isOfFormerLeader(poll, last)) return true;
		if (last >= poll.process.leadsSince) return false;
		const here = stays.all.filter((one) => one.venue === poll.venue);
		const hasSeveral = here.some(({ record }) => record !== here[0].record);
		// A backup restores the secret that the record had then.
		const since = Math.min(last, restores.backupBetween(last, seenAt) ?? last);
		return hasSeveral || stays.edits.some(({ at }) => at >= since && at <= seenAt);
	}

	/** A former leader ended what it had begun, while this one was already polling. */
	private isOfFormerLeader({ process, venue }: Poll, at: number): boolean {
		const { calls, venues, plan, seen } = this.world;
		const writer = calls.writerAt(venues[venue].host, at);
		if (!plan.n8n.hasSeveralMains || writer === undefined || writer === process) return false;
		seen('told what a former leader did');
		return true;
	}
}

/** When the venue answered with webhooks, however slowly: n8n may write to them before the poll ends. */
function shownIn({ lists }: Poll): number | undefined {
	return lists.find(({ path, isFailed }) => path === '/webhooks' && !isFailed)?.at;
}

/** When the venue showed this poll all its webhooks. */
function listedIn({ lists }: Poll): number | undefined {
	return lists.find(({ path, isGood }) => path === '/webhooks' && isGood)?.at;
}
