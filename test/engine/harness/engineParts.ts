import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { CredentialRow, StoredCredentialsHelper } from './credentials/credentialsHelper';
import type { Executions } from './executions';
import type { TypeRegistry } from './nodes/nodeTypes';
import type { Output } from './output';
import type { Table } from './storage/table';
import type { TestListener } from './triggers/testListener';
import type { SavedWorkflows } from './storage/workflows';

/** Which workflow answers at which address. */
export interface RouteRow {
	id: string;
	workflowId: string;
	node: string;
}

/** What the parts of the engine share. */
export interface EngineParts {
	types: TypeRegistry;
	credentials: StoredCredentialsHelper;
	credentialRows: Table<CredentialRow>;
	workflows: SavedWorkflows;
	routes: Table<RouteRow>;
	listeners: Map<string, TestListener>;
	executions: Executions;
	output: Output;
	publicUrl: string;
	/** Where n8n gets to if it calls that address; by default, to its own receiver. */
	publicUrlLeadsTo?: string;
	receiver: () => { url: string };
	nextExecutionId: () => string;
	/**
	 * Stands for n8n's row in the database, or its place in the queue. Nothing is accepted before.
	 */
	acceptExecution: () => Promise<void>;
	/** Like n8n before 2.8: a delivery is answered while its execution is being saved. */
	answersFirst?: boolean;
	additionalData: (
		more?: Partial<IWorkflowExecuteAdditionalData>,
	) => IWorkflowExecuteAdditionalData;
}

/** For tests that change what n8n has stored. */
export const partsOf = (engine: object) => (engine as { parts: EngineParts }).parts;
