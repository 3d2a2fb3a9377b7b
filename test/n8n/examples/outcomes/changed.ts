import type { Example, ExampleNode } from '../../../examples/examples';

type Changes = Record<
	string,
	Partial<ExampleNode> & { retryOnFail?: boolean; executeOnce?: boolean }
>;

/** The example with other parameters and connections for these nodes. */
export function changed(
	{ nodes, connections, ...example }: Example,
	changes: Changes,
	ways: Record<string, string[]> = {},
): Example {
	const known = new Set(nodes.map(({ name }) => name));
	for (const name of [...Object.keys(changes), ...Object.entries(ways).flat(2)]) {
		if (!known.has(name)) throw new Error(`The example has no step “${name}”`);
	}
	const led = Object.entries(ways).map(([from, to]) => [
		from,
		{ main: [to.map((node) => ({ node, type: 'main', index: 0 }))] },
	]);
	return {
		...example,
		nodes: nodes.map((node) => ({
			...node,
			...changes[node.name],
			parameters: { ...node.parameters, ...changes[node.name]?.parameters },
		})),
		connections: { ...connections, ...Object.fromEntries(led) },
	};
}

/** “New bookings” in an old version: each booking goes straight to the sheet, in its own call. */
export const straightToTheSheet =
	(useAppend: boolean) =>
	(example: Example): Example =>
		changed(
			example,
			{
				'Add to the Sheet': {
					retryOnFail: false,
					parameters: { operation: 'append', options: { useAppend } },
				},
			},
			{ 'Map Fields': ['Add to the Sheet'], 'Add to the Sheet': [] },
		);

/**
 * “Failed deliveries” in an old version: a chat message for each message that was not delivered.
 */
export const oneChatMessageForEach = (example: Example): Example =>
	changed(
		example,
		{
			'Tell the n8n Admin': {
				executeOnce: false,
				retryOnFail: false,
				parameters: { text: '={{ $json.text }}' },
			},
		},
		{ 'Map Fields': ['Tell the n8n Admin'] },
	);

/** “Report files” without one of the steps that keep other rows out of the sheet. */
export const reportFilesWithout: Record<string, (example: Example) => Example> = {
	'the choice of the newest': (example) =>
		changed(example, {
			'Newest First': {
				parameters: {
					sortFieldsUi: { sortField: [{ fieldName: 'max_readyAt', order: 'ascending' }] },
				},
			},
		}),
	'a look at what was requested': (example) =>
		changed(example, {}, { 'Parts of Four Days': ['Parts of Each Export'] }),
	'the wait for all parts': (example) =>
		changed(example, {}, { 'Parts of Each Export': ['Newest First'] }),
	'an empty sheet': (example) =>
		changed(example, {}, { 'Get the Files': ['Has a Record', 'Note as in the Sheet'] }),
};

/** n8n accepts no interval below a minute, but any number of Poll Times. */
export function polledOften(example: Example): Example {
	const item = Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	}));
	return changed(example, { 'Something Was Missed': { parameters: { pollTimes: { item } } } });
}
