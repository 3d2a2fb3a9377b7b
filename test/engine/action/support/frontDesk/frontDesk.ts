import { DateTime } from 'luxon';

import { ActionNode, VenuePlatformTool } from '../actionNode';
import { deskOf, type Desk } from './desk';
import type { Call } from './questions';
import { filledIn, toolsFor } from './tools';
import { ALL, answerWith, fail, LIVE } from './venue';

/** A venue with its front desk, and the tools of its agent in a real n8n-core. */
export class FrontDesk {
	private readonly answers = new Map<string, string>();

	private constructor(
		readonly node: ActionNode,
		readonly desk: Desk,
		/** Whether its list of bookings is a search. */
		readonly isSearch: boolean,
	) {}

	static async open(vocabulary: string, zone: string, today: string): Promise<FrontDesk> {
		const node = await ActionNode.open();
		const noonBefore = DateTime.fromISO(`${today}T12:00Z`).minus({ days: 1 });
		const desk = deskOf(zone, noonBefore.toMillis());
		expect(desk.day(0)).toBe(today);
		jest.setSystemTime(desk.now);
		const isSearch = vocabulary === LIVE;
		answerWith(node, desk, ALL[vocabulary], isSearch);
		fail(node, desk);
		return new FrontDesk(node, desk, isSearch);
	}

	get tools() {
		return toolsFor(this.isSearch);
	}

	async close(): Promise<void> {
		await this.node.close();
	}

	/** What the model reads. Several questions begin with the same call. */
	async answerTo(call: Call): Promise<string> {
		const key = JSON.stringify(call);
		const answer = this.answers.get(key) ?? (await this.newAnswerTo(call));
		this.answers.set(key, answer);
		return answer;
	}

	private async newAnswerTo({ tool, given }: Call): Promise<string> {
		const { toolDescription, descriptionType, resource, operation, ...rest } =
			this.tools.get(tool) ?? {};
		expect([typeof toolDescription, descriptionType]).toEqual(['string', 'manual']);
		const { status, items, error } = await this.node.execute(
			[String(resource), String(operation), filledIn(rest, given)],
			{ node: VenuePlatformTool, timezone: this.desk.zone },
		);
		if (status !== 'success') return error?.message ?? status;
		return JSON.stringify(items[0].map(({ json }) => json));
	}
}
