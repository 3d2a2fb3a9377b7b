import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Credentials } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { testCredential } from './credentialTest';
import { StoredCredentialsHelper, type CredentialRow } from './credentialsHelper';
import type { EngineParts } from './engineParts';
import {
	startNode,
	type Execution,
	type ExecutionRequest,
	type RunningExecution,
} from './execution';
import { install, type Installation } from './installation';
import { TypeRegistry, type CredentialClass } from './nodeTypes';
import { Output } from './output';
import { contentsOf, Table } from './table';
import { SavedWorkflows, type WorkflowRow } from './workflows';

export interface EngineOptions {
	/** Credential types beside those that package.json lists. */
	credentialTypes?: CredentialClass[];
	/** The address that n8n believes to be reachable at. */
	publicUrl?: string;
	/** The folder of a running engine, to be a second process of the same n8n. */
	folder?: string;
}

export interface SavedCredential {
	id: string;
	name: string;
}

/** An n8n without its server and its editor: the real n8n-core around nodes and credentials. */
export class Engine {
	readonly output: Output;

	protected readonly parts: EngineParts;

	private executions = 0;

	constructor(
		private readonly installation: Installation,
		output: Output,
		{ credentialTypes = [], publicUrl = 'https://n8n.example.com' }: EngineOptions,
	) {
		const types = new TypeRegistry();
		for (const credentialType of credentialTypes) types.addCredential(credentialType);
		const tables = join(installation.folder, 'tables');
		const credentialRows = new Table<CredentialRow>(join(tables, 'credentials'));
		const credentials = new StoredCredentialsHelper(types, credentialRows);
		const workflowRows = new Table<WorkflowRow>(join(tables, 'workflows'));
		this.output = output;
		this.parts = {
			types,
			credentials,
			credentialRows,
			workflows: new SavedWorkflows(types, workflowRows),
			output,
			publicUrl,
			nextExecutionId: () => String(++this.executions),
			additionalData: (more) => additionalDataFor(credentials, publicUrl, more),
		};
	}

	async saveCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<SavedCredential> {
		const { displayName } = this.parts.types.getCredential(type);
		const saved = { id: randomUUID(), name: displayName };
		const credentials = new Credentials(saved, type);
		await credentials.setData(data);
		const { data: encrypted = '' } = credentials.getDataToSave();
		await this.parts.credentialRows.save({ ...saved, type, data: encrypted });
		return saved;
	}

	/** What is stored, decrypted, with everything that a token exchange wrote back. */
	async readCredential({ id, name }: SavedCredential): Promise<ICredentialDataDecryptedObject> {
		const { type, data } = await this.parts.credentialRows.get(id);
		return await new Credentials({ id, name }, type, data).getData();
	}

	/** As when somebody edits the credential and saves: the whole is written. */
	async updateCredential(
		credential: SavedCredential,
		changes: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { type } = await this.parts.credentialRows.get(credential.id);
		const data = { ...(await this.readCredential(credential)), ...changes };
		await this.parts.credentials.updateCredentials(credential, type, data);
	}

	/** As when somebody fills the dialog and saves: what was typed is stored, then tested. */
	async testCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<INodeCredentialTestResult> {
		return await this.testSavedCredential(await this.saveCredential(type, data));
	}

	/** As when somebody opens the dialog again. */
	async testSavedCredential(credential: SavedCredential): Promise<INodeCredentialTestResult> {
		const { type } = await this.parts.credentialRows.get(credential.id);
		const data = await this.readCredential(credential);
		const result = await testCredential(this.parts, { ...credential, type, data });
		this.output.record('credential test', result);
		return result;
	}

	async start(request: ExecutionRequest): Promise<RunningExecution> {
		return await startNode(this.parts, request);
	}

	async execute(request: ExecutionRequest): Promise<Execution> {
		return await (
			await this.start(request)
		).done;
	}

	/** The raw content of the database, as a thief would find it. */
	storedText(): string {
		return contentsOf(join(this.installation.folder, 'tables'));
	}

	async stop(): Promise<void> {
		this.installation.remove();
	}
}

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
	const output = new Output();
	return new Engine(install(output, options.folder), output, options);
}
