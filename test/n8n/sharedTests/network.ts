import { start } from '../fixtures/nodes';
import type { PackageFixture } from '../fixtures/packageFixture';

/** Runs last, because it checks everything that was done before. */
export function describeNetwork(fixture: PackageFixture) {
	describe('after all other tests', () => {
		it('n8n has reached no other machine, and has only tried to where a workflow told it to', async () => {
			const { lab } = fixture;
			const workflow = await lab.workflows.create('Elsewhere', [
				start,
				{
					name: 'Elsewhere',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: { url: 'https://elsewhere.test/' },
				},
			]);
			expect((await fixture.runOnce(workflow, 'Elsewhere')).status).toBe('error');

			const refused = (await lab.log()).matchAll(/\[lab\] refused a connection to (\S+)/g);
			expect(new Set([...refused].map(([, host]) => host))).toEqual(new Set(['elsewhere.test']));
		});
	});
}
