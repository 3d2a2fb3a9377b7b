import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { PRODUCTS, type Booking } from '../account/bookingSamples';
import { PARENT_PRODUCT } from '../account/liveBookings';
import type { Answer } from './answers';
import type { Call, Endpoint } from './endpoint';
import { live } from './liveReading';

/** Only what was booked through the API can be canceled through it. */
const API_CHANNEL = 'API';
const MOST_TICKETS = 10;
const FIRST_BLOCK = 5000;

const item = z
	.object({
		productId: z.number().int(),
		quantity: z.number().int().positive(),
		bookingDate: z.string().date(),
		startTime: z
			.string()
			.regex(/^\d\d:\d\d$/)
			.optional(),
	})
	.passthrough();

const text = z.string().min(1);
const newBooking = z
	.object({
		externalId: z.string().max(64),
		name: z.string().max(128).optional(),
		comments: z.string().max(500).optional(),
		customer: z.object({ firstName: text, lastName: text, email: text, phone: text }).passthrough(),
		items: z.array(item).min(1),
	})
	.passthrough();

const changedBooking = z
	.object({
		name: z.string().max(128).optional(),
		comments: z.string().max(500).optional(),
		metadata: z.record(z.string().nullable()).optional(),
		newItems: z.array(item).optional(),
		idsToRemove: z.array(z.number().int()).optional(),
	})
	.passthrough();

const cancellation = z
	.object({ issueRefund: z.boolean(), refundType: z.string().optional() })
	.passthrough();

const redemptions = z.object({
	tickets: z
		.array(z.object({ ticketId: text }).passthrough())
		.min(1)
		.max(MOST_TICKETS),
});

const block = z
	.object({
		resourceId: z.number().int(),
		blockoutCapacity: z.number().int(),
		date: z.string().date(),
		startTime: text.optional(),
		endTime: text.optional(),
		blockEntireDay: z.boolean().optional(),
	})
	.passthrough();

type Item = z.infer<typeof item>;

function checked<T>(
	schema: z.ZodType<T>,
	{ request, answers }: Call,
	answer: (body: T) => Answer,
): Answer {
	const read = schema.safeParse(request.json);
	if (read.success) return answer(read.data);
	return answers.badRequest(
		...read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
	);
}

function bookingItem(
	{ productId, quantity, bookingDate, startTime = '10:00' }: Item,
	bookingItemId: number,
): JsonObject {
	const tickets = Array.from({ length: quantity }, (_, index) => ({
		ticketId: `${bookingItemId}-${index + 1}`,
		redeemed: false,
		signedWaiverId: null,
	}));
	const session = { sessionStartTime: startTime, sessionEndTime: null };
	return { bookingItemId, productId, quantity, bookingDate, ...session, cost: 0, tickets };
}

function unknownProduct(items: readonly Item[]): boolean {
	return items.some(({ productId }) => {
		const index = productId - PARENT_PRODUCT - 1;
		return index < 0 || index >= PRODUCTS.length;
	});
}

const noSuchProduct = {
	name: 'ProductId',
	message: 'The product is not sold at this venue.',
};

/** What was asked for has happened when this returns; only its events are still on their way. */
const goesOn = (sending: Promise<unknown>): void => void sending.catch(() => {});

function createBooking(call: Call): Answer {
	return checked(newBooking, call, ({ externalId, customer, items, name, comments }) => {
		const { account, answers } = call;
		if (unknownProduct(items)) return answers.conflict(noSuchProduct);
		const number = account.bookings.everKnown().length + 1;
		const fullName = `${customer.firstName} ${customer.lastName}`;
		goesOn(
			account.bookings.create({
				externalId,
				customer: { ...(customer as JsonObject), name: fullName },
				channel: API_CHANNEL,
				name: name ?? fullName,
				comments: comments ?? null,
				items: items.map((one, index) => bookingItem(one, FIRST_BLOCK * number + index)),
			}),
		);
		const { uniqueId, bookingReference } = account.liveBooking(
			account.bookings.all().at(-1) as Booking,
		);
		return answers.json({ bookingReference, uniqueId }, 201);
	});
}

function found({ parameters, account }: Call): Booking | undefined {
	return account.bookings.find(parameters.uniqueId);
}

