import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startVenue } from '../../venue';
import { startLab, type LabPlan } from '../lab/lab';
import { packedPackage } from '../fixtures/packedPackage';
import { describeBookings } from './bookings';
import { describeCredentialTest } from './credentialTest';
import { describeHttpRequest } from './httpRequest';
import { describeNodeTypes } from './nodeTypes';
import { describeNetwork } from './network';
import { PackageFixture } from '../fixtures/packageFixture';
import { describeConcurrentExecutions } from './concurrentExecutions';

const START_WITHIN = 300_000;

interface Deployment extends Pick<LabPlan, 'mode' | 'release'> {
	/** How many processes execute workflows. */
	executors: number;
}

/** The tests for every installation of the package, plus others for the same n8n. */
export function describeThePackage(
	{ mode, release, executors }: Deployment,
	...more: Array<(fixture: PackageFixture) => void>
) {
	const fixture = new PackageFixture();
	const trusted = join(tmpdir(), `venue-platform-trusted-${randomUUID()}.pem`);

	beforeAll(async () => {
		await writeFile(trusted, fixture.certificate.cert);
		const environment = { NODE_EXTRA_CA_CERTS: trusted };
		fixture.lab = await startLab({ mode, release, tarball: packedPackage(), environment });
	}, START_WITHIN);

	afterAll(async () => {
		await fixture.lab?.stop();
		await rm(trusted, { force: true });
	}, START_WITHIN);

	beforeEach(async () => {
		fixture.venue = await startVenue({ now: () => fixture.lab.clock.now() });
		fixture.venue.bookings.seed(3);
	});

	afterEach(async () => await fixture.venue?.stop());

	describeNodeTypes(fixture);
	describeCredentialTest(fixture, executors);
	describeBookings(fixture);
	describeHttpRequest(fixture);
	describeConcurrentExecutions(fixture, { executors });
	for (const describeMore of more) describeMore(fixture);
	describeNetwork(fixture);
}
