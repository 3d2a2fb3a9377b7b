import { read, rowsOf } from './support/pages';

interface Manifest {
	dependencies?: Record<string, string>;
	devDependencies: Record<string, string>;
	scripts: Record<string, string>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const versions = manifest.devDependencies;

const [npm = ''] = read('.github/dependabot.yml').split('package-ecosystem: github-actions');
const ignored = [
	...npm.matchAll(/dependency-name: '?([^'\s]+)'?\n( +update-types: .*semver-major)?/g),
].map(([, name, majorOnly]) => [name, majorOnly ? 'minor versions' : 'ignored']);

const rows = rowsOf(read('docs/development/dependencies.md'));

/** How the page says that a package is updated. */
const said = new Map(rows.map(([name, , , updates]) => [name, updates]));

it('the package has no dependencies at run time, and runs nothing when it is installed [security: runtime dependencies]', () => {
	expect(manifest.dependencies).toBeUndefined();
	const atInstallation = /^(pre|post)?(install|prepare)$/;
	expect(Object.keys(manifest.scripts).filter((name) => atInstallation.test(name))).toEqual([]);
});

describe('the table of pinned packages', () => {
	it('gives a reason for each development dependency, and lists no other package', () => {
		expect([...said.keys()].sort()).toEqual(Object.keys(versions).sort());
		expect(rows.filter((cells) => cells.includes(''))).toEqual([]);
	});

	it('lists packages that are pinned to one version', () => {
		const ranges = Object.entries(versions).filter(
			([, version]) => !/^(npm:n8n-core@)?\d+\.\d+\.\d+$/.test(version),
		);
		expect(ranges).toEqual([]);
	});

	it('matches what Dependabot does', () => {
		expect(ignored.length).toBeGreaterThan(5);
		const left = [...said].filter(([, updates]) => !updates.startsWith('group '));
		expect(left.sort()).toEqual(ignored.sort());
		const n8n = [...said].filter(([, updates]) => updates === 'group n8n').map(([name]) => name);
		expect(n8n.every((name) => /^(n8n-|@n8n\/)/.test(name))).toBe(true);
	});
});

it('the lock file names no registry', () => {
	expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
});
