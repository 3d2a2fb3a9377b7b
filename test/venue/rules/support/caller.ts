import { Agent } from 'node:http';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { ClientCredentials, SimulatedVenue } from '../../index';

/** A plain client of the service: sends what it is told and returns the response. */
export function callerOf(venue: Pick<SimulatedVenue, 'baseUrl' | 'tokens' | 'credentials'>) {
	const agent = new Agent({ keepAlive: true });
	const client = axios.create({
		baseURL: venue.baseUrl,
		httpAgent: agent,
		proxy: false,
		maxRedirects: 0,
		validateStatus: () => true,
	});

	const send = (config: AxiosRequestConfig): Promise<AxiosResponse> => client.request(config);

	const signed =
		(accessToken: string) =>
		(method: string, url: string, data?: unknown): Promise<AxiosResponse> =>
			send({
				method,
				url,
				data,
				headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
			});

	const requestToken = ({ clientId, clientSecret }: ClientCredentials = venue.credentials) =>
		send({
			method: 'POST',
			url: '/token',
			data: { client_id: clientId, client_secret: clientSecret },
		});

	/** Calls as the first venue by default, without a request for a token. */
	const call = (method: string, url: string, data?: unknown, as = venue.credentials) =>
		signed(venue.tokens.issue(as.clientId).accessToken)(method, url, data);

	return { send, signed, requestToken, call, close: () => agent.destroy() };
}
