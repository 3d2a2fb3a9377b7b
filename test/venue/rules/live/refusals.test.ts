import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

describe('refusals of the live profile', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	beforeEach(async () => {
		({ venue, caller, subscribe, close } = await startConnectedVenue({
			profile: 'live',
			maxWebhooks: 1,
		}));
	});

	afterEach(() => close());

	const WORDS = 'At least one topic is required.';
	const withKey = { authentication: { apiKey: 'shared' } };
	const refused = async () => (await subscribe({ ...withKey, webhooks: {} })).data as unknown;

	const FORMS = [
		{ Message: WORDS },
		{ webhooks: [WORDS] },
		{ Message: 'The request is invalid.', ModelState: { webhooks: [WORDS] } },
		{ message: WORDS },
		{ title: WORDS, status: 400 },
		{ error: WORDS },
		WORDS,
		WORDS,
		{ errors: [{ message: WORDS }] },
	];

	it('have their words in one form after the other', async () => {
		const seen: unknown[] = [];
		for (let count = 0; count <= FORMS.length; count++) seen.push(await refused());
		expect(seen).toEqual([...FORMS, FORMS[0]]);
	});

	it('the plain text is no JSON', async () => {
		venue.vary({ badRequest: 'text' });
		const { headers, status } = await subscribe({ ...withKey, webhooks: {} });
		expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
	});

	it('of a broken business rule have entries without a name', async () => {
		await subscribe(withKey);
		const { status, data } = await subscribe(withKey);
		const message = 'A venue can have at most 1 webhook configurations.';
		expect([status, data]).toEqual([409, { errors: [{ message }] }]);
	});

	it('of a wrong secret have the status 400', async () => {
		const { clientId } = venue.credentials;
		const { status } = await caller.requestToken({ clientId, clientSecret: 'wrong' });
		expect(status).toBe(400);
	});
});
