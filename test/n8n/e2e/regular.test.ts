import { describeThePackage } from '../sharedTests';
import { describeTokenAttacks } from '../sharedTests/tokenAttacks';
import { describeNeighbors } from './storms/neighbors';
import { describeOutages } from './storms/outages';

describe('the package in regular mode: one process', () => {
	describeThePackage(
		{ mode: 'regular', executors: 1 },
		describeTokenAttacks,
		describeOutages,
		describeNeighbors,
	);
});
