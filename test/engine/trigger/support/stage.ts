import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { VenuePlatformTrigger } from '../../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import type { SimulatedVenue, VenueOptions } from '../../../venue';
import type { NodeSetup } from '../../harness/execution';
import { ConnectedN8n, connectN8n } from '../../support/connectedN8n';
import { freshNodes } from '../../support/freshNodes';
import { Grace } from './grace';

const STARTED = 'The workflow has started';

/** A venue and an n8n that can reach each other, and a credential. */
export class Stage extends ConnectedN8n {
	/** The time before an address without a trigger is switched off at the venue. */
	readonly grace = new Grace();

	static async open(
		options: VenueOptions = {},
		more: Record<string, string> = {},
		publicUrl?: string,
	): Promise<Stage> {
		const { venue, engine, credential } = await connectN8n(options, more, publicUrl);
		const stage = new Stage(venue, engine, credential);
		if (publicUrl === undefined) stage.receive();
		return stage;
	}

	override async close(): Promise<void> {
		this.grace.forget();
		await super.close();
	}

	/** The trigger in a workflow. */
	trigger(parameters: INodeParameters = {}): NodeSetup {
		return {
			node: VenuePlatformTrigger,
			parameters: { events: ['*'], ...parameters },
			credentials: { venuePlatformApi: this.credential },
			webhookId: 'b7c9f1d2-trigger',
		};
	}

	/** Events that the venue has not sent yet so that a test can send them itself. */
	async messages(count: number) {
		this.venue.messages.hold();
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const event = { type: 'Booking', eventType: 'Updated', data: { index } } as const;
			const [{ id }] = await this.venue.emit(event as Parameters<SimulatedVenue['emit']>[0]);
			ids.push(id);
		}
		return ids;
	}

	/** Like an execution at its end if one of its nodes has changed static data. */
	async writeStaticData(workflowId: string, staticData: IDataObject): Promise<void> {
		await this.workflows.update(workflowId, { staticData });
	}

	/** How often each message has started the workflow, as the answers show. */
	starts(): Map<string, number> {
		const starts = new Map<string, number>();
		for (const { messageId, answer } of this.venue.deliveries) {
			const isStart = answer?.includes(STARTED) ? 1 : 0;
			starts.set(messageId, (starts.get(messageId) ?? 0) + isStart);
		}
		return starts;
	}
}

/** The node as in a process that has just started: with nothing in its memory. */
export const freshTrigger = () => freshNodes('VenuePlatformTrigger').VenuePlatformTrigger;

/** Does the work for each entry, a few at a time. */
export async function byMany<T>(
	senders: number,
	list: T[],
	work: (entry: T) => Promise<unknown>,
): Promise<void> {
	const waiting = [...list];
	const next = async (): Promise<void> => {
		const entry = waiting.shift();
		if (entry === undefined) return;
		await work(entry);
		await next();
	};
	await Promise.all(Array.from({ length: senders }, next));
}
