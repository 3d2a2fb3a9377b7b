import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { ActiveTrigger, type ActivationOptions } from './triggers/activeTrigger';
import { additionalDataFor } from './additionalData';
import { testCredential } from './credentials/credentialTest';
import { StoredCredentialsHelper, type CredentialRow } from './credentials/credentialsHelper';
import { loadOptions, searchList, type EditorRequest } from './editor';
import type { EngineParts, RouteRow } from './engineParts';
import {
	startNode,
	type Execution,
	type ExecutionRequest,
	type NodeSetup,
	type RunningExecution,
} from './execution';
import { Executions } from './executions';
import { install, type Installation } from './installation';
import { TypeRegistry } from './nodes/nodeTypes';
import type { OtherProcess } from './otherProcess/otherProcess';
import { Output } from './output';
import { realWork } from './realTime/realWork';
import { contentsOf, Table } from './storage/table';
import { TestListener } from './triggers/testListener';
import { WebhookServer } from './triggers/webhookServer';
import { SavedWorkflows, type WorkflowRow } from './storage/workflows';

interface EngineOptions {
	/** The address at which n8n believes it can be reached. */
	publicUrl?: string;
	/** The folder of a running engine, to start a second process of the same n8n. */
	folder?: string;
}

export interface SavedCredential {
	id: string;
	name: string;
}

/** n8n without its server and editor: the real n8n-core with nodes and credentials. */
export class Engine {
	readonly output: Output;

	protected readonly parts: EngineParts;

	/** Wait or throw here to simulate a slow or full database or queue. */
	beforeAccepting: () => Promise<void> = async () => {};

	private executions = 0;

	private readonly otherProcesses: OtherProcess[] = [];

	private readonly server: WebhookServer;

	constructor(
		private readonly installation: Installation,
		output: Output,
		{ publicUrl = 'https://n8n.example.com' }: EngineOptions,
	) {
		const types = new TypeRegistry();
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
			routes: new Table<RouteRow>(join(tables, 'routes')),
			listeners: new Map(),
			executions: new Executions(),
			output,
			publicUrl,
			receiver: () => this.server,
			nextExecutionId: () => String(++this.executions),
			acceptExecution: async () => {
				await this.beforeAccepting();
				await realWork(() => {});
			},
			additionalData: (more) => additionalDataFor(credentials, publicUrl, more),
		};
		this.server = new WebhookServer(this.parts);
	}

	async open(): Promise<this> {
		await this.server.start();
		return this;
	}

	get publicUrl(): string {
		return this.parts.publicUrl;
	}

	/** Where n8n gets to if it calls its own public address. */
	set publicUrlLeadsTo(url: string) {
		this.parts.publicUrlLeadsTo = url;
	}

	/** Where deliveries really arrive: the address to call instead of the public one. */
	get receiverUrl(): string {
		return this.server.url;
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

	/** What is stored, decrypted, including what a token exchange wrote back. */
	async readCredential({ id, name }: SavedCredential): Promise<ICredentialDataDecryptedObject> {
		const { type, data } = await this.parts.credentialRows.get(id);
		return await new Credentials({ id, name }, type, data).getData();
	}

	/** Like a user who edits and saves the credential: all of it is written. */
	async updateCredential(
		credential: SavedCredential,
		changes: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { type } = await this.parts.credentialRows.get(credential.id);
		const data = { ...(await this.readCredential(credential)), ...changes };
		await this.parts.credentials.updateCredentials(credential, type, data);
	}

	async deleteCredential({ id }: SavedCredential): Promise<void> {
		await this.parts.credentialRows.remove(id);
	}

	/** Like a user who fills in the dialog and saves: the input is stored, then tested. */
	async testCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<INodeCredentialTestResult> {
		return await this.testSavedCredential(await this.saveCredential(type, data));
	}

	/** Like a user who opens the dialog again. */
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

	async activate(setup: NodeSetup, options: ActivationOptions = {}): Promise<ActiveTrigger> {
		return await ActiveTrigger.activate(this.parts, setup, options);
	}

	async listenForTestEvent(setup: NodeSetup): Promise<TestListener> {
		return await TestListener.listen(this.parts, setup);
	}

	async listSearch(request: EditorRequest): Promise<INodeListSearchResult> {
		return await searchList(this.parts, request);
	}

	async loadOptions(request: EditorRequest): Promise<INodePropertyOptions[]> {
		return await loadOptions(this.parts, request);
	}

	/** A second process with the same database, and so the same credentials and workflows. */
	async startOtherProcess(execArgv: string[] = []): Promise<OtherProcess> {
		// Loaded on demand, because it loads the TypeScript compiler.
		const { OtherProcess } = await import('./otherProcess/otherProcess');
		const { folder } = this.installation;
		const { publicUrl, output } = this;
		const other = await OtherProcess.start({ folder, publicUrl }, output, execArgv);
		this.otherProcesses.push(other);
		return other;
	}

	/** The raw content of the database, as a thief would find it. */
	storedText(): string {
		return contentsOf(join(this.installation.folder, 'tables'));
	}

	/** What was executed and said takes memory until then, even if the engine has stopped. */
	forget(): void {
		this.parts.executions.forget();
		this.output.forget();
	}

	async stop(): Promise<void> {
		for (const listener of this.parts.listeners.values()) listener.forget();
		this.parts.executions.cancelAll();
		await Promise.all(this.otherProcesses.map(async (other) => await other.stop()));
		await this.server.stop();
		this.installation.remove();
	}
}

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
	const output = new Output();
	return await new Engine(install(output, options.folder), output, options).open();
}
