import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packNextVersion } from '../fixtures/nextVersion';
import { versionOn } from '../fixtures/packageOnDisk';
import { packedPackage } from '../fixtures/packedPackage';
import { startLab, type Lab } from '../lab/lab';
import { readPackedManifest } from '../lab/package/communityPackage';
import { PACKAGE } from '../lab/package/packageName';
import { PackageRegistry } from '../lab/package/registry';

const START_WITHIN = 600_000;
const LONGEST_MS = 600_000;
const NEXT = '8.0.0';

const listed = (...packages: Array<{ name: string; version: string }>) => ({
	N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
	N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
});

describe('the page on self-hosting about packages that environment variables list', () => {
	let lab: Lab;
	let registry: PackageRegistry;
	let folder: string;
	let current: string;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'venue-platform-versions-'));
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		await registry.publish(await packNextVersion(NEXT, folder));
		({ version: current } = await readPackedManifest(packedPackage()));
		lab = await startLab({
			mode: 'regular',
			programs: registry.programs,
			environment: listed({ name: PACKAGE, version: current }),
		});
	}, START_WITHIN);

	afterAll(async () => {
		await lab?.stop();
		await registry?.close();
		await rm(folder, { recursive: true });
	}, START_WITHIN);

	it('n8n installs what the list names', async () => {
		expect(await versionOn(lab.main)).toBe(current);
	});

	it('the Community nodes page does not update it', async () => {
		await expect(lab.communityPackages.update(PACKAGE)).rejects.toThrow(/environment variables/);
		expect(await versionOn(lab.main)).toBe(current);
	});

	it(
		'another version in the list is installed at the next start [self-hosting: lists its packages]',
		async () => {
			await lab.main.restart(listed({ name: PACKAGE, version: NEXT }));
			expect(await versionOn(lab.main)).toBe(NEXT);
		},
		LONGEST_MS,
	);

	it(
		'n8n removes what the list does not name',
		async () => {
			await lab.main.restart(listed());
			expect(await versionOn(lab.main)).toBeUndefined();
		},
		LONGEST_MS,
	);
});
