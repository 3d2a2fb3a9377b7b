import { describeThePackage } from '../anyMode';
import { promisedReleases } from './promisedReleases';

describe.each(promisedReleases)('the package in n8n $n8n', (release) => {
	describeThePackage({ mode: 'alone', release, executors: 1 });
});
