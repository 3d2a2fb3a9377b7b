import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { send } from '../../engine/harness/triggers/deliverySender';
import { startLab, type Lab } from '../lab/lab';
import type { WorkflowNode } from '../lab/rest/workflows';
import { until } from '../fixtures/until';
import type { Notebook } from './notebook';
import {
	SAMPLES,
	type ObservedN8n,
	type Parameters,
	type Published,
	type Sample,
} from './observedN8n';
import { packSamples, SAMPLE_PACKAGE } from './samplePackage';
import { NOTES_FOLDER } from './samples/notes';

const NAMES = { trigger: 'Sample Trigger', poller: 'Counting Poller' };

/** n8n polls at most once per minute, but any number of seconds within it can be entered. */
const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

export class LabN8n implements ObservedN8n {
	private readonly routes: string[] = [];

	private constructor(
		private readonly lab: Lab,
		readonly notebook: Notebook,
	) {}

	static async start(notebook: Notebook): Promise<LabN8n> {
		const folder = await mkdtemp(join(tmpdir(), 'venue-platform-samples-'));
		try {
			const tarball = await packSamples(folder, Object.values(SAMPLES));
			const environment = { [NOTES_FOLDER]: notebook.folder };
			return new LabN8n(await startLab({ mode: 'regular', tarball, environment }), notebook);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async stop(): Promise<void> {
		await this.lab.stop();
	}

	async publish(sample: Sample, parameters: Parameters = {}): Promise<Published> {
		const { lab } = this;
		const nodes = (changed: Parameters) => [nodeOf(sample, changed)];
		let workflow = await lab.workflows.create(sample, nodes(parameters));
		const route = `${sample}/webhook`;
		const publish = async () => {
			await lab.workflows.publish(workflow);
			await lab.workflows.settled(workflow);
			if (sample === 'trigger') await lab.untilRouted(route);
		};
		await publish();
		if (sample === 'trigger') this.routes.push(route);
		return {
			republish: async (changed) => {
				const { versionId } = await lab.workflows.read(workflow);
				workflow = await lab.workflows.update({ ...workflow, versionId }, sample, nodes(changed));
				await publish();
			},
			unpublish: async () => {
				await lab.workflows.unpublish(workflow);
				await lab.untilRouted(route, false);
				this.routes.splice(this.routes.indexOf(route), 1);
			},
			listen: async () => {
				await lab.workflows.run(workflow, NAMES[sample]);
			},
			deliver: async ({ body, headers = {} }, endpoint = 'webhook') => {
				const url = `${lab.webhookUrl}/${endpoint}/${route}`;
				const { status, body: text } = await send(url, 'POST', body, headers);
				return { status, body: text };
			},
			poll: async () => await this.notebook.ask('turn'),
			remembered: async () => {
				const { staticData } = await lab.workflows.read(workflow);
				const ofNodes = (staticData ?? {}) as Record<string, unknown>;
				return ofNodes[`node:${NAMES[sample]}`] ?? {};
			},
			executions: async (count) => {
				const all = async () => await lab.executions.list(workflow);
				await until(async () => (await all()).length >= count);
				await until(async () => await lab.executions.haveEnded(workflow));
				const oldestFirst = (await all()).sort((a, b) => Number(a.id) - Number(b.id));
				return oldestFirst.map(({ mode, status }) => `${mode} ${status}`);
			},
		};
	}

	async restart(): Promise<void> {
		await this.lab.restart();
		for (const route of this.routes) await this.lab.untilRouted(route);
	}
}

function nodeOf(sample: Sample, parameters: Parameters): WorkflowNode {
	const className = SAMPLES[sample];
	return {
		name: NAMES[sample],
		type: `${SAMPLE_PACKAGE}.${className[0].toLowerCase()}${className.slice(1)}`,
		parameters: { ...parameters, ...(sample === 'poller' && { pollTimes: EVERY_SECOND }) },
		...(sample === 'trigger' && { webhookId: sample }),
	};
}
