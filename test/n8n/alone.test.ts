import { describeThePackage } from './anyMode';

describe('the package in an n8n that is alone', () => {
	describeThePackage({ mode: 'alone', executors: 1 });
});
