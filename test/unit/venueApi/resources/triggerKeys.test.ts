import { isTestAddress, testUrlOf } from '../../../../nodes/venueApi/resources/triggerKeys';

const production = 'https://n8n.example.com/n8n/webhook/4f1c/venue-platform';
const testing = 'https://n8n.example.com/n8n/webhook-test/4f1c/venue-platform';
/** Of a node without a webhook ID, such as one that was made through n8n's API. */
const [named, namedTesting] = ['webhook', 'webhook-test'].map(
	(path) => `https://n8n.example.com/${path}/Wf7/venue%20platform%20trigger/venue-platform`,
);

describe('an address', () => {
	it.each([
		['is for test events at n8n’s test path', testing, true],
		['is for published workflows at n8n’s production path', production, false],
		['is for test events with the name of its node', namedTesting, true],
		['is for published workflows with the name of its node', named, false],
		[
			'is for published workflows if n8n renames its path',
			production.replace('webhook', 'hooks'),
			false,
		],
		[
			'is not for test events just because of its host',
			'https://webhook-test/a/webhook/4f1c/venue-platform',
			false,
		],
		[
			'is not for test events just because of the path of n8n',
			'https://example.com/webhook-test/webhook/4f1c/venue-platform',
			false,
		],
	])('%s', (_, url, isForTests) => {
		expect(isTestAddress(url)).toBe(isForTests);
	});

	it.each([
		[production, testing],
		[named, namedTesting],
		[
			'https://example.com/webhook/webhook/4f1c/venue-platform',
			'https://example.com/webhook/webhook-test/4f1c/venue-platform',
		],
	])('has one for test events beside it: %s', (url, beside) => {
		expect(testUrlOf(url)).toBe(beside);
		expect(testUrlOf(beside)).toBe(beside);
	});
});
