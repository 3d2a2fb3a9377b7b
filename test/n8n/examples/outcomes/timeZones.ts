import { DateTime } from 'luxon';

import type { ExampleLab } from '../exampleLab';
import { guests } from './guests';
import { atWork, guestOf, idOf, type AtWork } from './outcome';

/** From the first time zone in which a day begins to the last one. */
export const ZONES = [
	'Pacific/Kiritimati',
	'Australia/Sydney',
	'Europe/Berlin',
	'America/New_York',
	'Pacific/Honolulu',
];

const HOURLY = 'Every Hour from Ten to Six';

/** When guests come in the venue's time zone: days from today, and the time. */
const VISITS = [
	{ days: 0, hour: 23, minute: 30 },
	{ days: 1, hour: 0, minute: 30 },
	{ days: 1, hour: 20, minute: 0 },
	{ days: 1, hour: 23, minute: 30 },
	{ days: 2, hour: 0, minute: 30 },
];

/** How many guests come, and how many of them have signed. */
const PARTIES = [
	{ guests: 1, signed: 0 },
	{ guests: 1, signed: 1 },
	{ guests: 8, signed: 0 },
	{ guests: 8, signed: 7 },
	{ guests: 8, signed: 8 },
];

const cases = VISITS.flatMap((visit) => PARTIES.map((party) => ({ ...visit, ...party })));

interface Asked {
	asked: string[];
	toAsk: string[];
}

/** The guests that “Missing waivers” writes to in two runs, and those that it should write to. */
export async function askedInZone(lab: ExampleLab, zone: string): Promise<Asked> {
	const waivers = await atWork(lab, 'guests/signed-waivers', guests['guests/signed-waivers']);
	const at = await atWork(lab, 'guests/missing-waivers', guests['guests/missing-waivers'], {
		change: (example) => ({ ...example, settings: { ...example.settings, timezone: zone } }),
	});
	const today = DateTime.fromMillis(lab.n8n.clock.now(), { zone }).startOf('day');
	for (const [index, { days, hour, minute, guests: guestCount, signed }] of cases.entries()) {
		const uniqueId = bookingIn(zone, index);
		const visitDate = today.plus({ days }).set({ hour, minute }).toUTC().toISO();
		const customer = guestOf(index);
		const booked = { uniqueId, customer, visitDate, guests: guestCount };
		await at.venues[0].bookings.create(booked);
		await sign(waivers, uniqueId, signed);
	}
	await lab.untilIdle(waivers.imported);
	await at.call(HOURLY);
	await at.call(HOURLY);
	for (const { imported } of [waivers, at]) await lab.n8n.workflows.unpublish(imported.workflow);
	return {
		asked: lab.apps.gmail.mails.map(({ to }) => to).sort(),
		toAsk: cases
			.flatMap(({ days, guests: guestCount, signed }, index) =>
				days === 1 && signed < guestCount ? [guestOf(index).email] : [],
			)
			.sort(),
	};
}

const bookingIn = (zone: string, index: number) => idOf(zone, index);

async function sign({ venues: [venue] }: AtWork, bookingId: string, times: number): Promise<void> {
	const sign = async (_: unknown, index: number) => {
		const customer = { name: `Guest ${index}` };
		const data = { uniqueId: `${bookingId} ${index}`, bookingId, customer };
		await venue.emit({ type: 'SignedWaiver', eventType: 'Created', data });
	};
	await Promise.all(Array.from({ length: times }, sign));
}
