import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';
import type { EngineParts } from './engineParts';
import { nodeFrom, type NodeSetup } from './execution';

export interface EditorRequest extends NodeSetup {
	/** The method of the node that fills the list. */
	method: string;
	/** The parameter whose list is opened. */
	path?: string;
	/** What the user typed into the search field. */
	filter?: string;
	paginationToken?: string;
}

export async function searchList(
	parts: EngineParts,
	request: EditorRequest,
): Promise<INodeListSearchResult> {
	const { context, nodeType } = editing(parts, request);
	const method = nodeType.methods?.listSearch?.[request.method];
	if (method === undefined) throw new Error(`There is no listSearch method ${request.method}`);
	return await method.call(context, request.filter, request.paginationToken);
}

/** What a list without a search field offers. */
export async function loadOptions(
	parts: EngineParts,
	request: EditorRequest,
): Promise<INodePropertyOptions[]> {
	const { context, nodeType } = editing(parts, request);
	const method = nodeType.methods?.loadOptions?.[request.method];
	if (method === undefined) throw new Error(`There is no loadOptions method ${request.method}`);
	return await method.call(context);
}

/** The editor asks for a node that is not saved, in a temporary workflow. */
function editing(parts: EngineParts, request: EditorRequest) {
	const node = { ...nodeFrom(parts, request), id: 'uuid-1234', name: 'Temp-Node' };
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: parts.types,
	});
	const currentNodeParameters: INodeParameters = request.parameters ?? {};
	const context = new LoadOptionsContext(
		workflow,
		node,
		parts.additionalData({ currentNodeParameters }),
		`parameters.${request.path ?? ''}`,
	);
	return { context, nodeType: parts.types.getByNameAndVersion(node.type, node.typeVersion) };
}
