import { describeThePackage } from '../sharedTests';
import { describeTokenAttacks } from '../sharedTests/tokenAttacks';

describe('the package in regular mode: one process', () => {
	describeThePackage({ mode: 'regular', executors: 1 }, describeTokenAttacks);
});
