import { randomBytes } from 'node:crypto';
import { PackageCopy } from './packageCopy';

describe('the build', () => {
	let compiled: PackageCopy;
	let copy: PackageCopy;

	beforeAll(() => {
		compiled = PackageCopy.compiled();
	});

	beforeEach(() => {
		copy = compiled.copy();
	});

	afterEach(() => copy.dispose());
	afterAll(() => compiled.dispose());

	it('packs what the sources need, and nothing else [guideline: files of the starter]', () => {
		copy.write('dist/docs/picture.svg', '<svg/>');
		copy.write('dist/tsconfig.tsbuildinfo', '{}');

		const { status, output } = copy.gulp();

		expect(output).toMatch(/n8n-nodes-venue-platform-.*\.tgz: \d+ files, [\d.]+ kB/);
		expect(status).toBe(0);
	});

	it('leaves descriptions and schemas to the compiler, which n8n-node dev runs alone', () => {
		const [node] = copy.manifest().n8n.nodes;
		const codex = node.replace(/\.js$/, '.json');

		expect(JSON.parse(copy.read(codex))).toEqual(
			JSON.parse(copy.read(codex.replace(/^dist\//, ''))),
		);
		expect(copy.read('dist/nodes/VenuePlatformTrigger/__schema__/v1.1.0.json')).not.toBe('');
	});

	it('names every file that is missing, unexpected or unknown', () => {
		copy.gulp();
		const [node] = copy.manifest().n8n.nodes;
		const codex = node.replace(/\.js$/, '.json');
		copy.remove(codex);
		copy.remove('dist/icons/venuePlatform.dark.svg');
		copy.write('dist/nodes/left-over.js', '');
		copy.write('nodes/Forgotten.node.ts', '');
		copy.write('README.md', randomBytes(200_000).toString('base64'));

		const { status, output } = copy.gulp('contents');

		expect(status).toBe(1);
		expect(output).toContain(`${codex} is missing`);
		expect(output).toContain('dist/icons/venuePlatform.dark.svg is missing');
		expect(output).toContain('dist/nodes/left-over.js is too much');
		expect(output).toContain('nodes/Forgotten.node.ts is missing from the n8n section');
		expect(output).toMatch(/\d{6} bytes are more than 250000/);
	});

	it('names a codex and a schema that n8n would not find', () => {
		copy.gulp();
		const [node] = copy.manifest().n8n.nodes;
		const codex = node.replace(/\.js$/, '.json');
		const schema = node.replace(/[^/]+$/, '__schema__/v1.0.0/booking/unknown.json');
		copy.write(codex, copy.read(codex).replace(/venuePlatform"/, 'other"'));
		copy.write(schema, '{}');

		const { status, output } = copy.gulp('contents');

		expect(status).toBe(1);
		expect(output).toContain(`${codex} describes n8n-nodes-venue-platform.other`);
		expect(output).toContain(`${schema} belongs to no operation of venuePlatform`);
	});

	it('fails if a dark icon differs from its light drawing, until it is rendered again', () => {
		const light = copy.read('icons/venuePlatform.svg');
		copy.write(
			'icons/venuePlatform.svg',
			light.replace('viewBox="0 0 40 40"', 'viewBox="0 0 44 44"'),
		);

		expect(copy.gulp('default').output).toContain('run "npx gulp icons"');
		expect(copy.gulp('icons').status).toBe(0);
		expect(copy.gulp('default').status).toBe(0);
		expect(copy.read('dist/icons/venuePlatform.dark.svg')).toContain('viewBox="0 0 44 44"');
	});

	it('fails for a color that the dark palette does not know', () => {
		const light = copy.read('icons/venuePlatform.svg');
		copy.write('icons/venuePlatform.svg', light.replace(/fill="[^"]*"/, 'fill="red"'));

		const { status, output } = copy.gulp('icons');

		expect(status).toBe(1);
		expect(output).toContain('has nothing for red');
	});
});
