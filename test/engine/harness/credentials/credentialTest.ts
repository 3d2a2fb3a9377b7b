import { ErrorReporter, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestRequest,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { noOperation } from '../nodes/builtInNodes';
import type { StoredCredentialsHelper } from './credentialsHelper';
import type { EngineParts } from '../engineParts';
import { Container, isN8n1 } from '../n8n';

/** The test that the credential dialog runs each time it is saved or opened. */
export async function testCredential(
	parts: EngineParts,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { test } = parts.types.getCredential(credential.type);
	if (test === undefined) throw new Error('A test by a node has no counterpart here');
	const data = parts.credentials.withDefaults(
		parts.additionalData(),
		credential.data ?? {},
		credential.type,
		'internal',
	);
	try {
		await sendThroughNode(parts, { ...credential, data }, test);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		Container.get(ErrorReporter).error(error);
		const { message, cause } = error as Error & { cause?: { code?: string } };
		return { status: 'Error', message: cause?.code ?? message };
	}
}

/** n8n makes the request the only parameter of a node, and n8n-core routes it. */
async function sendThroughNode(
	parts: EngineParts,
	credential: ICredentialsDecrypted,
	{ request }: ICredentialTestRequest,
) {
	const { id, name, type } = credential;
	const disguise: INodeType = {
		description: {
			...noOperation.description,
			credentials: [{ name: type, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
	const node: INode = {
		id: 'temp',
		parameters: {},
		name: 'Temp-Node',
		type: noOperation.description.name,
		typeVersion: 1,
		position: [0, 0],
		credentials: { [type]: { id, name } },
	};
	const nodeTypes: INodeTypes = {
		getByName: () => disguise,
		getByNameAndVersion: () => disguise,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = parts.additionalData({
		currentNodeParameters: node.parameters,
		credentialsHelper: isN8n1
			? parts.credentials
			: answeringWith(parts.credentials, credential.data ?? {}),
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return await new RoutingNode(context, disguise, credential).runNode();
}

/** n8n 2.x tests what the dialog holds, even if something else is stored by then. */
function answeringWith(helper: StoredCredentialsHelper, data: ICredentialDataDecryptedObject) {
	const inTest = Object.create(helper) as StoredCredentialsHelper;
	inTest.getDecrypted = async (additionalData, details, type, mode, executeData, raw) =>
		raw ? await helper.getDecrypted(additionalData, details, type, mode, executeData, raw) : data;
	return inTest;
}
