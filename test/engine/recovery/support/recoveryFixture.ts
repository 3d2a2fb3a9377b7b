import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { VenuePlatformRecoveryTrigger } from '../../../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import { VenuePlatformTrigger } from '../../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import type { SimulatedVenue, VenueOptions } from '../../../venue';
import type { NodeSetup } from '../../harness/execution';
import { ConnectedN8n, connectN8n } from '../../support/connectedN8n';
import { letTheClockRun, stopTheClock } from '../../harness/time';
import { letTheDateRun, moveTheDate, stopTheDate } from '../../support/date';
import { freshNodes } from '../../support/freshNodes';

export const MINUTE = 60_000;

type RecoveryTrigger = typeof VenuePlatformRecoveryTrigger;

/** A venue and an n8n with a recovery trigger, at a time that stands still until it is moved. */
export class RecoveryFixture extends ConnectedN8n {
	static async open(options: VenueOptions = {}): Promise<RecoveryFixture> {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		const { venue, engine, credential } = await connectN8n(options);
		const fixture = new RecoveryFixture(venue, engine, credential);
		fixture.receive();
		return fixture;
	}

	/** Pauses pass at once, too: from now on, what may pause runs in `whileTimeMoves`. */
	stopTheTimers(): void {
		const now = Date.now();
		letTheDateRun();
		stopTheClock(now);
	}

	override async close(): Promise<void> {
		letTheClockRun();
		await super.close();
	}

	trigger(
		parameters: INodeParameters = {},
		node: RecoveryTrigger = VenuePlatformRecoveryTrigger,
	): NodeSetup {
		return { node, parameters, credentials: { venuePlatformApi: this.credential } };
	}

	/** The trigger that receives events, in another workflow. */
	events(parameters: INodeParameters = {}, webhookId = 'events'): NodeSetup {
		return {
			node: VenuePlatformTrigger,
			parameters: { events: ['*'], ...parameters },
			credentials: { venuePlatformApi: this.credential },
			webhookId,
		};
	}

	/** The usual time between two polls. */
	later(minutes = 15): void {
		moveTheDate(minutes * MINUTE);
	}

	/** A message that the venue gives up now, some retries after it happened. */
	giveUp(count = 1, more: Parameters<SimulatedVenue['messages']['addFailed']>[0] = {}) {
		ownWebhook(this.venue);
		return Array.from({ length: count }, () =>
			this.venue.messages.addFailed({ attempts: 7, ...more }),
		);
	}

	/** As if another trigger of the workflow could not be registered: n8n then stores nothing. */
	failToPublishOnce(): void {
		jest.spyOn(this.workflows, 'saveStaticData').mockRejectedValueOnce(new Error('Not published'));
	}
}

/** A webhook of this n8n, to which messages fail. Without it, a failed execution says that it is unknown. */
export function ownWebhook({ webhooks }: SimulatedVenue): void {
	if (webhooks.all().length > 0) return;
	webhooks.create({ url: OWN_URL, enabled: true, webhooks: {} });
}

export const OWN_URL = 'https://n8n.example.com/webhook/events/venue-platform';

/** The node as in a process that has just started: with nothing in its memory. */
export const fresh = () => freshNodes('VenuePlatformRecoveryTrigger').VenuePlatformRecoveryTrigger;

export type Items = Array<{ json: IDataObject }>;

export const ofEvent = (items: Items, event: string) =>
	items.map(({ json }) => json).filter((json) => json.event === event);

export const bookingsIn = (items: Items) =>
	ofEvent(items, 'booking').map(({ booking }) => booking as IDataObject);

export const bookingIds = (items: Items) =>
	bookingsIn(items).map(({ uniqueId }) => String(uniqueId));

export const versionsIn = (items: Items) =>
	bookingsIn(items).map(
		({ uniqueId, modifiedDate }) => `${String(uniqueId)} ${String(modifiedDate)}`,
	);
