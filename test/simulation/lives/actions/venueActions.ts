import type { Webhook } from '../../../venue/account/webhooks';
import { SCOPES } from '../../../venue/endpoints/endpoints';
import type { Random } from '../../core/random';
import type { Action } from '../story/plan';
import { ATTEMPTS, failedMessage, UNAVAILABLE } from '../venue/message';
import type { Venue } from '../venue/venue';
import type { World } from '../world';
import type { Deed } from './happen';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_BOOKINGS = 30;
const UNKNOWN_WEBHOOK = 900;
const ownUrl = ({ publicUrl }: World) => `${publicUrl}/webhook/of-another-workflow`;
const OTHERS_URL = 'https://crm.example/hooks/venue';

const atVenue =
	(deed: (given: { world: World; venue: Venue; draw: Random; action: Action }) => boolean): Deed =>
	async (world, action) => {
		const draw = world.dice.of(`action ${action.name}`);
		const venue = draw.pick(world.venues);
		world.say(`${venue.name}: ${action.name}`);
		return await Promise.resolve(deed({ world, venue, draw, action }));
	};

function put(world: World, venue: Venue, uniqueId: string): number {
	const version = Number(venue.bookings.find(uniqueId)?.version ?? 0) + 1;
	const modifiedDate = new Date(world.time.now()).toISOString();
	venue.bookings.put({ uniqueId, version, modifiedDate });
	return version;
}

/** A booking is created or changed, and subscribed webhooks are called if `isTold`. */
export function change(world: World, venue: Venue, uniqueId: string, isTold: boolean): void {
	const version = put(world, venue, uniqueId);
	world.say(`${venue.name}: ${uniqueId} is now at version ${version}`);
	if (isTold) world.sending.happened(venue, uniqueId);
}

/** Messages about changed bookings, which all attempts until now failed to deliver. */
export function giveUp(
	world: World,
	venue: Venue,
	count: number,
	name: string,
	draw: Random,
	since = draw.scaled(MINUTE, 12 * 60 * MINUTE),
	webhookId = draw.chance(0.5) ? idOfWebhookAt(venue, ownUrl(world)) : UNKNOWN_WEBHOOK,
): void {
	const now = world.time.now();
	for (let index = 0; index < count; index++) {
		const booking = draw.chance(0.7) ? `b${draw.int(1, MOST_BOOKINGS)}` : undefined;
		const topic = booking ? 'Booking' : 'Ticket';
		const message = failedMessage(`lost ${name} ${index}`, webhookId, topic, now - since);
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const at = now - Math.round(since * (1 - attempt / (ATTEMPTS - 1)));
			venue.messages.failedOnceMore(message, { ...UNAVAILABLE, at });
		}
		const lost = { at: now, venue: world.venues.indexOf(venue), message };
		for (const one of world.all) one.reports.gaveUp(lost);
		world.say(`${venue.name} gives up ${message.id} about ${booking ?? 'a ticket'}`);
	}
}

/** The venue has it from the first message on. It is called for no event. */
function idOfWebhookAt({ webhooks }: Venue, url: string): number {
	const isThere = ({ configuration }: Webhook) => configuration.url === url;
	const configuration = { url, enabled: true, webhooks: {} };
	return (webhooks.all().find(isThere) ?? webhooks.create(configuration)).webhookId;
}

async function forAWhile({ world, action }: { world: World; action: Action }, undo: () => void) {
	await world.time.sleep(action.forMs);
	undo();
}

