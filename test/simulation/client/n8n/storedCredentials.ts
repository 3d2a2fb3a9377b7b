import type {
	ICredentialDataDecryptedObject,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	StoredCredentialsHelper,
	type CredentialRow,
} from '../../../engine/harness/credentials/credentialsHelper';
import type { TypeRegistry } from '../../../engine/harness/nodes/nodeTypes';
import type { Table } from '../../../engine/harness/storage/table';

/** Tell the rules which process and operation sent a request. The venue does not use them. */
export const FROM = {
	process: 'x-simulated-process',
	operation: 'x-simulated-operation',
	sender: 'x-simulated-sender',
} as const;

type Sender = 'node' | 'credential';

/** The rows of all processes: the last write wins, and reading takes time. */
export class CredentialRows {
	private readonly rows = new Map<string, CredentialRow>();

	constructor(private readonly delay: () => Promise<void>) {}

	async find(id: string): Promise<CredentialRow | undefined> {
		await this.delay();
		return this.rows.get(id);
	}

	async update(id: string, changes: Partial<CredentialRow>): Promise<void> {
		await this.delay();
		const row = this.rows.get(id);
		if (row) this.rows.set(id, { ...row, ...changes });
	}

	read(id: string): ICredentialDataDecryptedObject {
		return JSON.parse(this.rows.get(id)!.data) as ICredentialDataDecryptedObject;
	}

	/** Like the credential dialog. */
	write(id: string, type: string, data: ICredentialDataDecryptedObject): void {
		this.rows.set(id, { id, name: `Credential ${id}`, type, data: JSON.stringify(data) });
	}
}

/**
 * What n8n's server does with credentials, from the engine suite, but without encryption, which
 * costs time and changes nothing here. Marks each request with its sender.
 */
export class ProcessCredentials extends StoredCredentialsHelper {
	/** Each row with the defaults of its type, as text, which is quick to copy. */
	private readonly complete = new Map<string, string>();

	constructor(
		types: TypeRegistry,
		private readonly stored: CredentialRows,
		private readonly process: string,
	) {
		super(types, stored as unknown as Table<CredentialRow>);
	}

	override async getCredentials(details: INodeCredentialsDetails, type: string) {
		const row = details.id ? await this.stored.find(details.id) : undefined;
		if (!row || row.type !== type) throw new Error(`There is no credential ${details.id}`);
		let { data } = row;
		return {
			id: row.id,
			name: row.name,
			type,
			getData: async () => JSON.parse(data) as ICredentialDataDecryptedObject,
			setData: async (changed: ICredentialDataDecryptedObject) => {
				data = JSON.stringify(changed);
			},
			getDataToSave: () => ({ id: row.id, name: row.name, type, data }),
		} as unknown as Awaited<ReturnType<StoredCredentialsHelper['getCredentials']>>;
	}

	override async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = await (await this.getCredentials(details, type)).getData();
		if (raw === true) return stored;
		const key = JSON.stringify(stored);
		const known = this.complete.get(key);
		if (known !== undefined) return JSON.parse(known) as ICredentialDataDecryptedObject;
		const complete = {
			...this.withDefaults(additionalData, stored, type, mode, executeData),
			allowedHttpRequestDomains: 'all',
		};
		this.complete.set(key, JSON.stringify(complete));
		return complete;
	}

	override async preAuthentication(
		{ helpers }: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	) {
		const httpRequest: IHttpRequestHelper['helpers']['httpRequest'] = async (options) =>
			await helpers.httpRequest(this.marked(options, node, 'credential'));
		const marked = { helpers: { ...helpers, httpRequest } };
		return await super.preAuthentication(marked, credentials, typeName, node, credentialsExpired);
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const signed = await super.authenticate(credentials, typeName, requestOptions, workflow, node);
		return this.marked(signed, node, 'node');
	}

	/**
	 * Changes the same object: to repeat a request, n8n passes it to the credential as it was signed.
	 */
	private marked(
		options: IHttpRequestOptions,
		{ name }: INode,
		sender: Sender,
	): IHttpRequestOptions {
		const from = {
			[FROM.process]: this.process,
			[FROM.operation]: name,
			[FROM.sender]: sender,
		};
		return Object.assign(options, { headers: { ...options.headers, ...from } });
	}
}
