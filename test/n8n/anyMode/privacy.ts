import { start, type Place } from './place';

/** Last, because it looks back on everything that was done before. */
export function describePrivacy(place: Place) {
	describe('after all of this', () => {
		it('n8n has called nobody outside this machine but on demand, and then in vain', async () => {
			const { lab } = place;
			const workflow = await lab.workflows.create('Elsewhere', [
				start,
				{
					name: 'Elsewhere',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: { url: 'https://elsewhere.test/' },
				},
			]);
			expect((await place.runOnce(workflow, 'Elsewhere')).status).toBe('error');

			const refused = (await lab.log()).matchAll(/\[lab\] refused a connection to (\S+)/g);
			expect(new Set([...refused].map(([, host]) => host))).toEqual(new Set(['elsewhere.test']));
		});
	});
}
