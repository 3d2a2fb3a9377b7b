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
	const test = declaredTest(parts, credential.type);
	if (test === undefined) {
		return { status: 'Error', message: 'No testing function found for this credential.' };
	}
	const data = parts.credentials.withDefaults(
		parts.additionalData(),
		credential.data ?? {},
		credential.type,
		'internal',
	);
	return await runTest(parts, { ...credential, data }, test);
}

interface DeclaredTest {
	request: ICredentialTestRequest;
	nodeType: INodeType;
}

function declaredTest({ types }: EngineParts, credentialType: string): DeclaredTest | undefined {
	const { test } = types.getCredential(credentialType);
	if (test !== undefined) return { request: test, nodeType: noOperation };
	for (const nodeType of types.all()) {
		const request = nodeType.description.credentials?.find(
			({ name }) => name === credentialType,
		)?.testedBy;
		if (typeof request === 'string') {
			throw new Error('A credential test as a function of a node has no counterpart here');
		}
		if (request !== undefined) return { request, nodeType };
	}
	return undefined;
}

async function runTest(
	parts: EngineParts,
	credential: ICredentialsDecrypted,
	{ request, nodeType }: DeclaredTest,
): Promise<INodeCredentialTestResult> {
	try {
		const answer = await sendThroughNode(parts, credential, request, nodeType);
		for (const rule of request.rules ?? []) {
			if (rule.type !== 'responseSuccessBody') continue;
			const { key, value, message } = rule.properties;
			if (valueAt(key, answer?.[0]?.[0]?.json) === value) return { status: 'Error', message };
		}
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		Container.get(ErrorReporter).error(error);
		return { status: 'Error', message: whyItFailed(error as TestFailure, request) };
	}
}

const valueAt = (path: string, from: unknown) =>
	path
		.split('.')
		.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], from);

interface TestFailure extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

function whyItFailed({ message, cause }: TestFailure, { rules = [] }: ICredentialTestRequest) {
	if (cause?.response === undefined) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === status) {
			return rule.properties.message;
		}
	}
	return status < 199 || status > 299
		? statusText || `Received HTTP status code: ${status}`
		: message;
}

/** n8n makes the request the only parameter of a node, and n8n-core routes it. */
async function sendThroughNode(
	parts: EngineParts,
	credential: ICredentialsDecrypted,
	{ request }: ICredentialTestRequest,
	nodeType: INodeType,
) {
	const { id, name, type } = credential;
	const disguise: INodeType = {
		description: {
			...nodeType.description,
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
		type: nodeType.description.name,
		typeVersion: [nodeType.description.version].flat().at(-1)!,
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
