const { execSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { operationSchemas } = require('./schemas');

const MAX_PACKED_BYTES = 250_000;
const DOCUMENTS = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json'];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function filesUnder(root, folder) {
	if (!existsSync(path.join(root, folder))) return [];
	return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
		.map((file) => file.split(path.sep).join('/'));
}

const codexOf = (entry) => entry.replace(/\.js$/, '.json');
const compiled = (source) => `dist/${source.replace(/\.ts$/, '.js')}`;

/** The class of a node or credential has the name of its file, as n8n requires. */
function load(root, entry) {
	const file = path.join(root, entry);
	return new (require(file)[path.basename(file).split('.')[0]])();
}

function iconsOf(entry, icon) {
	return Object.values(typeof icon === 'string' ? { icon } : (icon ?? {})).map((reference) =>
		path.posix.join(path.posix.dirname(entry), reference.replace(/^file:/, '')),
	);
}

function expectedFiles(root) {
	const { n8n } = readJson(path.join(root, 'package.json'));
	const sources = ['credentials', 'nodes'].flatMap((folder) => filesUnder(root, folder));
	return new Set([
		...DOCUMENTS,
		...n8n.nodes,
		...n8n.credentials,
		...n8n.nodes.map(codexOf),
		...n8n.nodes.flatMap((entry) => iconsOf(entry, load(root, entry).description.icon)),
		...n8n.credentials.flatMap((entry) => iconsOf(entry, load(root, entry).icon)),
		...sources.filter((file) => file.endsWith('.ts')).map(compiled),
		...sources.filter((file) => file.includes('/__schema__/')).map((file) => `dist/${file}`),
		...operationSchemas(root).map(([file]) => file),
	]);
}

function unlistedSources(root) {
	const { n8n } = readJson(path.join(root, 'package.json'));
	const listed = [...n8n.nodes, ...n8n.credentials];
	return [...filesUnder(root, 'nodes'), ...filesUnder(root, 'credentials')]
		.filter((file) => /\.(node|credentials)\.ts$/.test(file))
		.filter((file) => !listed.includes(compiled(file)))
		.map((file) => `${file} is missing from the n8n section of package.json`);
}

/** n8n ignores a codex that names another node, and a schema that belongs to no operation. */
function strayDescriptions(root) {
	const { name: packageName, n8n } = readJson(path.join(root, 'package.json'));
	return n8n.nodes.flatMap((entry) => {
		const { description } = load(root, entry);
		const type = `${packageName}.${description.name}`;
		const codex = path.join(root, codexOf(entry));
		const described = existsSync(codex) ? readJson(codex).node : type;
		return [
			...(described === type ? [] : [`${codexOf(entry)} describes ${described}, not ${type}`]),
			...straySchemas(root, path.posix.dirname(entry), description),
		];
	});
}

/**
 * Where n8n looks for the output schema of a node: by version, and by resource and operation if it
 * has them.
 */
function schemaPaths({ version, properties }) {
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			displayOptions.show.resource.flatMap((resource) =>
				options.map(({ value }) => `/${resource}/${value}`),
			),
		);
	return [version]
		.flat()
		.map((number) => `${number}.0.0`.split('.').slice(0, 3).join('.'))
		.flatMap((number) => ['', ...operations].map((operation) => `v${number}${operation}.json`));
}

function straySchemas(root, folder, description) {
	const known = schemaPaths(description).map((schema) => `${folder}/__schema__/${schema}`);
	return filesUnder(root, `${folder}/__schema__`)
		.filter((file) => !known.includes(file))
		.map((file) => `${file} belongs to no operation of ${description.name}`);
}

function pack(root) {
	const output = execSync('npm pack --dry-run --json --ignore-scripts --loglevel=error', {
		cwd: root,
		encoding: 'utf8',
	});
	return JSON.parse(output)[0];
}

/** Throws with all differences, or returns one line about the package. */
function checkPackage(root) {
	const { files, size, filename } = pack(root);
	const packed = new Set(files.map((file) => file.path));
	const expected = expectedFiles(root);
	const differences = [
		...[...expected].filter((file) => !packed.has(file)).map((file) => `${file} is missing`),
		...[...packed].filter((file) => !expected.has(file)).map((file) => `${file} is too much`),
		...unlistedSources(root),
		...strayDescriptions(root),
		...(size > MAX_PACKED_BYTES ? [`${size} bytes are more than ${MAX_PACKED_BYTES}`] : []),
	];
	if (differences.length > 0) {
		throw new Error(`${filename} is not as it should be:\n  ${differences.join('\n  ')}`);
	}
	return `${filename}: ${packed.size} files, ${(size / 1000).toFixed(1)} kB`;
}

module.exports = { checkPackage };
