import type { INode } from 'n8n-workflow';
import type { ClientCredentials } from '../../../venue/access/clients';
import type { Random } from '../../core/random';
import type { Action } from '../story/plan';
import type { Venue } from '../venue/venue';
import type { World } from '../world';
import type { Deed } from './happen';
import { lookUp } from './lookUps';

type Draft = World['users']['drafts'][number];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_NODES = 8;

/** A user opens a workflow, changes one node, and publishes it. */
const withNode =
	(change: (given: { world: World; draft: Draft; node: INode; draw: Random }) => boolean): Deed =>
	async (world, { name }) => {
		const draw = world.dice.of(`action ${name}`);
		let isDone = false;
		await world.users.inTurn(async () => {
			const draft = draw.pick(world.users.drafts);
			const node = draw.pick(draft.nodes);
			if (!change({ world, draft, node, draw })) return;
			isDone = true;
			world.say(`a user: ${name}, “${node.name}” of ${draft.id}`);
			await world.users.publish(draft);
		});
		return isDone;
	};

/**
 * A user edits a credential record. n8n does not tell any trigger, so docs/reliability.md says to
 * publish again.
 */
const withRecord =
	(
		change: (given: { world: World; record: string; draw: Random; action: Action }) => boolean,
	): Deed =>
	async (world, action) => {
		const draw = world.dice.of(`action ${action.name}`);
		const record = `record ${draw.int(0, world.plan.records.length - 1)}`;
		if (!change({ world, record, draw, action })) return false;
		world.say(`a user: ${action.name} in ${record}`);
		if (draw.chance(0.5)) return true;
		await world.users.inTurn(async () => {
			for (const draft of world.users.drafts) {
				if (!draft.isPublished || !uses(draft, record)) continue;
				await world.users.unpublish(draft);
				await world.users.publish(draft);
			}
		});
		return true;
	};

/** A user creates new credentials in the venue’s console. */
function issue(venue: Venue, { name }: Action): ClientCredentials {
	const given = { clientId: `client of ${name}`, clientSecret: `secret of ${name}` };
	return venue.addCredentials(given);
}

function uses({ nodes }: Draft, record: string): boolean {
	return nodes.some(({ credentials }) => credentials!.venuePlatformApi.id === record);
}

/** Gives one setting its other value. */
export function changeSetting({ users }: World, node: INode): void {
	if (users.isWebhook(node)) {
		const { includeVenue, ...options } = node.parameters.options as Record<string, boolean>;
		node.parameters.options = { ...options, includeVenue: !includeVenue };
	} else {
		node.parameters.minimumAttempt = Number(node.parameters.minimumAttempt) === 5 ? 3 : 5;
	}
}

const withEvents = (adds: boolean) =>
	withNode(({ world, node, draw }) => {
		const events = world.users.otherEvents(node, draw, adds);
		if (events) node.parameters.events = events;
		return events !== undefined;
	});

const unpublishFor: Deed = async (world, { name, forMs }) => {
	const draft = world.dice.of(`action ${name}`).pick(world.users.drafts);
	await world.users.inTurn(async () => {
		world.say(`a user: ${name}, ${draft.id}`);
		await world.users.unpublish(draft);
	});
	await world.time.sleep(forMs);
	await world.users.inTurn(async () => void (await world.users.publish(draft)));
	return true;
};

