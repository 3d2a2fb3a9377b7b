import type { IPollFunctions } from 'n8n-workflow';

import type { MessagePlace, WebhookChange } from './items';
import { isForUser, isPassing, type PollNotice } from './outages';
import { steadyClock } from '../venueApi/pacing/steadyClock';

/** What there is to say of each subject that a poll has tried. Empty if it went well. */
export type PollNotices = Map<string, PollNotice[]>;

/** Stands in place of a subject for what concerns all of them. */
export const WHOLE_POLL = 'poll';

/** Stands in place of a reason for what ends by itself. */
const OUTAGE = 'outage';

/** A notice that still applies. */
interface Open {
	subject: string;
	/** The reason of its notice, or `OUTAGE`. */
	about: string;
	since: number;
	/** In how many polls that may report it. */
	polls: number;
	isSaid: boolean;
}

/** A single poll may fail by chance, so an outage takes two in a row. */
const POLLS_OF_AN_OUTAGE = 2;

/** Then a notice goes before the items. Polls are an hour apart at most, and so is the report. */
const ITEMS_GO_FIRST_MS = 30 * 60_000;

/** What this process knows of a polling node. A restart of n8n forgets it. */
export class PollingNode {
	/** The poll that is under way. */
	underWay?: { endsAt: number };
	/** When the last poll began. n8n stores that only together with news. */
	polledAt?: number;
	/** When this process first saw the list of webhooks. */
	lookedAt?: number;
	/**
	 * By venue and ID: webhooks with n8n's mark that were off at that time. Of
	 * others, it knows whether n8n itself has switched them off.
	 */
	markedAtStart?: Set<string>;
	/** Where failed messages were sent, when the venue last listed its webhooks. */
	places?: { venue: number; places: Map<string | null, MessagePlace> };
	/** Why it was not known where some of them were sent, when the venue last listed any. */
	unknownPlaces?: { venue: number; notice?: PollNotice };
	/** How many polls in a row looked like publishing. */
	publications = 0;
	private open: Open[] = [];
	/** Something that happened once, and that no usual poll has said yet. */
	private later?: PollNotice;

	private readonly toReport = new Map<string, { venue: number; change: WebhookChange }>();

	/**
	 * The poll may end with a message in place of its items, and the webhook may be on again before the
	 * next one looks.
	 */
	found(venue: number, change: WebhookChange): void {
		this.toReport.set(change.webhookId, { venue, change });
	}

	foundAt(venue: number): WebhookChange[] {
		const all = [...this.toReport.values()];
		return all.filter((one) => one.venue === venue).map(({ change }) => change);
	}

	reported(changes: WebhookChange[]): void {
		for (const { webhookId } of changes) this.toReport.delete(webhookId);
	}

	sayLater(notice: PollNotice): void {
		this.later = notice;
	}

	/** What is no longer asked for has no outage. If it is asked for again, that is a new one. */
	asksFor(subjects: string[]): void {
		this.open = this.open.filter(({ subject }) => [WHOLE_POLL, ...subjects].includes(subject));
	}

	/** A subject that went well ends its notices, so the next one is a new one. */
	endWhatEnded(notices: PollNotices): void {
		this.open = this.open.filter(({ subject, about }) => {
			const ofSubject = notices.get(subject);
			return ofSubject === undefined || ofSubject.map(aboutWhat).includes(about);
		});
	}

	/**
	 * n8n runs the node anew. Another process of n8n may have polled in the meantime, and met no outage.
	 */
	beginAnew(notices: PollNotices): void {
		this.open = this.open.filter(({ about }) => about !== OUTAGE);
		this.endWhatEnded(notices);
	}

	/** What this poll has to say, each notice once for as long as it lasts. */
	toSay(notices: PollNotices, hasItems: boolean): PollNotice | undefined {
		const now = steadyClock.now();
		const unsaid = this.meet(notices, now).filter(({ open }) => !open.isSaid);
		const due = unsaid.filter(
			({ notice, open }) =>
				(!isPassing(notice) || open.polls >= POLLS_OF_AN_OUTAGE) &&
				(notice.kind === 'loss' || !hasItems || now - open.since >= ITEMS_GO_FIRST_MS),
		);
		// A poll that says something says all of it. An outage may begin in the middle of a poll, and is
		// still one outage.
		const isOutage = due.some(({ notice }) => isPassing(notice));
		const said = unsaid.filter(({ notice }) => (isPassing(notice) ? isOutage : due.length > 0));
		for (const { open } of said) open.isSaid = true;
		const saidNow = said.map(({ notice }) => notice);
		if (this.later) saidNow.push(this.later);
		this.later = undefined;
		const failed = new Set(said.map(({ open }) => open.subject));
		const isPart = [...notices].some(
			([subject, { length }]) => subject !== WHOLE_POLL && length === 0,
		);
		return inOne(saidNow, isPart ? [...failed] : []);
	}

	/** The notices of this poll, which counts for each of them. */
	private meet(notices: PollNotices, now: number): Array<{ notice: PollNotice; open: Open }> {
		const before = this.open;
		this.endWhatEnded(notices);
		const all = [...notices].flatMap(([subject, ofSubject]) =>
			ofSubject.map((notice) => ({ subject, notice })),
		);
		return all.map(({ subject, notice }) => {
			const about = aboutWhat(notice);
			const ofSubject = (one: Open) => one.subject === subject;
			let open = this.open.filter(ofSubject).find((one) => one.about === about);
			if (open === undefined) {
				open = { subject, about, ...goingOnFrom(before.filter(ofSubject), now) };
				this.open.push(open);
			}
			open.polls++;
			return { notice, open };
		});
	}
}

/** The earlier ones of its subject: a list may give a login page first, and then be down for maintenance. */
function goingOnFrom(earlier: Open[], now: number): Pick<Open, 'since' | 'polls' | 'isSaid'> {
	const unsaid = earlier.filter(({ isSaid }) => !isSaid);
	return {
		since: Math.min(now, ...earlier.map(({ since }) => since)),
		polls: Math.max(0, ...unsaid.map(({ polls }) => polls)),
		isSaid: false,
	};
}

/** Passing failures of a subject are one outage. */
function aboutWhat(notice: PollNotice): string {
	return isPassing(notice) ? OUTAGE : notice.reason;
}

/** What a user has to do something about comes first. */
function inOne(notices: PollNotice[], subjects: string[]): PollNotice | undefined {
	if (notices.length === 0) return undefined;
	const [first, ...others] = [...notices].sort(
		(a, b) => Number(isForUser(b)) - Number(isForUser(a)),
	);
	const texts = [...new Set([first, ...others].map(({ text }) => text))];
	if (notices.some(isPassing) && subjects.length > 0)
		texts.push(`This concerns only: ${subjects.join(', ')}.`);
	return { ...first, text: texts.join(' ') };
}

const nodes = new Map<string, PollingNode>();

export function pollingNodeOf(context: IPollFunctions): PollingNode {
	const id = `${context.getWorkflow().id} ${context.getNode().id}`;
	const node = nodes.get(id) ?? new PollingNode();
	nodes.set(id, node);
	return node;
}
