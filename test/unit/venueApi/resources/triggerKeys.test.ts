import { isTestAddress } from '../../../../nodes/venueApi/resources/triggerKeys';

const production = 'https://n8n.example.com/n8n/webhook/4f1c/venue-platform';
const testing = 'https://n8n.example.com/n8n/webhook-test/4f1c/venue-platform';

describe('an address', () => {
	it.each([
		['is for test events at n8n’s test path', testing, true],
		['is for published workflows at n8n’s production path', production, false],
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
});