export const userActions: Record<string, Deed> = {
	'publish a change': withNode(({ world, node }) => {
		changeSetting(world, node);
		return true;
	}),

	'unpublish and publish': async (world, { name }) => {
		const draft = world.dice.of(`action ${name}`).pick(world.users.drafts);
		await world.users.inTurn(async () => {
			world.say(`a user: ${name}, ${draft.id}`);
			await world.users.unpublish(draft);
			await world.users.publish(draft);
		});
		return true;
	},

	'unpublish for a while': unpublishFor,
	'unpublish for weeks': unpublishFor,

	'move a node': withNode(({ world, node, draw }) => {
		const { id } = node.credentials!.venuePlatformApi;
		const others = [...world.database.credentials.keys()].filter((record) => record !== id);
		if (others.length === 0) return false;
		const record = draw.pick(others);
		node.credentials = { venuePlatformApi: { id: record, name: record } };
		return true;
	}),

	'new Client ID': withRecord(({ world, record, draw, action }) => {
		const venue = world.venues[world.venueOf(record)];
		const { clientId } = world.users.readRecord(record);
		if (draw.chance(0.7)) venue.clients.block(clientId, 'disabled key');
		else venue.clients.unblock(clientId);
		world.users.writeRecord(record, { ...issue(venue, action) });
		return true;
	}),

	'new Client Secret': withRecord(({ world, record, action }) => {
		const venue = world.venues[world.venueOf(record)];
		const client = venue.clients.find(world.users.readRecord(record).clientId)!;
		client.clientSecret = `secret of ${action.name}`;
		world.users.writeRecord(record, { clientSecret: client.clientSecret });
		return true;
	}),

	'change Base URL': withRecord(({ world, record, draw, action }) => {
		const current = world.venueOf(record);
		const others = world.venues.filter((_, index) => index !== current);
		if (others.length === 0) return false;
		const venue = draw.pick(others);
		const baseUrl = `https://${venue.host}`;
		world.users.writeRecord(record, { baseUrl, ...issue(venue, action) });
		return true;
	}),

	'change Webhook API Key': withRecord(({ world, record, action }) => {
		world.users.writeRecord(record, { webhookApiKey: `key of ${action.name}` });
		return true;
	}),

	'rename a node': withNode(({ node }) => {
		node.name += ' (renamed)';
		return true;
	}),

	'remove a node': withNode(({ draft, node }) => {
		if (draft.nodes.length === 1) return false;
		draft.nodes = draft.nodes.filter((other) => other !== node);
		return true;
	}),

	'add a node': withNode(({ world, draft, node, draw }) => {
		if (draft.nodes.length === MOST_NODES) return false;
		const added = world.users.copyOf(node);
		const record = draw.pick([...world.database.credentials.keys()]);
		added.credentials = { venuePlatformApi: { id: record, name: record } };
		draft.nodes.push(added);
		return true;
	}),

	'duplicate a node': withNode(({ world, draft, node }) => {
		if (draft.nodes.length === MOST_NODES) return false;
		draft.nodes.push(world.users.copyOf(node));
		return true;
	}),

	'delete and re-add a node': withNode(({ world, draft, node }) => {
		draft.nodes = draft.nodes.map((other) => (other === node ? world.users.copyOf(node) : other));
		return true;
	}),

	'add an event': withEvents(true),
	'remove an event': withEvents(false),

	'change an option': withNode(({ world, node }) => {
		if (world.users.isWebhook(node)) {
			const { skipOutdated, ...options } = node.parameters.options as Record<string, unknown>;
			node.parameters.options = skipOutdated
				? (options as INode['parameters'])
				: {
						...(options as INode['parameters']),
						skipOutdated: true,
						entityIdPath: 'data.uniqueId',
					};
		} else node.parameters.refetchBookings = node.parameters.refetchBookings !== true;
		return true;
	}),

	'ask for everything since a date': withNode(({ world, node, draw }) => {
		const events = [node.parameters.events].flat() as string[];
		// The date counts where Booking Changed begins.
		if (world.users.isWebhook(node) || events.includes('booking')) return false;
		const startDate = new Date(world.time.now() - draw.scaled(MINUTE, 3 * DAY)).toISOString();
		node.parameters.events = [...events, 'booking'];
		const options = node.parameters.options as INode['parameters'];
		node.parameters.options = { ...options, startWith: 'date', startDate };
		return true;
	}),

	'look up many bookings': lookUp,
};
