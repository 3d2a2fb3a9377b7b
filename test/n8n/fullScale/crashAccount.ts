import type { SimulatedVenue } from '../../venue';
import type { TriggeredExecution } from '../fixtures/executionReader';

/** n8n's text in place of the data of an execution that a dead worker was running. */
const GIVEN_UP = 'failed to be processed too many times';

/** The outcome of the messages of one kill. */
interface Entry {
	part: string;
	messages: Set<string>;
}

/** Adds up, message by message, what the venue was told and what n8n has saved. */
export class CrashAccount {
	private readonly entries: Entry[] = [];

	/** The messages of executions that n8n has emptied since then. */
	private readonly carried = new Map<string, string>();

	private executions: TriggeredExecution[] = [];

	constructor(private readonly venue: SimulatedVenue) {}

	/** Another kill, of this part. */
	begin(part: string): void {
		this.entries.push({ part, messages: new Set() });
	}

	/** What n8n has saved soon after the kill. */
	note(executions: TriggeredExecution[]): void {
		const known = new Set(this.entries.flatMap(({ messages }) => [...messages]));
		const { messages } = this.entries[this.entries.length - 1];
		for (const { id } of this.venue.messages.all()) if (!known.has(id)) messages.add(id);
		for (const { executionId, messageId } of executions) {
			if (messageId) this.carried.set(executionId, messageId);
		}
	}

	close(executions: TriggeredExecution[]): void {
		this.executions = executions;
	}

	get acknowledged(): number {
		return this.venue.messages.all().filter(({ status }) => status === 'Delivered').length;
	}

	/** Acknowledged messages without an execution that contains or contained them. */
	get unaccounted(): string[] {
		const counts = this.counts();
		return this.all().filter((id) => !counts.has(id));
	}

	/** Messages with more than one execution although each delivery was acknowledged. */
	get twiceWithoutReason(): string[] {
		return this.twice().filter((id) => this.deliveriesOf(id).every(({ status }) => status === 200));
	}

	/** Executions without a message that n8n has not given up because of a dead worker. */
	get emptiedWithoutReason(): TriggeredExecution[] {
		return this.emptied().filter(({ reason }) => !reason.includes(GIVEN_UP));
	}

	table(): string {
		const parts = [...new Set(this.entries.map(({ part }) => part))].sort();
		const lines = parts.map((part) => {
			const entries = this.entries.filter((entry) => entry.part === part);
			const ids = new Set(entries.flatMap(({ messages }) => [...messages]));
			const of = (list: string[]) => list.filter((id) => ids.has(id)).length;
			return [
				`${part}: ${entries.length} kills, ${ids.size} messages`,
				`${of(this.all().filter((id) => this.deliveriesOf(id).length > 1))} sent again`,
				`${of(this.unaccounted)} missing`,
				`${of(this.twice())} twice`,
				`${of(this.unfinished())} not finished`,
				`${of(this.emptied().map((one) => this.messageOf(one)))} of them emptied by n8n`,
			].join(', ');
		});
		const statuses = new Map<string, number>();
		for (const { status } of this.executions) statuses.set(status, (statuses.get(status) ?? 0) + 1);
		return `${lines.join('\n')}\nexecutions: ${JSON.stringify([...statuses])}\n`;
	}

	private all(): string[] {
		return this.venue.messages.all().map(({ id }) => id);
	}

	private deliveriesOf(id: string) {
		return this.venue.deliveries.filter(({ messageId }) => messageId === id);
	}

	private messageOf({ executionId, messageId }: TriggeredExecution): string {
		return messageId || (this.carried.get(executionId) ?? `unknown in ${executionId}`);
	}

	private counts(): Map<string, number> {
		const counts = new Map<string, number>();
		for (const execution of this.executions) {
			const id = this.messageOf(execution);
			counts.set(id, (counts.get(id) ?? 0) + 1);
		}
		return counts;
	}

	private twice(): string[] {
		return [...this.counts()].filter(([, count]) => count > 1).map(([id]) => id);
	}

	private emptied(): TriggeredExecution[] {
		return this.executions.filter(({ messageId }) => !messageId);
	}

	/** Messages without a finished execution. */
	private unfinished(): string[] {
		const finished = new Set(
			this.executions
				.filter(({ status }) => status === 'success')
				.map((execution) => this.messageOf(execution)),
		);
		return this.all().filter((id) => !finished.has(id));
	}
}
