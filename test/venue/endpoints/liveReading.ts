import { z } from 'zod';
import { PRODUCTS } from '../account/bookingSamples';
import { PARENT_PRODUCT, productIdOf } from '../account/liveBookings';
import { isJsonObject, type JsonObject } from '../json';
import type { Profile } from '../profile';
import type { Answer } from './answers';
import type { Call, Endpoint } from './endpoint';

const CATEGORY = 'Activities';
const SESSIONS = [
	{ name: 'Morning', startTime: '10:00', endTime: '11:00' },
	{ name: 'Afternoon', startTime: '15:00', endTime: '16:00' },
];
const PLACES = 30;
const PRICES = [14.95, 24, 12.5, 5];

const day = z.string().date();

/** IDs are text here, and numbers in a booking. */
const variations = () =>
	PRODUCTS.map((name, index) => ({ id: String(productIdOf(name)), name, price: PRICES[index] }));

function withCategory(category: string | null, answer: () => Answer, none: () => Answer): Answer {
	return category === null || category === CATEGORY ? answer() : none();
}

const parent = { parentProductId: String(PARENT_PRODUCT), parentProductName: 'Games' };

function products({ request, answers }: Call): Answer {
	const listed = { ...parent, type: 'sessionPass', products: variations() };
	return withCategory(
		request.query.get('ProductCategory'),
		() => answers.json([listed]),
		() => answers.json([]),
	);
}

function availability({ request, answers, account }: Call): Answer {
	const date = request.query.get('Date');
	if (!day.safeParse(date).success) {
		return answers.badRequest({ field: 'Date', message: 'The Date is required: yyyy-MM-dd.' });
	}
	const asked = request.query.get('ProductIds')?.split(',');
	const shown = variations().filter(({ id }) => asked?.includes(id) ?? true);
	if (shown.length === 0) return answers.json([]);
	const sessions = SESSIONS.map((session) => {
		const booked = shown.reduce(
			(sum, { id }) => sum + account.records.booked(Number(id), date ?? '', session.startTime),
			0,
		);
		return { date, ...session, capacityRemaining: PLACES - booked, onlineSalesOpen: true };
	});
	return withCategory(
		request.query.get('ProductCategory'),
		() => answers.json([{ ...parent, products: shown, sessions }]),
		() => answers.json([]),
	);
}

function venueDetails({ account, answers }: Call): Answer {
	return answers.json({
		id: account.venueId,
		name: account.name,
		timeZone: account.timeZone,
		ianaTimeZone: account.timeZone,
		countryCode: 'GB',
		currency: 'GBP',
		locale: 'en-GB',
		productPricesIncludeTax: true,
	});
}

function giftCardBalance({ request, account, answers }: Call): Answer {
	const { giftCardNumber } = isJsonObject(request.json) ? request.json : {};
	const card = account.records.find('giftCards', String(giftCardNumber ?? ''));
	if (card) return answers.json({ giftCardNumber, ...card } as JsonObject);
	const message = 'There is no gift card with this number.';
	return answers.conflict({ name: 'GiftCardNumber', message });
}

function recordOf(kind: 'guests' | 'signedWaivers') {
	return ({ parameters, account, answers }: Call): Answer => {
		const record = account.records.find(kind, parameters.id);
		return record ? answers.json(record) : answers.notFound();
	};
}

/** A call that only the live service has. The document names no scope for it. */
export function live(method: string, path: string, answer: (call: Call) => Answer): Endpoint {
	const isOffered = ({ operations }: Profile) => operations === 'live';
	return { method, path, surface: 'rest', isOffered, answer };
}

/** Calls of the live service that change nothing. */
export const liveReading: Endpoint[] = [
	live('GET', '/guests/{id}', recordOf('guests')),
	live('GET', '/signed-waivers/{id}', recordOf('signedWaivers')),
	live('GET', '/products', products),
	live('GET', '/product-availability', availability),
	live('GET', '/venues/me', venueDetails),
	live('POST', '/giftcards/balance', giftCardBalance),
];
