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

/** What holds wherever the package runs. `executors` processes execute workflows. */
export function describeThePackage(mode: LabPlan['mode'], { executors }: { executors: number }) {
	const place = new Place();

	beforeAll(async () => {
		place.lab = await startLab({ mode, tarball: packedPackage() });
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
