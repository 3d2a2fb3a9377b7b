const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const FOLDER = 'dist/nodes/VenuePlatform';

function schemaOf(value) {
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
	if (typeof value !== 'object')
		return { type: Number.isInteger(value) ? 'integer' : typeof value };
	const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The output schema of each operation, by the file in which n8n looks for it. */
function operationSchemas(root) {
	const { RESOURCES } = require(path.join(root, FOLDER, 'operations/index.js'));
	return RESOURCES.flatMap(({ option, operations }) =>
		operations.map(({ option: { value }, sample }) => [
			`${FOLDER}/__schema__/v1.0.0/${option.value}/${value}.json`,
			{ ...schemaOf(sample), version: 1 },
		]),
	);
}

function writeSchemas(root) {
	for (const [file, schema] of operationSchemas(root)) {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		writeFileSync(path.join(root, file), `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

module.exports = { operationSchemas, writeSchemas };
