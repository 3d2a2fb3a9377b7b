import { readFile } from 'node:fs/promises';

import { selfSigned } from '../../../attacks/certificate';
import { RecordingHost } from '../../../attacks/recordingHost';
import type { SimulatedVenue } from '../../../venue';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { CompanyNetwork } from '../companyNetwork';
import { type RemedyLab, WORKS } from '../remedyLab';
import { BOOKINGS } from './calls';

const UNTRUSTED = 'The secure connection to api.venue.test could not be trusted';
const UNCHECKED = 'The access token is only sent if the server’s certificate is checked';
const OWN_TRUST = 'The access token is only sent to servers that n8n itself trusts';

/** A user behind a proxy that decrypts requests, before and after n8n trusts its certificate. */
export class TrustingUser {
	private credential!: StoredCredential;
	private venue!: SimulatedVenue;

	private constructor(
		private readonly at: RemedyLab,
		private readonly network: CompanyNetwork,
	) {}

	/** A user who got a token while n8n still trusted the certificate. */
	static async signedIn(at: RemedyLab, network: CompanyNetwork): Promise<TrustingUser> {
		const user = new TrustingUser(at, network);
		user.venue = await at.invite();
		user.venue.bookings.seed(3);
		network.venueUrl = user.venue.baseUrl;
		user.credential = await at.credential({ baseUrl: network.baseUrl });
		expect(await at.call(BOOKINGS, user.credential)).toEqual(WORKS);
		return user;
	}

	/** The user had entered a Base URL that is not the venue’s. */
	async correctsBaseUrl(): Promise<void> {
		const { at } = this;
		const other = await RecordingHost.open({ certificate: selfSigned() });
		try {
			const wrong = { baseUrl: other.url() };
			const credential = await at.credential(wrong);
			const { host } = new URL(other.url());
			expect(await at.dialog(credential, wrong)).toContain(
				`The secure connection to ${host} could not be trusted`,
			);
			expect(other.received).toEqual([]);
			expect(await this.tests(credential)).toMatch(/^OK/);
		} finally {
			await other.close();
		}
	}

	/** While n8n does not trust the certificate. */
	async isRefused(): Promise<void> {
		const { at, credential } = this;
		expect((await at.call(BOOKINGS, credential)).text).toContain(UNTRUSTED);
		expect((await this.ignoring()).text).toContain(UNCHECKED);
		expect((await this.trusting()).text).toContain(OWN_TRUST);
		// Following the messages in the node is not enough: the administrator has to act.
		expect((await this.send()).status).toBe('error');
		expect(await this.tests()).toContain(UNTRUSTED);
	}

	/** After the administrator has added the certificate. */
	async isServed(): Promise<void> {
		const { at, credential } = this;
		expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		expect(await this.tests()).toMatch(/^OK/);
		expect((await this.ignoring()).text).toContain(UNCHECKED);
		expect((await this.trusting()).text).toContain(OWN_TRUST);
		expect(await this.send()).toEqual(WORKS);
		// Without the CA in the SSL credential, but with its own certificate.
		expect(await this.trusting({ ca: '' })).toEqual(WORKS);
	}

	private async tests(credential = this.credential): Promise<string> {
		this.at.venue = this.venue;
		return await this.at.dialog(credential, { baseUrl: this.network.baseUrl });
	}

	/** With Ignore SSL Issues on. */
	private async ignoring() {
		return await this.send({ options: { allowUnauthorizedCerts: true } });
	}

	/** With SSL Certificates on. */
	private async trusting(changes: { ca?: string } = {}) {
		const { key, cert } = selfSigned();
		const ca = await readFile(this.network.environment.NODE_EXTRA_CA_CERTS, 'utf8');
		const data = { ca, cert, key, passphrase: '', ...changes };
		const certificates = await this.at.lab.credentials.create('httpSslAuth', data);
		return await this.send({ provideSslCertificates: true }, certificates);
	}

	private async send(parameters: object = {}, ...others: StoredCredential[]) {
		const { at, network, credential } = this;
		const url = `${network.baseUrl}/bookings`;
		const credentials = Object.fromEntries(
			[credential, ...others].map(({ type, id, name }) => [type, { id, name }]),
		);
		return await at.httpRequest(url, credential, { ...parameters }, { credentials });
	}
}
