import { CompanyNetwork } from './companyNetwork';
import { RemedyLab, WORKS } from './remedyLab';
import { Publishers, RIGHT_ADDRESS, WRONG_ADDRESSES } from './sections/address';
import { BOOKINGS } from './sections/calls';
import { TrustingUser } from './sections/trust';

const START_WITHIN = 300_000;

/** Remedies for which the administrator changes settings of n8n and restarts it. */
describe('remedies that need other settings of n8n', () => {
	let network: CompanyNetwork;
	let lab: RemedyLab;
	let publishers: Publishers;
	let user: TrustingUser;

	beforeAll(async () => {
		network = await CompanyNetwork.open();
		lab = await RemedyLab.open(network.environment);
		publishers = new Publishers(lab);
		await publishers.publishBefore();
		await publishers.unpublishBefore();
		user = await TrustingUser.signedIn(lab, network);
	}, START_WITHIN);

	afterAll(async () => {
		await lab?.close();
		await network?.close();
	}, START_WITHIN);

	const { plain, own, incomplete } = WRONG_ADDRESSES;

	/** Calls a venue whose host name leads to a private address. */
	const callByName = async () => {
		const baseUrl = (await lab.invite()).baseUrl.replace('127.0.0.1', 'localhost');
		return await lab.call(BOOKINGS, await lab.credential({ baseUrl }));
	};

	it('The secure connection to … could not be trusted: Base URL corrected', async () => {
		await user.correctsBaseUrl();
	});

	describe('an n8n with an http address that does not trust its network’s certificate', () => {
		beforeAll(async () => {
			await lab.lab.restart({ N8N_WEBHOOK_URL: plain.address, ...network.environmentBefore });
		}, START_WITHIN);

		it(plain.message, async () => await publishers.areTold(plain.message));

		it('The secure connection to … could not be trusted', async () => await user.isRefused());
	});

	describe('an n8n at a localhost address that sends nothing to private addresses', () => {
		beforeAll(async () => {
			await lab.lab.restart({ N8N_WEBHOOK_URL: own.address, N8N_SSRF_PROTECTION_ENABLED: 'true' });
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
			await lab.lab.restart({
				N8N_SSRF_PROTECTION_ENABLED: 'true',
				N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
			});
		}, START_WITHIN);

		it('sends the request that n8n blocked before', async () => {
			expect(await callByName()).toEqual(WORKS);
		});
	});

	describe('an n8n with an incomplete address', () => {
		beforeAll(async () => {
			await lab.lab.restart({ N8N_WEBHOOK_URL: incomplete.address });
		}, START_WITHIN);

		it(incomplete.message, async () => await publishers.areTold(incomplete.message));

		it('n8n’s own message in executions is “Invalid URL”', async () => {
			await lab.invite();
			expect((await lab.call(BOOKINGS)).text).toContain('Invalid URL');
		});
	});

	describe('an n8n that is set up as troubleshooting says', () => {
		beforeAll(async () => {
			await lab.lab.restart({ N8N_WEBHOOK_URL: RIGHT_ADDRESS });
		}, START_WITHIN);

		it('publishes the workflows that it did not publish before', async () =>
			await publishers.publishNow());

		it('moves a webhook from the old address after its workflow is unpublished and published', async () => {
			await publishers.publishAgain();
		});

		it('leaves no webhook at the old address if its workflow was unpublished before', async () => {
			await publishers.publishAfterTheMove();
		});

		it('trusts the certificate of its network', async () => await user.isServed());
	});
});
