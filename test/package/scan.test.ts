import { PackageCopy } from './packageCopy';

const NODE = `/* eslint-disable */
import type { INodeType } from 'n8n-workflow';
import 'node:fs';

export class Planted implements INodeType {
	description = { displayName: 'Planted', name: 'notTheNameOfItsFile', icon: 'file:absent.svg' };
}
console.log(1);
`;

const CREDENTIAL = `/* eslint-disable */
import type { ICredentialType } from 'n8n-workflow';

export class Planted implements ICredentialType {
	name = 'planted';
	displayName = 'Planted';
}
`;

describe('the scan', () => {
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

	it('finds nothing in the package as it is [guideline: No dependencies; scan of n8n passes]', () => {
		const { status, output } = copy.scan();

		expect(output).toMatch(/sources: passed\ntarball: passed\n/);
		expect(status).toBe(0);
	});

	it('finds what is planted in each place it reads, even if its rules are disabled [guideline: No environment variables]', () => {
		copy.write('nodes/Planted.node.ts', NODE);
		copy.write('nodes/planted.bak', '');
		copy.write('credentials/Planted.credentials.ts', CREDENTIAL);
		copy.write('dist/nodes/planted.js', '/* eslint-disable */\nprocess.exit();\n');
		copy.writeManifest({ ...copy.manifest(), overrides: { planted: '1.0.0' } });

		const { status, output } = copy.scan();
		const [sources, tarball] = output.split(/^sources: ESLint violations found$/m);

		expect(status).toBe(1);
		expect(sources).toContain('n8n-nodes-base/node-dirname-against-convention');
		expect(sources).toContain('n8n-nodes-base/cred-class-field-name-unsuffixed');
		expect(sources).toContain('@n8n/community-nodes/icon-validation');
		expect(sources).toContain('@n8n/community-nodes/no-restricted-imports');
		expect(sources).toContain('@n8n/community-nodes/no-dead-files');
		expect(sources).toContain('@n8n/community-nodes/no-overrides-field');
		expect(sources).toContain('no-console');
		expect(tarball).toContain('@n8n/community-nodes/no-restricted-globals');
		expect(tarball).toContain('@n8n/community-nodes/no-overrides-field');
	});

	it('does not take a tarball without code for a clean one', () => {
		copy.remove('dist');
		copy.write('dist/icons/venuePlatform.svg', '<svg/>');

		const { status, output } = copy.scan();

		expect(status).toBe(1);
		expect(output).toContain('tarball: no code in dist');
	});
});
