import type { Delivery } from '../n8n/delivery';
import { type Message, supersedes } from '../venue/message';
import type { World } from '../world';
import { windowOfAnother, windowOfLoss } from './windows';

/** n8n copies this into each saved execution, as docs/reliability.md says. */
const LARGEST_STATIC_DATA = 32 * 1024;

/** How the trigger answers a delivery that could not wait for the one before it. */
const IN_LINE = 'n8n is still taking in a message before this one';

/** After the sender hangs up, the trigger checks n8n’s answer from time to time. */
const HEARD_WITHIN_MS = 300;

/** A venue waits ten seconds for an answer. */
const IN_LINE_WITHIN_MS = 8_000;

/** Compares the deliveries that started a workflow with what the venue was told. */
export class Ledger {
	readonly deliveries: Delivery[] = [];
	private readonly rows = new Map<string, Delivery[]>();
	private readonly acknowledged = new Map<Message, Delivery[]>();

	constructor(private readonly world: World) {}

	/** An execution with this message is in the database. */
	started(delivery: Delivery): void {
		const { key, name, message } = delivery;
		this.rows.set(key, [...(this.rows.get(key) ?? []), delivery]);
		this.world.say(`${name} has an execution`);
		if (message.kind !== 'genuine') this.world.broken('only what is asked for', name);
		this.world.addresses.started(delivery);
	}

	/** The trigger knew the message, or it is outdated or not subscribed to. */
	copyDropped({ message }: Delivery): void {
		const isCopy = this.startsOf(message).length > 0;
		this.world.seen(isCopy ? 'copy dropped' : `dropped, ${message.kind}`);
	}

	hasStarted(delivery: Delivery): boolean {
		return this.startsOf(delivery.message).includes(delivery);
	}

	startsOf({ name }: Message): Delivery[] {
		return (this.rows.get(name) ?? []).filter(({ hasFailed }) => !hasFailed);
	}

	/** The trigger or n8n has answered the venue. */
	answered(delivery: Delivery, status: number, body: unknown): void {
		const { message, name } = delivery;
		const { plan, say, seen, addresses } = this.world;
		say(`${name} answered ${status}`);
		seen(`answer ${status}`);
		if (message.kind === 'stranger') {
			// Deliveries that arrive together share a read of the credential.
			const isUnread = [...delivery.process.deliveries].some((other) => other.hasNoCredential);
			if (status !== 401 && status !== 404 && !isUnread) {
				this.world.broken('only the venue is believed', `${name} answered ${status}`);
			}
			return;
		}
		const isExcused =
			delivery.hasFailed || delivery.hasNoCredential || !addresses.mustTake(message, delivery);
		const isInLine = (body as { message?: unknown } | undefined)?.message === IN_LINE;
		if (isInLine && this.world.time.now() - delivery.learntAt > IN_LINE_WITHIN_MS) {
			this.world.broken('who waits in line is answered in time', `${name} answered ${status}`);
		}
		const mayComeAgain = status === 503 && (!isInLine || this.isBehindAnother(delivery));
		if (status >= 300 && !mayComeAgain && !isExcused) {
			this.world.broken('the venue is not turned away', `${name} answered ${status}`);
		}
		if (status >= 300 || message.kind === 'unsubscribed') return;
		if (!addresses.mustTake(message, delivery)) return;
		this.acknowledged.set(message, [...(this.acknowledged.get(message) ?? []), delivery]);
		if (!plan.n8n.isBefore28 && !this.isSafe(message)) {
			this.world.broken(
				'acknowledged when it is safe',
				`${name} acknowledged, and has no execution`,
			);
		}
	}

	/** Another copy is under way, or n8n refused it a moment ago. */
	private isBehindAnother(delivery: Delivery): boolean {
		const { process, workflowId, message, skipsOutdated } = delivery;
		const heardSince = this.world.time.now() - HEARD_WITHIN_MS;
		return this.deliveries.some(
			(other) =>
				other !== delivery &&
				other.process === process &&
				other.workflowId === workflowId &&
				(other.key === message.name ||
					(skipsOutdated && other.message.entity === message.entity)) &&
				(other.hasFailed ? other.failedAt >= heardSince : other.isUnderWay),
		);
	}

	sized(workflow: string, text: string): void {
		const { global } = (JSON.parse(text) as { global?: Record<string, unknown> } | null) ?? {};
		for (const [name, content] of Object.entries(global ?? {})) {
			const size = Buffer.byteLength(JSON.stringify(content));
			const nodes = name === 'venuePlatformRecoveryTrigger' ? Object.keys(content ?? {}).length : 1;
			if (size < LARGEST_STATIC_DATA * Math.max(1, nodes)) continue;
			this.world.broken('static data stays small', `${workflow}: ${size} bytes in ${name}`);
		}
	}

	/** At the end: which messages were lost, and which came twice? */
	judge(): void {
		const { sending, knowledge, restores } = this.world;
		for (const { message } of sending.all) {
			if (message.kind !== 'genuine') continue;
			const starts = this.startsOf(message).sort((one, other) => one.decidedAt - other.decidedAt);
			starts.forEach((start, index) => {
				if (index > 0) this.judgeSecond(start, starts.slice(0, index));
				if (start.wasOutdated && !restores.liesBefore(start)) {
					this.world.broken('nothing outdated', start.name);
				}
				if (start.besideNewer && this.hasStarted(start.besideNewer)) {
					this.world.broken(
						'one after the other',
						`${start.name} beside ${start.besideNewer.name}`,
					);
				}
			});
		}
		for (const { name } of knowledge.notSaved) this.world.broken('what is known is saved', name);
	}

	/** Runs before the venue sends everything one last time. */
	judgeLosses(): void {
		for (const [message, answered] of this.acknowledged) {
			if (this.isSafe(message)) continue;
			const window = windowOfLoss(this.world, message, answered);
			if (window) this.world.seen(`window: ${window.name}`);
			else this.world.broken('nothing acknowledged is lost', message.name);
		}
	}

	private judgeSecond(second: Delivery, before: Delivery[]): void {
		if (this.world.restores.lieBetween(before[0].decidedAt, second.decidedAt)) {
			this.world.seen('twice after a restore');
			return;
		}
		const window = windowOfAnother(this.world, second, before);
		this.world.seen(`window: ${window.name}`);
		if (window.named) return;
		const others = before.map(({ name }) => name).join(', ');
		this.world.broken(`once (${window.name})`, `${second.name} started after ${others}`);
	}

	private isSafe(message: Message): boolean {
		if (this.startsOf(message).length > 0) return true;
		const { all } = this.world.sending;
		return all.some(({ message: other }) =>
			this.startsOf(other).some(
				({ skipsOutdated, beganAt }) => skipsOutdated && supersedes(other, message, beganAt),
			),
		);
	}
}
