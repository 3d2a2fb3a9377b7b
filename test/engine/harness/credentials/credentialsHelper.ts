import { Credentials, getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	isExpression,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { noOperation } from '../nodes/builtInNodes';
import { isN8n1 } from '../n8n';
import type { TypeRegistry } from '../nodes/nodeTypes';
import type { Table } from '../storage/table';

export interface CredentialRow {
	id: string;
	name: string;
	type: string;
	data: string;
}

const nowhere: INode = {
	id: 'nowhere',
	name: '',
	typeVersion: 1,
	type: noOperation.description.name,
	position: [0, 0],
	parameters: {},
};

/**
 * n8n-core asks this class for credentials; in n8n it belongs to the server. Each call reads and
 * decrypts anew, without locks, so it costs as many token requests as in n8n.
 */
export class StoredCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly types: TypeRegistry,
		private readonly rows: Table<CredentialRow>,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		const parents = this.types.getCredential(name).extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.types.getCredential(type).properties;
	}

	async getCredentials(
		{ id }: INodeCredentialsDetails,
		type: string,
	): Promise<Credentials<ICredentialDataDecryptedObject>> {
		const row = id ? await this.rows.find(id) : undefined;
		if (row?.type !== type) {
			throw new Error(`Credential with ID "${id}" does not exist for type "${type}".`);
		}
		return new Credentials({ id: row.id, name: row.name }, row.type, row.data);
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		where?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = await (await this.getCredentials(nodeCredentials, type)).getData();
		if (raw === true) return stored;
		return this.withDefaults(additionalData, stored, type, mode, executeData, where);
	}

	/** Only returns properties that the credential type declares. */
	withDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		stored: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		where?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(type);
		const data = this.declared(properties, stored);
		const keys = getAdditionalKeys(additionalData, mode, null);
		const resolved = where
			? where.workflow.expression.getParameterValue(
					data,
					where.runExecutionData,
					where.runIndex,
					where.itemIndex,
					where.node.name,
					where.connectionInputData,
					mode,
					keys,
					executeData,
					false,
					data,
				)
			: this.emptyWorkflow().expression.getComplexParameterValue(
					nowhere,
					data,
					mode,
					keys,
					undefined,
					undefined,
					data,
				);
		return resolved as ICredentialDataDecryptedObject;
	}

	async preAuthentication(
		{ helpers }: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.types.getCredential(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		)?.name;
		if (expirable === undefined || type.preAuthentication === undefined) return undefined;

		const isCredentialTest =
			node.parameters.temp === '' && node.type === noOperation.description.name;
		if (credentials[expirable] !== '' && !credentialsExpired && !isCredentialTest) return undefined;

		const caller = isN8n1 ? { helpers } : { helpers: { httpRequest: helpers.httpRequest } };
		const output = (await type.preAuthentication.call(
			caller,
			credentials,
		)) as ICredentialDataDecryptedObject;
		const details = node.credentials?.[typeName];
		if (output[expirable] === undefined || details === undefined) return undefined;

		Object.assign(credentials, output);
		// 1.x writes back what it read before the token request; 2.x merges it with what is stored.
		const toStore = isN8n1 ? credentials : await this.merged(details, typeName, output, expirable);
		await this.updateCredentials(details, typeName, toStore);
		return credentials;
	}

	async runPreAuthentication(
		{ helpers }: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.types.getCredential(typeName);
		const output = await preAuthentication?.call(
			{ helpers: { httpRequest: helpers.httpRequest } } as IHttpRequestHelper,
			credentials,
		);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async authenticate(
		...[credentials, type, request]: [
			ICredentialDataDecryptedObject,
			string,
			IHttpRequestOptions,
			Workflow,
			INode,
		]
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types.getCredential(type);
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		throw new Error('A credential that only declares how it signs has no counterpart here');
	}

	async updateCredentials(
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const credentials = await this.getCredentials(nodeCredentials, type);
		await credentials.setData(data);
		await this.rows.update(credentials.id!, { data: credentials.getDataToSave().data });
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('There is no OAuth credential here');
	}

	private async merged(
		details: INodeCredentialsDetails,
		type: string,
		output: ICredentialDataDecryptedObject,
		expirable: string,
	) {
		const stored = await (await this.getCredentials(details, type)).getData();
		const changes = Object.entries(output).filter(
			([key]) => key === expirable || !isExpression(stored[key]),
		);
		return { ...stored, ...Object.fromEntries(changes) };
	}

	private declared(properties: INodeProperties[], stored: ICredentialDataDecryptedObject) {
		const values = stored as INodeParameters;
		return NodeHelpers.getNodeParameters(properties, values, true, false, null, null) ?? {};
	}

	private emptyWorkflow() {
		return new Workflow({
			nodes: [nowhere],
			connections: {},
			active: false,
			nodeTypes: this.types,
		});
	}
}
