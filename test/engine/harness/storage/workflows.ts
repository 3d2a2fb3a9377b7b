import type { IConnections, IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import type { TypeRegistry } from '../nodes/nodeTypes';
import type { Table } from './table';

export interface WorkflowRow {
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IWorkflowSettings;
	staticData: IDataObject | null;
	active: boolean;
}

/** Saved workflows. What its nodes remember is stored in the row of the workflow, as one value. */
export class SavedWorkflows {
	constructor(
		private readonly types: TypeRegistry,
		private readonly rows: Table<WorkflowRow>,
	) {}

	async load(id: string): Promise<WorkflowRow> {
		return await this.rows.get(id);
	}

	async save(row: WorkflowRow): Promise<void> {
		await this.rows.save(row);
	}

	async update(id: string, changes: Partial<WorkflowRow>): Promise<void> {
		await this.rows.update(id, changes);
	}

	async staticDataOf(id: string): Promise<IDataObject> {
		return (await this.rows.find(id))?.staticData ?? {};
	}

	open(row: WorkflowRow, staticData = row.staticData ?? undefined): Workflow {
		const { id, name, nodes, connections, settings, active } = row;
		const nodeTypes = this.types;
		return new Workflow({ id, name, nodes, connections, settings, active, nodeTypes, staticData });
	}

	/** The last write wins, and it is only written if it changed since this object was opened. */
	async saveStaticData(workflow: Workflow): Promise<void> {
		if (workflow.staticData.__dataChanged !== true) return;
		await this.update(workflow.id, { staticData: workflow.staticData });
		workflow.staticData.__dataChanged = false;
	}
}
