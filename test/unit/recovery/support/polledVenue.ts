import type { INode } from 'n8n-workflow';

import { addressOfN8n } from '../../../../nodes/n8n/ownAddress';
import type { Memory } from '../../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	type PollNotices,
	PollingNode,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/pollingNode';
import type { PollReason } from '../../../../nodes/VenuePlatformRecoveryTrigger/pollRun';
import { newsOfVenue } from '../../../../nodes/VenuePlatformRecoveryTrigger/poll';
import type { RecoverySettings } from '../../../../nodes/VenuePlatformRecoveryTrigger/settings';
import type { Connection } from '../../../../nodes/venueApi/connection';
import { ResponseMemory } from '../../../../nodes/venueApi/pacing/responseMemory';
import { readWebhooks } from '../../../../nodes/venueApi/resources/webhooks';
import { ListedVenue, MARGIN, MINUTE, SECRET } from './listedVenue';

let clients = 0;

/** A venue, and an n8n that compares it with its memory. */
export class Venue extends ListedVenue {
	memory: Memory = { venue: 1 };
	said: string[] = [];
	node = new PollingNode();
	private readonly clientId = `client ${++clients}`;

	constructor(private readonly settings: Partial<RecoverySettings> = {}) {
		super();
	}

	async publish(given: Partial<RecoverySettings> = {}) {
		const items = await this.look('publishing', given);
		expect(items).toEqual({ givenUp: [], reached: [], growth: undefined, found: [], changes: [] });
	}

	async poll(given: Partial<RecoverySettings> = {}) {
		this.now += MINUTE;
		return await this.look('schedule', given);
	}

	private async look(why: PollReason, given: Partial<RecoverySettings>) {
		jest.setSystemTime(this.now);
		const notices: PollNotices = new Map();
		let read: ReturnType<typeof readWebhooks> | undefined;
		const poll = {
			...{ node: this.node, now: this.now, why },
			endsAt: this.now + MINUTE,
			settings: { ...DEFAULTS, ...this.settings, ...given },
			n8nAddress: addressOfN8n(this),
			connection: () => this.connection(),
			webhooks: async () => await (read ??= readWebhooks(this.connection())),
		};
		const { memory, findings } = await newsOfVenue(poll, this.memory, notices);
		this.memory = memory;
		const all = [...notices.values()].flat();
		this.said = all.filter(({ kind }) => kind === 'hint').map(({ reason }) => reason);
		const { messages, bookings = [], changes = [] } = findings;
		this.node.reported(changes);
		return {
			givenUp: messages?.givenUp.map(({ id }) => id) ?? [],
			reached: messages?.reached.map(({ id }) => id) ?? [],
			growth: messages?.growth,
			found: bookings.map(({ uniqueId }) => String(uniqueId)),
			changes: changes.map(({ webhookId, change }) => `${webhookId} ${change}`),
		};
	}

	private connection(): Connection {
		return {
			context: {
				helpers: this.helpers,
				evaluateExpression: this.evaluateExpression,
				getTimezone: () => 'UTC',
			} as unknown as Connection['context'],
			node: { name: 'Recovery' } as INode,
			...{ baseUrl: 'https://venue.example', clientId: this.clientId, requestsPerMinute: 600 },
			...{
				secrets: [SECRET],
				patienceMs: MINUTE,
				isUrgent: true,
				responseMemory: new ResponseMemory(),
			},
		};
	}
}

const DEFAULTS: RecoverySettings = {
	events: ['final'],
	minimumAttempt: 5,
	growthThreshold: 1,
	refetchBookings: false,
	startWith: 'new',
	maxItems: 1_000,
	safetyMarginMs: MARGIN,
	additionalQuery: {},
	onlyOwnWebhooks: true,
	switchOnAgain: false,
	wholeBookings: 'never',
};