function changeBooking(call: Call): Answer {
	const { account, answers } = call;
	const booking = found(call);
	if (!booking) return answers.notFound();
	return checked(changedBooking, call, ({ newItems = [], idsToRemove = [], ...fields }) => {
		if (unknownProduct(newItems)) return answers.conflict(noSuchProduct);
		const { items, metadata } = account.liveBooking(booking);
		const kept = items.filter(({ bookingItemId }) => !idsToRemove.includes(Number(bookingItemId)));
		const next = 1 + Math.max(0, ...items.map(({ bookingItemId }) => Number(bookingItemId)));
		const added = newItems.map((one, index) => bookingItem(one, next + index));
		const merged = { ...(isJsonObject(metadata) ? metadata : {}), ...fields.metadata };
		const changes = { ...(fields as JsonObject), metadata: withoutNull(merged) };
		goesOn(account.bookings.change(booking.uniqueId, { ...changes, items: [...kept, ...added] }));
		return answers.empty(200);
	});
}

function withoutNull(values: Record<string, Json>): JsonObject {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function cancelBooking(call: Call): Answer {
	const { account, answers } = call;
	const booking = found(call);
	if (!booking) return answers.notFound();
	return checked(cancellation, call, ({ issueRefund, refundType }) => {
		if (issueRefund && refundType === undefined) {
			return answers.badRequest({ field: 'refundType', message: 'The refundType is required.' });
		}
		if (booking.channel !== API_CHANNEL) {
			return answers.json('Only bookings that were made by the API can be canceled here.', 403);
		}
		goesOn(account.bookings.cancel(booking.uniqueId));
		return answers.empty(200);
	});
}

function redeemTickets(call: Call): Answer {
	return checked(redemptions, call, ({ tickets }) => {
		const { account, answers, clock } = call;
		const redemptionDate = new Date(clock.now()).toISOString();
		const redeemed: JsonObject[] = [];
		for (const { ticketId } of tickets) {
			const { live: booking } = account.records.ofTicket(ticketId) ?? {};
			const ticket = booking?.items.flatMap((one) => one.tickets).find(isTicket(ticketId));
			if (ticket?.redeemed === false) continue;
			const message = ticket ? 'The ticket was used before.' : 'There is no such ticket.';
			return answers.conflict({ name: 'InvalidRedemption', message });
		}
		for (const { ticketId } of tickets) {
			const of = account.records.ofTicket(ticketId);
			if (!of) continue;
			const items = of.live.items.map((one) => ({
				...one,
				tickets: one.tickets.map((other) =>
					isTicket(ticketId)(other) ? { ...other, redeemed: true } : other,
				),
			}));
			goesOn(account.bookings.change(of.booking.uniqueId, { items }));
			const { customerId, name } = of.live;
			const who = { ticketHolderName: name, customerId };
			redeemed.push({ redemptionDate, ticketId, quantityRedeemed: 1, ...who });
		}
		const data = { redemptions: redeemed };
		goesOn(account.emit({ type: 'Redemption', eventType: 'Created', data }));
		return answers.empty(200);
	});
}

const isTicket = (ticketId: string) => (ticket: JsonObject) => ticket.ticketId === ticketId;

function blockCapacity(call: Call): Answer {
	return checked(block, call, (body) => {
		const { account, answers } = call;
		if (body.blockEntireDay !== true && !(body.startTime && body.endTime)) {
			return answers.badRequest({
				field: 'startTime',
				message: 'A start and an end are required.',
			});
		}
		const { capacityBlocks } = account.records;
		const resourceCapacityBlockId = FIRST_BLOCK + capacityBlocks.length + 1;
		capacityBlocks.push({ resourceCapacityBlockId, ...(body as JsonObject) });
		return answers.json({ resourceCapacityBlockId });
	});
}

/** Calls of the live service that change something. None is idempotent. */
export const liveChanges: Endpoint[] = [
	live('POST', '/bookings', createBooking),
	live('PUT', '/bookings/{uniqueId}', changeBooking),
	live('POST', '/bookings/{uniqueId}/cancel', cancelBooking),
	live('POST', '/redemptions', redeemTickets),
	live('POST', '/capacity-reservation/block', blockCapacity),
];
