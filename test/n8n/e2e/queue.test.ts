import { describeThePackage } from '../sharedTests';
import { describeOutages } from './storms/outages';

const missing = process.env.QUEUE_MODE_MISSING;

if (missing) {
	it(`queue mode is not tested on this machine. ${missing}`, () => {
		expect(process.env.CI).toBeUndefined();
	});
} else {
	describe('the package in queue mode: one main process, two workers, two webhook processors', () => {
		describeThePackage({ mode: 'queue', executors: 2 }, describeOutages);
	});
}
