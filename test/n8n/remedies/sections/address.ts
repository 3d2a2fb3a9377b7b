import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../fixtures/until';
import type { StoredWorkflow, WorkflowNode } from '../../lab/rest/workflows';
import type { SimulatedVenue } from '../../../venue';
import { type RemedyLab, WORKS } from '../remedyLab';

interface Published {
	node: WorkflowNode;
	workflow: StoredWorkflow;
}

const MOVED = 'https://moved.venue.test';

/** Wrong addresses of an n8n, and what the trigger says about each when a user publishes it. */
export const WRONG_ADDRESSES = {
	plain: {
		address: 'http://n8n.venue.test/',
		message:
			'The venue delivers events to https addresses only, and this n8n is at http://n8n.venue.test.',
	},
	own: {
		address: 'https://localhost:5678/',
		message: 'The venue cannot reach https://localhost:5678, which is this machine itself.',
	},
	incomplete: {
		address: 'n8n.venue.test',
		message: 'n8n has no address for this trigger.',
	},
};

export const RIGHT_ADDRESS = `${MOVED}/`;

/** Users who publish before and after the administrator corrects the address. */
export class Publishers {
	private venue!: SimulatedVenue;
	private before!: Published;
	private unpublished!: Published;
	private readonly refused: Published[] = [];

	constructor(private readonly at: RemedyLab) {}

	/** While n8n still has the old address. */
	async publishBefore(): Promise<void> {
		const { at } = this;
		this.venue = await at.invite();
		this.venue.receivers.map(MOVED, at.lab.webhookUrl);
		const node = at.trigger(await at.credential());
		const { workflow, says } = await at.publish(node);
		expect(says).toBe('');
		this.before = { node, workflow };
	}

	/** Like an administrator who knows that the address will change. */
	async unpublishBefore(): Promise<void> {
		const { at } = this;
		const node = at.trigger(await at.credential({}, this.venue));
		const { workflow, says } = await at.publish(node);
		expect(says).toBe('');
		expect(this.enabled(node)).toHaveLength(1);
		await at.lab.workflows.unpublish(workflow);
		await until(() => this.enabled(node).length === 0);
		this.unpublished = { node, workflow };
	}

	async publishAfterTheMove(): Promise<void> {
		const { node, workflow } = this.unpublished;
		expect((await this.at.publish(node, workflow)).says).toBe('');
		await until(() => this.enabled(node).length === 1);
		expect(this.enabled(node)).toEqual([expect.stringContaining(MOVED)]);
	}

	async areTold(message: string): Promise<void> {
		const { at, venue } = this;
		const node = at.trigger(await at.credential({}, venue));
		const before = venue.requests.length;
		const { workflow, says } = await at.publish(node);
		expect(says).toContain(message);
		expect(venue.requests.length).toBe(before);
		this.refused.push({ node, workflow });
	}

	/** Publishes again what n8n did not publish before. */
	async publishNow(): Promise<void> {
		const { at, venue } = this;
		for (const { node, workflow } of this.refused) {
			expect((await at.publish(node, workflow)).says).toBe('');
			await at.lab.untilRouted(`${node.webhookId}/venue-platform`);
		}
		await venue.bookings.create();
		for (const { workflow } of this.refused) {
			await until(async () => (await at.lab.executions.list(workflow)).length === 1);
		}
	}

	async publishAgain(): Promise<void> {
		const { at, venue } = this;
		const { node, workflow } = this.before;
		const enabled = () => this.enabled(node);
		const [{ configuration, webhookId }] = this.webhooksOf(node);
		const { url: formerly } = configuration;
		expect(enabled()).toEqual([formerly]);

		// Publishing alone changes nothing.
		expect((await at.publish(node, workflow)).says).toBe('');
		await sleep(2_000);
		expect(enabled()).toEqual([formerly]);

		await at.lab.workflows.unpublish(workflow);
		expect((await at.publish(node, workflow)).says).toBe('');
		const now = formerly.replace(/^https:\/\/[^/]+/, MOVED);
		await until(() => enabled().includes(now));
		expect(enabled()).toEqual([formerly, now]);

		at.venue = venue;
		const id = { __rl: true, mode: 'id', value: String(webhookId) };
		const off = { webhookId: id, updateFields: { enabled: false } };
		expect(await at.call(['webhook', 'update', off])).toEqual(WORKS);
		expect(enabled()).toEqual([now]);
	}

	private webhooksOf({ webhookId = '' }: WorkflowNode) {
		return this.venue.webhooks
			.all()
			.filter(({ configuration }) => configuration.url.includes(webhookId));
	}

	/** The addresses to which the venue sends events of this trigger. */
	private enabled(node: WorkflowNode): string[] {
		return this.webhooksOf(node).flatMap(({ configuration: { enabled, url } }) =>
			enabled === true ? [url] : [],
		);
	}
}
