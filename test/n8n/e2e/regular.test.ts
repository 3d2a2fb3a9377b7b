import { describeThePackage } from '../sharedTests';

describe('the package in regular mode: one process', () => {
	describeThePackage({ mode: 'regular', executors: 1 });
});
