const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dest, series, src } = require('gulp');
const { renderDark } = require('./icons/render-dark');
const { checkPackage } = require('./test/package/contents');
const { writeSchemas } = require('./test/package/schemas');

const SHIPPED = ['credentials', 'icons', 'nodes'];

async function eachDrawing(use) {
	const drawings = (await readdir('icons')).filter((name) => /^[^.]+\.svg$/.test(name));
	for (const drawing of drawings) {
		const dark = renderDark(await readFile(`icons/${drawing}`, 'utf8'));
		await use(`icons/${drawing.replace(/\.svg$/, '.dark.svg')}`, dark);
	}
}

async function icons() {
	await eachDrawing(async (path, dark) => await writeFile(path, dark));
}
icons.description = 'Render the dark icons from the light drawings';

// A build changes no tracked file, so that what is tagged is what is published.
async function iconsCurrent() {
	await eachDrawing(async (path, dark) => {
		if ((await readFile(path, 'utf8').catch(() => '')) !== dark) {
			throw new Error(`${path} differs from its light drawing: run "npx gulp icons"`);
		}
	});
}

// The compiler brings along what is JSON, so that n8n-node dev has it, too.
function drawings() {
	return src('icons/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));
}

async function schemas() {
	writeSchemas(process.cwd());
}
schemas.description = 'Write the output schemas from the samples of the operations';

// n8n-node build also copies pictures of docs/ and test/, and leaves its compiler's notes.
async function nothingElse() {
	const strangers = (await readdir('dist')).filter((name) => !SHIPPED.includes(name));
	await Promise.all(
		strangers.map(async (name) => await rm(`dist/${name}`, { recursive: true, force: true })),
	);
}

async function contents() {
	console.log(checkPackage(process.cwd()));
}
contents.description = 'Compare the packed package with what the sources call for';

exports.icons = icons;
exports.contents = contents;
exports.schemas = schemas;
exports.default = series(iconsCurrent, drawings, schemas, nothingElse, contents);
