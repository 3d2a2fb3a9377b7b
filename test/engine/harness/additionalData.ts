import { ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { Container } from './n8n';

/** What n8n's server passes to n8n-core for each run. */
export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	publicUrl: string,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const notHere = (what: string) => async () => {
		throw new Error(`${what} does not exist in this n8n`);
	};
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper,
		executeWorkflow: notHere('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere('A task runner'),
		logAiEvent: () => {},
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		instanceBaseUrl: `${publicUrl}/`,
		restApiUrl: `${publicUrl}/rest`,
		formBaseUrl: `${publicUrl}/form`,
		formTestBaseUrl: `${publicUrl}/form-test`,
		formWaitingBaseUrl: `${publicUrl}/form-waiting`,
		mcpBaseUrl: `${publicUrl}/mcp`,
		mcpTestBaseUrl: `${publicUrl}/mcp-test`,
		webhookBaseUrl: `${publicUrl}/webhook`,
		webhookTestBaseUrl: `${publicUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${publicUrl}/webhook-waiting`,
		...more,
	};
}
