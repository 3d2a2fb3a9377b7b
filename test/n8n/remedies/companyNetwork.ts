import axios from 'axios';

import { type AppRequest, SimulatedApps } from '../apps/simulatedApps';

const HOST = 'api.venue.test';

/**
 * A network with a proxy between n8n and the venue. No machine trusts the proxy’s certificate
 * unless its administrator adds it.
 */
export class CompanyNetwork {
	/** The Base URL of the venue behind the proxy. */
	readonly baseUrl = `https://${HOST}`;

	/** Where the proxy sends requests on to. */
	venueUrl = '';

	private apps!: SimulatedApps;

	static async open(): Promise<CompanyNetwork> {
		const network = new CompanyNetwork();
		const answer = async (request: AppRequest) => await network.pass(request);
		network.apps = await SimulatedApps.start({ hosts: [HOST], answer });
		return network;
	}

	/** n8n’s settings after the administrator has added the certificate. */
	get environment(): Record<string, string> {
		return this.apps.environment;
	}

	/** What differs before that. */
	get environmentBefore(): Record<string, string> {
		return { NODE_EXTRA_CA_CERTS: '' };
	}

	async close(): Promise<void> {
		await this.apps.stop();
	}

	private async pass({ method, path, query, headers, body }: AppRequest) {
		const { status, data } = await axios.request<Buffer>({
			method,
			url: `${this.venueUrl}${path}`,
			params: query,
			headers: { ...headers, host: undefined, 'content-length': undefined } as never,
			...(body.length > 0 ? { data: body } : {}),
			proxy: false,
			responseType: 'arraybuffer',
			validateStatus: () => true,
		});
		return { status, body: data };
	}
}
