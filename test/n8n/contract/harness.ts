import { startEngine, type Engine } from '../../engine/harness/engine';
import type { ActiveTrigger } from '../../engine/harness/triggers/activeTrigger';
import { send } from '../../engine/harness/triggers/deliverySender';
import type { Notebook } from './notebook';
import { CountingPoller } from './samples/CountingPoller.node';
import { NOTES_FOLDER } from './samples/notes';
import { SampleTrigger } from './samples/SampleTrigger.node';
import { PUBLIC_ORIGIN, type ObservedN8n, type Published, type Sample } from './observedN8n';

const NODES = { trigger: SampleTrigger, poller: CountingPoller };

/** As n8n 2.41 does. */
const ATTEMPTS = { attempts: 5 };

/** The engine suite's n8n. */
export class HarnessN8n implements ObservedN8n {
	private readonly triggers: ActiveTrigger[] = [];

	private constructor(
		private readonly engine: Engine,
		readonly notebook: Notebook,
	) {}

	static async start(notebook: Notebook): Promise<HarnessN8n> {
		process.env[NOTES_FOLDER] = notebook.folder;
		return new HarnessN8n(await startEngine({ publicUrl: PUBLIC_ORIGIN }), notebook);
	}

	async stop(): Promise<void> {
		delete process.env[NOTES_FOLDER];
		await this.engine.stop();
	}

	async publish(sample: Sample, parameters = {}): Promise<Published> {
		const { engine } = this;
		let setup = { node: NODES[sample], parameters, webhookId: sample };
		const trigger = await engine.activate(setup, ATTEMPTS);
		this.triggers.push(trigger);
		return {
			republish: async (changed) => {
				setup = { ...setup, parameters: changed };
				await trigger.republish({ parameters: changed });
			},
			unpublish: async () => await trigger.deactivate(),
			listen: async () => void (await engine.listenForTestEvent(setup)),
			deliver: async ({ body, headers = {} }, endpoint = 'webhook') => {
				const url = `${engine.receiverUrl}/${endpoint}/${sample}/webhook`;
				const { status, body: text } = await send(url, 'POST', body, headers);
				return { status, body: text };
			},
			poll: async () => {
				await this.notebook.ask('turn');
				await trigger.poll();
			},
			remembered: async () => await trigger.memory(),
			executions: async () =>
				(await trigger.executions()).map(({ run, status }) => `${run.mode} ${status}`),
		};
	}

	async restart(): Promise<void> {
		for (const trigger of this.triggers) await trigger.restart();
	}
}
