import axios from 'axios';

import { readPackedManifest } from '../lab/package/communityPackage';
import { packedPackage } from '../fixtures/packedPackage';
import type { PackageFixture } from '../fixtures/packageFixture';
import { PACKAGE } from '../lab/package/packageName';

interface Described {
	name: string;
	iconUrl?: string | { light: string; dark: string };
}

export function describeNodeTypes(fixture: PackageFixture) {
	describe('is known to n8n:', () => {
		const ours = async (kind: 'nodes' | 'credentials', prefix: string) => {
			const all = await fixture.lab.session.call<Described[]>('GET', `/types/${kind}.json`);
			return all.filter(({ name }) => name.startsWith(prefix));
		};

		it('all nodes and the credential, each with a light and a dark icon [guideline: Not a node that exists]', async () => {
			const { n8n } = await readPackedManifest(packedPackage());
			const nodes = await ours('nodes', `${PACKAGE}.`);
			const credentials = await ours('credentials', 'venuePlatform');
			const withoutTools = nodes.filter(({ name }) => !name.endsWith('Tool'));
			expect(withoutTools).toHaveLength(n8n.nodes.length);
			expect(credentials).toHaveLength(n8n.credentials.length);

			for (const { iconUrl } of [...nodes, ...credentials]) {
				const { light, dark } = iconUrl as { light: string; dark: string };
				expect(light).not.toBe(dark);
				for (const url of [light, dark]) {
					const { data, headers } = await axios.get<string>(`${fixture.lab.main.url}/${url}`);
					expect(headers['content-type']).toContain('image/svg+xml');
					expect(data).toContain('<svg');
				}
			}
		});

		it('also the action node as a tool for AI agents', async () => {
			const names = (await ours('nodes', `${PACKAGE}.`)).map(({ name }) => name);
			expect(names).toContain(`${PACKAGE}.venuePlatformTool`);
		});
	});
}
