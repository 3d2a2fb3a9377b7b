import { describeThePackage } from './anyMode';

describe('the package in an n8n that is alone', () => {
	describeThePackage('alone', { executors: 1 });
});
