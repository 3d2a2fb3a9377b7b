import { describeThePackage } from '../sharedTests';
import { describeAllTokenAttacks } from '../sharedTests/tokenAttacks';
import { supportedReleases } from './supportedReleases';

describe.each(supportedReleases)('the package in n8n $n8n', (release) => {
	describeThePackage({ mode: 'regular', release, executors: 1 }, describeAllTokenAttacks);
});
