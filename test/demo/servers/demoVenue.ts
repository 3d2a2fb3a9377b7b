import { join } from 'node:path';

import { publicOrigin } from '../../n8n/lab/server/environment';
import {
	startVenue,
	type Booking,
	type Message,
	type SimulatedVenue,
	type Webhook,
} from '../../venue';
import { readJsonFile, writeJsonFile } from '../state/savedState';
import { sampleBookings } from './sampleBookings';

const SAVE_EVERY_MS = 2_000;
/** Retries that became due while the demo was stopped are sent after n8n has started. */
const RETRY_AFTER_MS = 60_000;

/** The simulated venue is in memory. This part survives a restart. */
interface VenueState {
	clientSecret: string;
	/** How far its clock was moved. */
	aheadMs: number;
	bookings: Booking[];
	webhooks: Array<Webhook['configuration']>;
	/** Messages that have not been delivered. */
	messages: Message[];
}

interface DemoVenue {
	venue: SimulatedVenue;
	close: () => Promise<void>;
}

export async function startDemoVenue(
	folder: string,
	ports: { n8n: number; venue: number },
): Promise<DemoVenue> {
	const file = join(folder, 'venue.json');
	const venue = await startVenue({
		profile: 'live',
		port: ports.venue,
		receivers: { [publicOrigin]: `http://127.0.0.1:${ports.n8n}` },
	});
	const saved = await readJsonFile<VenueState>(file);
	if (saved) await restore(venue, saved);
	else for (const booking of sampleBookings) await venue.bookings.create(booking);

	let written = '';
	const save = async () => {
		const state = JSON.stringify(stateOf(venue));
		if (state === written) return;
		await writeJsonFile(file, JSON.parse(state));
		written = state;
	};
	await save();
	let saving = Promise.resolve();
	const timer = setInterval(() => {
		saving = saving.then(save).catch(() => {});
	}, SAVE_EVERY_MS);
	timer.unref();
	const close = async () => {
		clearInterval(timer);
		await saving;
		await save();
		await venue.stop();
	};
	return { venue, close };
}

function stateOf(venue: SimulatedVenue): VenueState {
	return {
		clientSecret: clientOf(venue).clientSecret,
		// In whole minutes so that a clock that was not moved does not look as if it had been.
		aheadMs: Math.round((venue.clock.now() - Date.now()) / 60_000) * 60_000,
		bookings: venue.bookings.all(),
		webhooks: venue.webhooks.all().map(({ configuration }) => configuration),
		messages: venue.messages.failed(),
	};
}

/** Restores bookings before webhooks so that no booking is sent a second time. */
async function restore(venue: SimulatedVenue, saved: VenueState): Promise<void> {
	clientOf(venue).clientSecret = saved.clientSecret;
	await venue.clock.advance(saved.aheadMs);
	for (const booking of saved.bookings) await venue.bookings.create(booking);
	for (const configuration of saved.webhooks) venue.webhooks.create(configuration);
	const earliest = venue.clock.now() + RETRY_AFTER_MS;
	for (const message of saved.messages ?? []) {
		if (message.status !== 'Failed') {
			message.nextRetryAt = Math.max(message.nextRetryAt ?? 0, earliest);
		}
		venue.messages.restore(message);
	}
}

function clientOf(venue: SimulatedVenue) {
	const client = venue.clients.find(venue.credentials.clientId);
	if (!client) throw new Error('The venue has lost its client');
	return client;
}
