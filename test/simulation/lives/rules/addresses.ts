import type { INode } from 'n8n-workflow';
import type { Delivery } from '../n8n/delivery';
import type { Message } from '../venue/message';
import { keyOf } from '../venue/venue';
import type { World } from '../world';
import type { Stay } from './stays';

/** How long the venue may still send after n8n has called `delete`. */
const LEAVING_MS = 30_000;

/** Which address belongs to which venue: a delivery from another venue starts nothing. */
export class Addresses {
	constructor(private readonly world: World) {}

	/** A delivery has started an execution: does it come from the venue of this trigger? */
	started({ message, name, node, readAt }: Delivery): void {
		const stay = node && this.world.stays.of(node.id);
		if (!stay || message.venue < 0 || stay.isRecordEdited) return;
		const isExempt = this.world.stays.all.some(
			(one) => one.node.id === stay.node.id && one.venue === message.venue && one.wasLeftByEdit,
		);
		if (stay.venue === message.venue || isExempt) return;
		// While n8n is still trying other triggers, a moved one is already registered at its new venue.
		const isMoving =
			this.world.stays.inChange.has(stay.workflowId) &&
			this.world.venueOf(node.credentials!.venuePlatformApi.id!) === message.venue;
		if (isMoving) return this.world.seen('from a new venue, while publishing');
		if (this.wasRead(node, message.venue, readAt)) return;
		// What was switched on after the backup is unknown, and has the credential’s key.
		if (this.world.restores.happened) return;
		// README: with one key in both credentials, repeats and late messages of the old venue look
		// like messages of the new one.
		const isNamed =
			message.sentAt < stay.since.to || this.isSaid(this.world.urlOf(stay.node), message.venue);
		if (isNamed && this.hasKeyOf(message, stay)) {
			return this.world.seen('from an old venue, with a shared key');
		}
		this.world.broken('no event of one venue starts another’s workflow', name);
	}

	/**
	 * n8n had read the workflow before the trigger was moved away from this venue. The execution has
	 * the workflow as it was then, with the credential of that venue.
	 */
	private wasRead({ id, credentials }: INode, venue: number, readAt: number): boolean {
		return this.world.stays.all.some(
			(one) =>
				one.node.id === id &&
				one.record === credentials!.venuePlatformApi.id &&
				one.venue === venue &&
				readAt < one.until,
		);
	}

	/** The old venue may have been given another key since, and may not have taken it. */
	private hasKeyOf({ apiKey }: Message, { record }: Stay): boolean {
		const { webhookApiKey } = this.world.users.readRecord(record);
		return webhookApiKey !== '' && webhookApiKey === apiKey;
	}

	/** The address is still registered, and the venue has the key that it was given. */
	isLive(message: Message): boolean {
		return this.isOwn(message);
	}

	/** n8n has published the trigger for this venue, and nothing has changed since. */
	mustTake(message: Message, { process, beganAt }: Delivery): boolean {
		const { restores, stays } = this.world;
		if (process.isOver || restores.isUnsettled || !this.isOwn(message)) return false;
		const stay = stays.current.find((one) => this.world.urlOf(one.node) === message.url);
		return beganAt >= (stays.changedAt.get(stay?.workflowId ?? '') ?? -Infinity);
	}

	private isOwn(message: Message): boolean {
		const { stays, time } = this.world;
		const stay = stays.current.find((one) => this.world.urlOf(one.node) === message.url);
		if (
			!stay?.isActive ||
			stay.wasInterrupted ||
			stay.venue !== message.venue ||
			stay.isRecordEdited
		)
			return false;
		if (stays.inChange.has(stay.workflowId)) return false;
		const venue = this.world.venues[stay.venue];
		const [webhook] = venue.enabledAt(message.url);
		if (!webhook || stay.since.to > time.now()) return false;
		// A copy of n8n from before a new secret gives the venue the key of the old one.
		const written = venue.writesOf(webhook.webhookId).findLast(({ by }) => by === this.world.ip);
		return [written?.key, keyOf(webhook)].every((key) => key === message.apiKey);
	}

	/** In the end, each address is enabled once at its own venue, and nowhere else. */
	judge(): void {
		const { world } = this;
		const stays = world.stays.all.filter(({ node }) => node.webhookId !== undefined);
		for (const stay of stays) {
			const url = this.world.urlOf(stay.node);
			const current = world.stays.current.find((one) => this.world.urlOf(one.node) === url);
			world.venues.forEach((venue, index) => {
				const enabled = venue.enabledAt(url);
				const isOwn = current?.isActive === true && current.venue === index;
				if (isOwn && enabled.length !== 1) {
					this.report(`${url} is enabled ${enabled.length} times at ${venue.name}, its own venue`);
				}
				if (isOwn || enabled.length === 0 || this.isSaid(url, index)) return;
				this.report(`${url} is still enabled at ${venue.name}, where it does not belong any more`);
			});
		}
	}

	private report(what: string): void {
		this.world.broken('each address is enabled at its own venue alone', what);
	}

	/** The log has a warning, or the README names it. */
	private isSaid(url: string, venue: number): boolean {
		const { stays, said, restores, ends, venues } = this.world;
		const there = stays.all.filter(
			(stay) => this.world.urlOf(stay.node) === url && stay.venue === venue,
		);
		if (restores.happened) return true;
		// The credential may have been edited while n8n registered the trigger there.
		const { host } = venues[venue];
		if (there.length === 0) {
			return said.some(
				({ level, text }) => level === 'warn' && text.includes(url) && text.includes(host),
			);
		}
		return there.some(
			({ leftAt, isRecordEdited, wasInterrupted, wasLeftByEdit }) =>
				isRecordEdited ||
				wasInterrupted ||
				wasLeftByEdit ||
				this.wasLeftByCopy(url, venue, leftAt) ||
				said.some(
					(line) => line.at >= leftAt && line.level === 'warn' && line.text.includes(url),
				) ||
				ends.some((at) => at >= leftAt && at <= leftAt + LEAVING_MS),
		);
	}

	/** docs/self-hosting.md, of a backup: “If a webhook of yours is on, and no published workflow has its address”. */
	private wasLeftByCopy(url: string, venue: number, after: number): boolean {
		const others = this.world.all.filter(
			({ isCopy, ends }) => isCopy && ends.some((at) => at >= after),
		);
		return others.some((other) =>
			[...other.database.workflows.values()].some(
				({ active, nodes }) =>
					active &&
					nodes.some(
						(node) =>
							other.urlOf(node) === url &&
							other.venueOf(node.credentials!.venuePlatformApi.id!) === venue,
					),
			),
		);
	}
}
