import type { Lab } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import { definition, type StoredWorkflow, type WorkflowNode } from '../lab/rest/workflows';

const AGENT = 'Agent';

/** An AI Agent with a chat model and one tool, which hang on it by connections of their own. */
export async function createAgentWorkflow(
	lab: Lab,
	{ tool, model, prompt }: { tool: WorkflowNode; model: StoredCredential; prompt: string },
): Promise<StoredWorkflow> {
	const chatModel: WorkflowNode = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' } },
		credential: model,
	};
	const agent: WorkflowNode = {
		name: AGENT,
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 2.2,
		parameters: { promptType: 'define', text: prompt, options: { enableStreaming: false } },
	};
	const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
	const { connections, ...workflow } = definition('Agent', [start, agent, chatModel, tool]);
	const hangsOn = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	return await lab.session.call<StoredWorkflow>('POST', '/rest/workflows', {
		...workflow,
		connections: {
			[start.name]: connections[start.name],
			[chatModel.name]: hangsOn('ai_languageModel'),
			[tool.name]: hangsOn('ai_tool'),
		},
	});
}
