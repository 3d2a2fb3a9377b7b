import { describeThePackage } from '../sharedTests';
import { describeNeighbors } from './storms/neighbors';
import { describeOutages } from './storms/outages';

describe('the package in regular mode: one process', () => {
	describeThePackage({ mode: 'regular', executors: 1 }, describeOutages, describeNeighbors);
});
