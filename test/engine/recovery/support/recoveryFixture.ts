import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { VenuePlatformRecoveryTrigger } from '../../../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import type { SimulatedVenue, VenueOptions } from '../../../venue';
import type { Engine, SavedCredential } from '../../harness/engine';
import type { EngineParts } from '../../harness/engineParts';
import type { NodeSetup } from '../../harness/execution';
import { connectN8n } from '../../support/connectedN8n';
import { letTheDateRun, moveTheDate, stopTheDate } from '../../support/date';

export const MINUTE = 60_000;

type RecoveryTrigger = typeof VenuePlatformRecoveryTrigger;

/** A venue and an n8n with a recovery trigger, at a time that stands still until it is moved. */
export class RecoveryFixture {
	private constructor(
		readonly venue: SimulatedVenue,
		readonly engine: Engine,
		readonly credential: SavedCredential,
	) {}

	static async open(options: VenueOptions = {}): Promise<RecoveryFixture> {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		const { venue, engine, credential } = await connectN8n(options);
		return new RecoveryFixture(venue, engine, credential);
	}

	async close(): Promise<void> {
		await this.venue.stop();
		await this.engine.stop();
		letTheDateRun();
	}

	trigger(
		parameters: INodeParameters = {},
		node: RecoveryTrigger = VenuePlatformRecoveryTrigger,
	): NodeSetup {
		return { node, parameters, credentials: { venuePlatformApi: this.credential } };
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

	async staticData(workflowId: string): Promise<IDataObject> {
		return JSON.parse(JSON.stringify(await this.workflows.staticDataOf(workflowId))) as IDataObject;
	}

	private get workflows() {
		return (this.engine as unknown as { parts: EngineParts }).parts.workflows;
	}
}

/** A webhook of this n8n, to which messages fail. Without it, a failed execution says that it is unknown. */
export function ownWebhook({ webhooks }: SimulatedVenue): void {
	if (webhooks.all().length > 0) return;
	webhooks.create({ url: OWN_URL, enabled: true, webhooks: {} });
}

export const OWN_URL = 'https://n8n.example.com/webhook/events/venue-platform';

const FOLDER = '../../../../nodes/VenuePlatformRecoveryTrigger';

/** The node as in a process that has just started: with nothing in its memory. */
export function fresh(): RecoveryTrigger {
	let found = VenuePlatformRecoveryTrigger;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would be cached
		const loaded = require(`${FOLDER}/VenuePlatformRecoveryTrigger.node`) as Loaded;
		found = loaded.VenuePlatformRecoveryTrigger;
	});
	return found;
}

interface Loaded {
	VenuePlatformRecoveryTrigger: RecoveryTrigger;
}

export const ofEvent = (items: Array<{ json: IDataObject }>, event: string) =>
	items.map(({ json }) => json).filter((json) => json.event === event);
