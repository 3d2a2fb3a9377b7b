import type { DeliveryResponse } from './deliveryResponse';
import { Handover } from './handover';
import { Patience } from './patience';
import type { WorkflowMemory } from './workflowMemory';

/** A message as far as it is remembered: tokens instead of ids. */
export interface Message {
	token: string;
	entity?: { token: string; changedAt: number };
}

export type Passage =
	| { verdict: 'emit'; handover: Handover }
	/** `undecided`: one before it is still on its way, and waiting longer is of no use. */
	| { verdict: 'emitted' | 'outdated' | 'undecided' };

/** Lets each message through once, and those about one entity one after the other. */
export class Gate {
	private readonly underWay = new Map<string, Handover>();

	constructor(private readonly memory: WorkflowMemory) {}

	async pass(
		message: Message,
		response: DeliveryResponse,
		whenAccepted: () => void,
	): Promise<Passage> {
		const { emitted, newest } = this.memory;
		let patience: Patience | undefined;
		for (;;) {
			if (emitted.has(message.token)) {
				emitted.add(message.token, Date.now());
				return { verdict: 'emitted' };
			}
			const ahead = this.aheadOf(message);
			if (ahead === undefined) break;
			patience ??= new Patience(response);
			if (patience.isOver) return { verdict: 'undecided' };
			await Promise.race([ahead.settled, patience.end]);
		}
		const { entity } = message;
		if (entity && newest.isNewerThan(entity.token, entity.changedAt)) {
			return { verdict: 'outdated' };
		}
		return { verdict: 'emit', handover: this.handOver(message, response, whenAccepted) };
	}

	private aheadOf(message: Message): Handover | undefined {
		return keysOf(message)
			.map((key) => this.underWay.get(key))
			.find((handover) => handover !== undefined);
	}

	private handOver(
		message: Message,
		response: DeliveryResponse,
		whenAccepted: () => void,
	): Handover {
		const { emitted, newest } = this.memory;
		const { token, entity } = message;
		const handover = new Handover(response, {
			accepted: () => {
				emitted.add(token, Date.now());
				if (entity) newest.note(entity.token, entity.changedAt);
				whenAccepted();
			},
			refused: () => emitted.takeBack(token),
		});
		const keys = keysOf(message);
		for (const key of keys) this.underWay.set(key, handover);
		void handover.settled.then(() => {
			for (const key of keys) this.underWay.delete(key);
		});
		return handover;
	}
}

function keysOf({ token, entity }: Message): string[] {
	return entity ? [token, `entity ${entity.token}`] : [token];
}
