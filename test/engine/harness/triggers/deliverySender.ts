import axios from 'axios';

export interface DeliveryAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: string;
}

/** A string is sent as it is so that a body can be broken; everything else is sent as JSON. */
export async function send(
	url: string,
	method: string,
	body: unknown,
	headers: Record<string, string>,
): Promise<DeliveryAnswer> {
	const answer = await axios.request<string>({
		url,
		method,
		data: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
		headers: { 'content-type': 'application/json', ...headers },
		responseType: 'text',
		transformRequest: [(data: unknown) => data],
		transformResponse: [(data: unknown) => data],
		validateStatus: () => true,
		maxRedirects: 0,
		maxBodyLength: Infinity,
		proxy: false,
	});
	return { status: answer.status, headers: { ...answer.headers }, body: answer.data };
}
