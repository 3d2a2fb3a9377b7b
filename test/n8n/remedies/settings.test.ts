import { CompanyNetwork } from './companyNetwork';
import { RemedyLab, WORKS } from './remedyLab';
import { Publishers, RIGHT_ADDRESS, WRONG_ADDRESSES } from './sections/address';
import { BOOKINGS } from './sections/calls';
import { TrustingUser } from './sections/trust';

const START_WITHIN = 300_000;

/** Remedies for which the administrator changes settings of n8n and starts it again. */
describe('what the help says to do, with other settings of n8n', () => {
	let network: CompanyNetwork;
	let lab: RemedyLab;
	let publishers: Publishers;
	let user: TrustingUser;

	beforeAll(async () => {
		network = await CompanyNetwork.open();
		lab = await RemedyLab.open(network.environment);
		publishers = new Publishers(lab);
		await publishers.publishBefore();
		user = await TrustingUser.signedIn(lab, network);
	}, START_WITHIN);

	afterAll(async () => {
		await lab?.close();
		await network?.close();
	}, START_WITHIN);

	const { plain, own, incomplete } = WRONG_ADDRESSES;

	/** Of a venue whose name leads to a private address. */
	const callByName = async () => {
		const baseUrl = (await lab.invite()).baseUrl.replace('127.0.0.1', 'localhost');
		return await lab.call(BOOKINGS, await lab.credential({ baseUrl }));
	};

	it('The secure connection to … could not be trusted: Base URL corrected', async () => {
		await user.correctsBaseUrl();
	});

	describe('an n8n at an http address that does not know the certificate of its network', () => {
		beforeAll(async () => {
			await lab.restart({ N8N_WEBHOOK_URL: plain.address, ...network.environmentBefore });
		}, START_WITHIN);

		it(plain.message, async () => await publishers.areTold(plain.message));

		it('The secure connection to … could not be trusted', async () => await user.isRefused());
	});

	describe('an n8n at its own machine that sends nothing to private addresses', () => {
		beforeAll(async () => {
			await lab.restart({ N8N_WEBHOOK_URL: own.address, N8N_SSRF_PROTECTION_ENABLED: 'true' });
		}, START_WITHIN);

		it(own.message, async () => await publishers.areTold(own.message));

		it('The request to … could not be sent', async () => {
			const { text } = await callByName();
			expect(text).toMatch(
				/The request to localhost:\d+ could not be sent: .*restricted IP address/,
			);
			expect(lab.venue.requests).toEqual([]);
		});
	});

	describe('an n8n that may send requests to the venue at a private address', () => {
		beforeAll(async () => {
			await lab.restart({
				N8N_SSRF_PROTECTION_ENABLED: 'true',
				N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
			});
		}, START_WITHIN);

		it('sends the request that could not be sent', async () => {
			expect(await callByName()).toEqual(WORKS);
		});
	});

	describe('an n8n whose address is not complete', () => {
		beforeAll(async () => {
			await lab.restart({ N8N_WEBHOOK_URL: incomplete.address });
		}, START_WITHIN);

		it(incomplete.message, async () => await publishers.areTold(incomplete.message));

		it('n8n itself then says “Invalid URL” in executions', async () => {
			await lab.invite();
			expect((await lab.call(BOOKINGS)).text).toContain('Invalid URL');
		});
	});

	describe('an n8n that is set up as the help says', () => {
		beforeAll(async () => {
			await lab.restart({ N8N_WEBHOOK_URL: RIGHT_ADDRESS });
		}, START_WITHIN);

		it('publishes what it did not before', async () => await publishers.publishNow());

		it('publishes again what has the former address', async () => {
			await publishers.publishAgain();
		});

		it('trusts the certificate of its network', async () => await user.isServed());
	});
});
