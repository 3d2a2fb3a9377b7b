import axios from 'axios';

import { type AppAnswer, type AppRequest, SimulatedApps } from '../apps/simulatedApps';
import { publicOrigin } from '../lab/server/environment';

/** What n8n meets at its own address: where its request is sent on to, or what answers instead. */
export type Way = { to: string } | AppAnswer | 'silence';

const LONGER_THAN_A_QUESTION_MS = 8_000;

/** The internet between n8n and its own address. Each trigger may be reached in another way. */
export class OwnAddress {
	readonly asked: AppRequest[] = [];

	private readonly ways = new Map<string, Way>();
	private apps!: SimulatedApps;

	static async open(): Promise<OwnAddress> {
		const own = new OwnAddress();
		const answer = async (request: AppRequest) => await own.pass(request);
		own.apps = await SimulatedApps.start({ hosts: [new URL(publicOrigin).hostname], answer });
		return own;
	}

	get environment(): Record<string, string> {
		return this.apps.environment;
	}

	lead(webhookId: string, way: Way): void {
		this.ways.set(webhookId, way);
	}

	async close(): Promise<void> {
		await this.apps.stop();
	}

	private async pass(request: AppRequest): Promise<AppAnswer | undefined> {
		this.asked.push(request);
		const { path, method, headers, body } = request;
		const way = this.ways.get(path.split('/').at(-2) ?? '');
		if (way === 'silence') {
			await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_A_QUESTION_MS));
			return { status: 504 };
		}
		if (way === undefined || !('to' in way)) return way;
		const answer = await axios.request<Buffer>({
			...{ method, url: `${way.to}${path}`, data: body, headers: { ...headers } as never },
			...{ proxy: false, responseType: 'arraybuffer', validateStatus: () => true },
		});
		return { status: answer.status, body: answer.data };
	}
}
