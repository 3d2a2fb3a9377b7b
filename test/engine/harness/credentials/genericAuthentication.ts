import {
	isExpression,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type Workflow,
} from 'n8n-workflow';

/** Fills a request from a declared `authenticate`, whose keys and values may be expressions. */
export function authenticateGenerically(
	{ properties }: IAuthenticateGeneric,
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
	workflow: Workflow,
	node: INode,
): IHttpRequestOptions {
	const evaluate = (expression: string) =>
		workflow.expression.getSimpleParameterValue(
			node,
			expression,
			'internal',
			{ $credentials: credentials },
			undefined,
			'',
		);
	const resolve = (value: unknown) => (isExpression(value) ? String(evaluate(value) ?? '') : value);

	const options = requestOptions as unknown as Record<string, Record<string, unknown> | undefined>;
	options.headers ??= {};
	for (const [part, fields] of Object.entries(properties)) {
		const target = (options[part] ??= {});
		for (const [key, value] of Object.entries(fields as Record<string, unknown>)) {
			target[String(resolve(key))] = resolve(value);
		}
	}
	return requestOptions;
}