export const venueActions: Record<string, Deed> = {
	'change bookings': atVenue(({ world, venue, draw }) => {
		const count = draw.int(1, 6);
		for (let index = 0; index < count; index++) {
			change(world, venue, `b${draw.int(1, MOST_BOOKINGS)}`, false);
		}
		return true;
	}),

	'send events': atVenue(({ world, venue, draw }) => {
		const count = draw.int(1, 4);
		for (let index = 0; index < count; index++) {
			change(world, venue, `b${draw.int(1, MOST_BOOKINGS)}`, true);
		}
		return true;
	}),

	'give messages up': atVenue(({ world, venue, draw, action }) => {
		giveUp(world, venue, draw.int(1, 4), action.name, draw);
		return true;
	}),

	'messages to another system': atVenue(({ world, venue, draw, action }) => {
		const others = idOfWebhookAt(venue, OTHERS_URL);
		giveUp(world, venue, draw.int(1, 10), action.name, draw, undefined, others);
		return true;
	}),

	'large outage': atVenue(({ world, venue, draw, action }) => {
		const outage = { venue: world.venues.indexOf(venue), at: world.time.now() };
		for (const { reports } of world.all) reports.largeOutages.push(outage);
		const count = draw.int(1_300, 3_000);
		for (let index = 0; index < count; index++) {
			put(world, venue, `of outage ${index}`);
		}
		const since = draw.scaled(MINUTE, 12 * 60 * MINUTE);
		giveUp(world, venue, 3, action.name, draw, since);
		// One more message was first tried before all that, and is given up after the rest was
		// reported.
		world.background(
			(async () => {
				const pauseMs = 2 * world.plan.pollEveryMs + draw.scaled(MINUTE, action.forMs);
				await world.time.sleep(pauseMs);
				if (world.isCalm) return;
				giveUp(world, venue, 1, `${action.name} later`, draw, since + pauseMs + 30 * MINUTE);
			})(),
		);
		return true;
	}),

	'disable credentials': atVenue(({ world, venue, draw, action }) => {
		const { clientId, blocked } = draw.pick(venue.clients.all());
		if (blocked) return false;
		venue.clients.block(clientId, 'disabled key');
		world.background(forAWhile({ world, action }, () => venue.clients.unblock(clientId)));
		return true;
	}),

	'revoke a scope': atVenue(({ world, venue, draw, action }) => {
		const client = draw.pick(venue.clients.all());
		const scope = draw.pick(SCOPES);
		const others = () => client.scopes.filter((one) => one !== scope);
		client.scopes = others();
		world.background(
			forAWhile({ world, action }, () => void (client.scopes = [...others(), scope])),
		);
		return true;
	}),

	'switch off in the console': atVenue(({ world, venue, draw }) => {
		const all = venue.webhooks.all();
		const enabled = all.filter(({ configuration }) => configuration.enabled === true);
		if (enabled.length === 0) return false;
		const webhook = draw.pick(enabled);
		venue.switchOffInConsole(webhook);
		for (const { switches } of world.all) switches.inConsole(venue, webhook);
		return true;
	}),

	'send an event again': atVenue(({ world, venue, draw, action }) => {
		const those = world.sending.all.filter((sent) => sent.venue === venue && sent.isTaken);
		if (those.length === 0) return false;
		world.sending.again(draw.pick(those), action.name);
		return true;
	}),

	stranger: atVenue(({ world, venue, draw }) => {
		const webhooks = venue.webhooks.all();
		if (webhooks.length === 0) return false;
		world.sending.stranger(draw.pick(webhooks), venue);
		return true;
	}),

	'an event from the future': atVenue(({ world, venue, draw, action }) => {
		const entity = `b${draw.int(1, MOST_BOOKINGS)}`;
		world.sending.happened(venue, entity, 'genuine', draw.scaled(2 * DAY, 400 * DAY));
		world.background(
			(async () => {
				await world.time.sleep(draw.scaled(MINUTE, Math.max(2 * MINUTE, action.forMs)));
				if (!world.isCalm) change(world, venue, entity, true);
			})(),
		);
		return venue.webhooks.all().length > 0;
	}),

	/**
	 * Thousands of messages, in the states in which an outage leaves them, and later a few more that
	 * are given up.
	 */
	'messages of a long outage': atVenue(({ world, venue: drawn, draw, action }) => {
		// One such list is much to read at each poll.
		if (world.counts[action.kind]) return false;
		const asked = world.stays.current.find(({ node }) => node.webhookId === undefined);
		const venue = asked ? world.venues[asked.venue] : drawn;
		world.seen(action.kind);
		const now = world.time.now();
		const webhookId = idOfWebhookAt(venue, ownUrl(world));
		const count = draw.chance(0.9) ? draw.int(5_200, 8_000) : draw.int(8_000, 20_000);
		const tried = draw.chance(0.5) ? 5 : draw.int(1, ATTEMPTS - 1);
		for (let index = 0; index < count; index++) {
			const topic = index % 10 === 0 ? 'Booking' : 'Ticket';
			const message = failedMessage(`under way ${index}`, webhookId, topic, now - DAY);
			const attempts = index % 20 === 0 ? draw.int(1, ATTEMPTS - 1) : tried;
			for (let attempt = 0; attempt < attempts; attempt++) {
				const at = now - DAY + index + attempt * MINUTE;
				venue.messages.failedOnceMore(message, { ...UNAVAILABLE, at });
			}
		}
		world.say(`${venue.name} tries ${count} messages, most of them ${tried} times`);
		giveUp(world, venue, 3, action.name, draw);
		world.background(
			(async () => {
				await world.time.sleep(2 * world.plan.pollEveryMs + action.forMs);
				if (!world.isCalm) giveUp(world, venue, draw.int(1, 50), `${action.name} later`, draw);
			})(),
		);
		return true;
	}),

	'unsubscribed event': atVenue(({ world, venue }) => {
		world.sending.happened(venue, 'b1', 'unsubscribed');
		return venue.webhooks.all().length > 0;
	}),
};
