import type { Random } from '../../core/random';
import type { Action } from '../story/plan';
import { SCOPES, type Venue } from '../venue/venue';
import type { World } from '../world';
import type { Deed } from './happen';

const MINUTE = 60_000;
const MOST_BOOKINGS = 30;

const atVenue =
	(deed: (given: { world: World; venue: Venue; draw: Random; action: Action }) => boolean): Deed =>
	async (world, action) => {
		const draw = world.dice.of(`action ${action.name}`);
		const venue = draw.pick(world.venues);
		world.say(`${venue.name}: ${action.name}`);
		return await Promise.resolve(deed({ world, venue, draw, action }));
	};

/** A booking is made or changed, and whoever has asked for it is told. */
export function change(world: World, venue: Venue, uniqueId: string, isTold: boolean): void {
	const before = venue.bookings.get(uniqueId);
	const modifiedAt = world.time.now();
	const booking = { uniqueId, version: (before?.version ?? 0) + 1, modifiedAt };
	venue.bookings.set(uniqueId, booking);
	world.say(`${venue.name}: ${uniqueId} is now at version ${booking.version}`);
	if (isTold) world.sending.happened(venue, uniqueId);
}

/** Messages about bookings that changed were tried in vain, seven times, until now. */
export function giveUp(
	world: World,
	venue: Venue,
	count: number,
	name: string,
	draw: Random,
	since = draw.scaled(MINUTE, 12 * 60 * MINUTE),
): void {
	const now = world.time.now();
	for (let index = 0; index < count; index++) {
		const booking = draw.chance(0.7) ? `b${draw.int(1, MOST_BOOKINGS)}` : undefined;
		const message = {
			uniqueId: `lost ${name} ${index}`,
			webhookId: 900,
			topic: booking ? 'Booking' : 'Ticket',
			event: 'Updated',
			booking,
			attempts: Array.from(
				{ length: 8 },
				(_, attempt) => now - Math.round(since * (1 - attempt / 7)),
			),
			isGivenUp: true,
		};
		venue.failed.push(message);
		world.reports.givenUp.push({ at: now, venue: world.venues.indexOf(venue), message });
		world.say(`${venue.name} gives up ${message.uniqueId} about ${booking ?? 'a ticket'}`);
	}
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

	'large outage': atVenue(({ world, venue, draw, action }) => {
		world.reports.largeOutages.push({ venue: world.venues.indexOf(venue), at: world.time.now() });
		const count = draw.int(1_300, 3_000);
		for (let index = 0; index < count; index++) {
			const modifiedAt = world.time.now();
			venue.bookings.set(`of outage ${index}`, {
				uniqueId: `of outage ${index}`,
				version: (venue.bookings.get(`of outage ${index}`)?.version ?? 0) + 1,
				modifiedAt,
			});
		}
		const since = draw.scaled(MINUTE, 12 * 60 * MINUTE);
		giveUp(world, venue, 3, action.name, draw, since);
		// One more was tried before all that, and is given up when the rest has been reported.
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
		const client = draw.pick([...venue.clients.values()]);
		if (client.isDisabled) return false;
		client.isDisabled = true;
		world.background(forAWhile({ world, action }, () => void (client.isDisabled = false)));
		return true;
	}),

	'revoke a scope': atVenue(({ world, venue, draw, action }) => {
		const client = draw.pick([...venue.clients.values()]);
		const scope = draw.pick(SCOPES);
		client.scopes.delete(scope);
		world.background(forAWhile({ world, action }, () => void client.scopes.add(scope)));
		return true;
	}),

	'switch off in the console': atVenue(({ world, venue, draw }) => {
		const enabled = venue.configurations.filter(({ body }) => body.enabled !== false);
		if (enabled.length === 0) return false;
		const configuration = draw.pick(enabled);
		configuration.body = { ...configuration.body, enabled: false };
		configuration.offInConsole = true;
		world.switches.inConsole(venue, configuration);
		return true;
	}),

	'send an event again': atVenue(({ world, venue, draw, action }) => {
		const those = world.sending.all.filter((sent) => sent.venue === venue && sent.isTaken);
		if (those.length === 0) return false;
		world.sending.again(draw.pick(those), action.name);
		return true;
	}),

	stranger: atVenue(({ world, venue, draw }) => {
		if (venue.configurations.length === 0) return false;
		world.sending.stranger(draw.pick(venue.configurations), venue);
		return true;
	}),

	'unsubscribed event': atVenue(({ world, venue }) => {
		world.sending.happened(venue, 'b1', 'unsubscribed');
		return venue.configurations.length > 0;
	}),
};
