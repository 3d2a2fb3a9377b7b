import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { CredentialRow, StoredCredentialsHelper } from './credentialsHelper';
import type { TypeRegistry } from './nodeTypes';
import type { Output } from './output';
import type { Table } from './table';
import type { SavedWorkflows } from './workflows';

/** What the parts of the engine share. */
export interface EngineParts {
	types: TypeRegistry;
	credentials: StoredCredentialsHelper;
	credentialRows: Table<CredentialRow>;
	workflows: SavedWorkflows;
	output: Output;
	publicUrl: string;
	nextExecutionId: () => string;
	additionalData: (
		more?: Partial<IWorkflowExecuteAdditionalData>,
	) => IWorkflowExecuteAdditionalData;
}
