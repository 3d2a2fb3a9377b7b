import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startVenue, type SimulatedVenue } from '../../venue';
import { describeQueueMode } from '../fixtures/describeQueueMode';
import { packNextVersion } from '../fixtures/nextVersion';
import { ACTION_NODE, start } from '../fixtures/nodes';
import { bookings } from '../fixtures/packageFixture';
import { startWithEmptyDisk, versionOn } from '../fixtures/packageOnDisk';
import { packedPackage } from '../fixtures/packedPackage';
import { until } from '../fixtures/until';
import { installN8n } from '../lab/installation/n8nInstallation';
import { startLab, type Lab } from '../lab/lab';
import { installCommunityPackage, readPackedManifest } from '../lab/package/communityPackage';
import { PACKAGE } from '../lab/package/packageName';
import { PackageRegistry } from '../lab/package/registry';
import type { StoredWorkflow } from '../lab/rest/workflows';

const START_WITHIN = 600_000;
const LONGEST_MS = 600_000;
const NEXT = '8.0.0';

const REINSTALL = { N8N_REINSTALL_MISSING_PACKAGES: 'true' };

describeQueueMode('the page on self-hosting about queue mode, step by step', () => {
	let lab: Lab;
	let venue: SimulatedVenue;
	let registry: PackageRegistry;
	let folder: string;
	let workflow: StoredWorkflow;
	let current: string;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'venue-platform-versions-'));
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		({ version: current } = await readPackedManifest(packedPackage()));
		lab = await startLab({ mode: 'queue', programs: registry.programs });
		venue = await startVenue({ now: () => lab.clock.now() });
		venue.bookings.seed(3);
	}, START_WITHIN);

	afterAll(async () => {
		await venue?.stop();
		await lab?.stop();
		await registry?.close();
		await rm(folder, { recursive: true });
	}, START_WITHIN);

	const versions = async () => await Promise.all(lab.servers.map(versionOn));

	const everywhere = (version: string) => lab.servers.map(() => version);

	const run = async () => {
		const id = await lab.workflows.run(workflow, start.name);
		const { status, error } = await lab.executions.ended(id);
		return error?.message ?? status;
	};

	it(
		'the workers do not know a package that was only copied to the main process, whatever is set [self-hosting: into a folder yourself]',
		async () => {
			const { node } = await installN8n();
			await installCommunityPackage(packedPackage(), lab.main.userFolder, node);
			await lab.restart();
			for (const worker of lab.workers) await worker.restart(REINSTALL);

			const { baseUrl, credentials } = venue;
			const credential = await lab.credentials.create('venuePlatformApi', {
				baseUrl,
				...credentials,
			});
			workflow = await lab.workflows.create('Bookings', [start, bookings(credential)]);
			expect(await versions()).toEqual([current, ...Array(4).fill(undefined)]);
			expect(await run()).toContain(`Unrecognized node type: ${ACTION_NODE}`);
		},
		LONGEST_MS,
	);

	it(
		'Settings → Community nodes installs it on every running worker and webhook processor [self-hosting: Processes that are running]',
		async () => {
			await lab.communityPackages.install(PACKAGE);
			await until(async () => (await versions()).join() === everywhere(current).join());
			await until(async () => (await run()) === 'success');
		},
		LONGEST_MS,
	);

	it(
		'a worker that begins with an empty disk installs it again only if the setting is on',
		async () => {
			const [worker, other] = lab.workers;
			await other.stop();
			await startWithEmptyDisk(worker);
			expect(await versionOn(worker)).toBeUndefined();
			expect(await worker.log()).toContain('some packages are missing');
			expect(await run()).toContain(`Unrecognized node type: ${ACTION_NODE}`);

			await startWithEmptyDisk(worker, REINSTALL);
			expect(await versionOn(worker)).toBe(current);
			expect(await run()).toBe('success');
			await other.start();
		},
		LONGEST_MS,
	);

	it(
		'an update does not reach a stopped process, but an empty disk gets the version of the others [self-hosting: A process that was off]',
		async () => {
			const [away] = lab.webhookProcessors;
			await away.stop();
			await registry.publish(await packNextVersion(NEXT, folder));
			await lab.communityPackages.update(PACKAGE);
			const updated = everywhere(NEXT);
			updated[lab.servers.indexOf(away)] = current;
			await until(async () => (await versions()).join() === updated.join());

			await away.start(REINSTALL);
			expect(await versionOn(away)).toBe(current);
			await startWithEmptyDisk(away, REINSTALL);
			expect(await versions()).toEqual(everywhere(NEXT));
		},
		LONGEST_MS,
	);
});
