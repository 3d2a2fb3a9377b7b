import { createRequire } from 'node:module';

import { MOST_VERSIONS } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { panel } from '../../../nodes/VenuePlatformRecoveryTrigger/description';
import { MOST_MESSAGES } from '../../../nodes/VenuePlatformRecoveryTrigger/messageRoom';
import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import { LARGEST_RESPONSE_MEMORY } from '../../../nodes/venueApi/pacing/responseMemory';
import { exampleNames } from '../../examples/examples';
import { earlierReleases } from '../../n8n/lab/installation/release';
import { plain, read, rowsOf } from './support/pages';

const readme = plain(read('README.md'));
const nodes = plain(read('docs/nodes.md'));
const reliability = plain(read('docs/reliability.md') + read('docs/reliability-in-detail.md'));
const selfHosting = plain(read('docs/self-hosting.md'));

const inEnglish = (count: number) => count.toLocaleString('en');

interface Container {
	get<T>(service: unknown): T;
}

describe('our own figures on the pages for users', () => {
	it('an address is switched off ten seconds after its workflow was unpublished [reliability: ten seconds later; publish it within ten seconds]', () => {
		expect(GRACE_MS).toBe(10_000);
		expect(reliability).toContain('the venue is told to stop ten seconds later');
	});

	it('the recovery trigger recommends the same interval as the page about the nodes [nodes: Poll Times]', () => {
		expect(JSON.stringify(panel)).toContain('Every 15 minutes is enough');
		expect(nodes).toContain('Set Poll Times to every 15 minutes');
	});

	it('the recovery trigger remembers as much as the page says', () => {
		expect(reliability).toContain(`with ${inEnglish(MOST_MESSAGES)} failed messages`);
		expect(reliability).toContain(
			`more than ${inEnglish(MOST_VERSIONS)} changes between two polls`,
		);
	});

	it('an execution may get as much as the page says [self-hosting: 640 MB]', () => {
		expect(LARGEST_RESPONSE_MEMORY).toBe(640 * 2 ** 20);
	});

	it('nginx lets through what n8n takes [self-hosting: client_max_body_size 16m]', () => {
		const ofN8n = createRequire(require.resolve('n8n-core'));
		const { GlobalConfig } = ofN8n('@n8n/config') as { GlobalConfig: unknown };
		const { Container } = ofN8n('@n8n/di') as { Container: Container };
		const { endpoints } = Container.get<{ endpoints: { payloadSizeMax: number } }>(GlobalConfig);
		expect(selfHosting).toContain(`client_max_body_size ${endpoints.payloadSizeMax}m;`);
	});

	it('the tested versions of n8n are those of the lab [readme: Tested with]', () => {
		const tested = new Set(rowsOf(read('docs/compatibility.md')).map(([n8n]) => n8n));
		const [first, second, third, newest] = tested;
		expect([first, second, third]).toEqual(earlierReleases.map(({ n8n }) => n8n));
		expect(readme).toContain(`with n8n ${first}, ${second}, ${third} and ${newest}.`);
	});

	it('there are as many examples as the README says', () => {
		expect(exampleNames()).toHaveLength(18);
		expect(readme).toContain('Eighteen workflows to import');
	});
});
