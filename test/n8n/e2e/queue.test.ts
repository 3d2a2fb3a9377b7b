import { describeQueueMode } from '../fixtures/describeQueueMode';
import { describeThePackage } from '../sharedTests';

describeQueueMode(
	'the package in queue mode: one main process, two workers, two webhook processors',
	() => describeThePackage({ mode: 'queue', executors: 2 }),
);
