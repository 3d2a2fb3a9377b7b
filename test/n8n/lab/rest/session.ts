import { Agent } from 'node:http';

import axios, { type AxiosInstance, type AxiosResponse, type Method } from 'axios';

interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export const labOwner: Owner = {
	email: 'owner@n8n.venue.test',
	firstName: 'Lab',
	lastName: 'Owner',
	password: 'Lab-Owner-1',
};

/** n8n's own REST interface, as its editor uses it. */
export class Session {
	private readonly http: AxiosInstance;

	private cookie = '';

	constructor(readonly url: string) {
		this.http = axios.create({
			baseURL: url,
			proxy: false,
			// A busy n8n breaks off a call over a connection that was idle.
			httpAgent: new Agent({ keepAlive: false }),
			timeout: 60_000,
			validateStatus: () => true,
		});
	}

	/** Creates the owner in a new instance, otherwise only logs in. */
	async logIn(owner: Owner = labOwner): Promise<void> {
		const setup = await this.send('POST', '/rest/owner/setup', owner);
		if (setup.status === 200) return;
		const { email, password } = owner;
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** n8n's answer, without its wrapping. Throws the answer if it is not a success. */
	async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
		const { status, data } = await this.send(method, path, body);
		if (status >= 300) {
			throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(data)}`);
		}
		return isWrapped(data) ? (data.data as T) : (data as T);
	}

	private async send(
		method: Method,
		path: string,
		body?: unknown,
	): Promise<AxiosResponse<unknown>> {
		const response = await this.http.request<unknown>({
			method,
			url: path,
			data: body,
			headers: this.cookie ? { Cookie: this.cookie } : {},
		});
		for (const cookie of response.headers['set-cookie'] ?? []) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0];
		}
		return response;
	}
}

function isWrapped(answer: unknown): answer is { data: unknown } {
	return typeof answer === 'object' && answer !== null && 'data' in answer;
}
