import { isApp, type Example, type ExampleNode } from './examples';

/** Puts Edit Fields in the place of each app: its item is what the app would have been told. */
export function withoutApps(example: Example): Example {
	return {
		...example,
		nodes: example.nodes.map((node) => (isApp(node) ? substituteFor(node) : node)),
	};
}

function substituteFor(node: ExampleNode): ExampleNode {
	return {
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments: textsIn(node.parameters) },
			includeOtherFields: true,
			options: {},
		},
	};
}

/** Each parameter with a text, under its own name: `sendTo`, `channelId`, `firstName`. */
function textsIn(parameters: object, within = ''): Array<Record<string, unknown>> {
	return Object.entries(parameters).flatMap(([key, value]: [string, unknown]) => {
		const name = key === 'value' ? within : key;
		if (typeof value === 'object' && value !== null) return textsIn(value as object, name);
		if (typeof value !== 'string') return [];
		// The values of a query are a list.
		const type = name === 'queryReplacement' ? 'array' : 'string';
		return [{ id: name, name, type, value }];
	});
}
