import { startVenue } from '../../venue';
import { startLab, type LabPlan } from '../lab/lab';
import { packedPackage } from '../packed';
import { describeBookings } from './bookings';
import { describeCredentialTest } from './credentialTest';
import { describeKnownTypes } from './knownTypes';
import { describePrivacy } from './privacy';
import { Place } from './place';
import { describeThirtyAtOnce } from './thirtyAtOnce';

const START_WITHIN = 300_000;

interface Circumstances extends Pick<LabPlan, 'mode' | 'release'> {
	/** How many processes execute workflows. */
	executors: number;
}

/** What holds wherever the package runs. */
export function describeThePackage({ mode, release, executors }: Circumstances) {
	const place = new Place();

	beforeAll(async () => {
		place.lab = await startLab({ mode, release, tarball: packedPackage() });
	}, START_WITHIN);

	afterAll(async () => await place.lab?.stop(), START_WITHIN);

	beforeEach(async () => {
		place.venue = await startVenue({ now: () => place.lab.clock.now() });
		place.venue.bookings.seed(3);
	});

	afterEach(async () => await place.venue?.stop());

	describeKnownTypes(place);
	describeCredentialTest(place);
	describeBookings(place);
	describeThirtyAtOnce(place, { executors });
	describePrivacy(place);
}
