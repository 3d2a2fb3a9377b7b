import type { Violation } from '../../core/simulation';
import type { Delivery } from '../n8n/delivery';
import type { Message } from '../story/story';
import type { World } from '../world';
import { THREE_DAYS, windowOfLoss, windowOfAnother } from './windows';

/** What is copied into each saved execution, as README says. */
const LARGEST_STATIC_DATA = 32 * 1024;

/** Counts what n8n has started, beside what the venue was told. */
export class Ledger {
	readonly violations: Violation[] = [];
	private readonly rows = new Map<string, Delivery[]>();
	private readonly acknowledged = new Set<string>();
	/** What clocks have shown, and when: who forgets by the date forgets by these. */
	readonly readings: Array<{ at: number; clock: number }> = [];
	readonly dropped = new Map<string, Array<{ at: number; clock: number }>>();

	constructor(private readonly world: World) {}

	/** An execution that carries the message is in the database. */
	started(delivery: Delivery): void {
		const { key, name } = delivery;
		this.rows.set(key, [...(this.rows.get(key) ?? []), delivery]);
		this.world.say(`${name} has an execution`);
		if (delivery.message.kind !== 'genuine') this.broken('only what is asked for', name);
	}

	failed({ name }: Delivery): void {
		this.world.say(`${name} has none, or one that failed`);
	}

	/** It was recognized, or is outdated, or is not asked for. */
	copyDropped({ key, message, life }: Delivery): void {
		const { time, seen } = this.world;
		const isCopy = this.startsOf(message).length > 0;
		seen(isCopy ? 'copy dropped' : `dropped, ${message.kind}`);
		const drop = { at: time.now(), clock: life.clock() };
		this.dropped.set(key, [...(this.dropped.get(key) ?? []), drop]);
	}

	hasStarted(delivery: Delivery): boolean {
		return this.startsOf(delivery.message).includes(delivery);
	}

	startsOf({ name }: Message): Delivery[] {
		return (this.rows.get(name) ?? []).filter(({ hasFailed }) => !hasFailed);
	}

	/** The trigger, or n8n, has written an answer to the venue. */
	answered(delivery: Delivery, status: number): void {
		const { message, name } = delivery;
		const { story, say, seen } = this.world;
		say(`${name} answered ${status}`);
		seen(`answer ${status}`);
		if (message.kind === 'stranger') {
			if (status !== 401 && !delivery.hasNoCredential)
				this.broken('only the venue is believed', `${name} answered ${status}`);
			return;
		}
		const isExcused = delivery.hasFailed || delivery.hasNoCredential;
		if (status >= 300 && status !== 503 && !isExcused) {
			this.broken('the venue is not turned away', `${name} answered ${status}`);
		}
		if (status >= 300 || message.kind === 'unsubscribed') return;
		this.acknowledged.add(message.name);
		if (!story.n8n.isBefore28 && !this.isSafe(message)) {
			this.broken('acknowledged when it is safe', `${name} acknowledged, and has no execution`);
		}
	}

	sized(text: string): void {
		const size = Buffer.byteLength(
			JSON.stringify((JSON.parse(text) as { global?: unknown })?.global ?? ''),
		);
		if (size >= LARGEST_STATIC_DATA) this.broken('static data stays small', `${size} bytes`);
	}

	/** As far as all clocks agree, nothing is old enough to be forgotten. */
	get isAllRecent(): boolean {
		const clocks = this.readings.map(({ clock }) => clock);
		return Math.max(...clocks) - Math.min(...clocks) < THREE_DAYS;
	}

	broken(rule: string, what: string): void {
		this.violations.push({ rule, what });
		this.world.say(`VIOLATION ${rule}: ${what}`);
	}

	/** All has come to its end: what was lost, and what came twice? */
	judge(): void {
		const { story, knowledge, seen } = this.world;
		for (const message of story.messages) {
			if (message.kind !== 'genuine') continue;
			const starts = this.startsOf(message).sort((one, other) => one.decidedAt - other.decidedAt);
			starts.forEach((start, index) => {
				if (index > 0) this.judgeSecond(start, starts.slice(0, index));
				if (start.wasOutdated) this.broken('nothing outdated', start.name);
				if (start.besideNewer && this.hasStarted(start.besideNewer)) {
					this.broken('one after the other', `${start.name} beside ${start.besideNewer.name}`);
				}
			});
			if (this.acknowledged.has(message.name) && !this.isSafe(message)) {
				const window = windowOfLoss(this.world, message);
				if (window) seen(`window: ${window.name}`);
				else this.broken('nothing acknowledged is lost', message.name);
			}
		}
		for (const { name } of knowledge.notSaved) this.broken('what is known is saved', name);
	}

	private judgeSecond(second: Delivery, before: Delivery[]): void {
		const window = windowOfAnother(this.world, second, before);
		this.world.seen(`window: ${window.name}`);
		if (window.readme) return;
		const others = before.map(({ name }) => name).join(', ');
		this.broken(`once (${window.name})`, `${second.name} started after ${others}`);
	}

	private isSafe(message: Message): boolean {
		if (this.startsOf(message).length > 0) return true;
		const { messages } = this.world.story;
		return (
			this.world.story.skipOutdated &&
			messages.some((other) => other.supersedes(message) && this.startsOf(other).length > 0)
		);
	}
}
