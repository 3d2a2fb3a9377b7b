import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { connect, PATIENCE_MS } from '../../../nodes/venueApi/connection';

const context = {
	getNode: () => ({ name: 'Venue' }) as INode,
	getCredentials: async () => await Promise.resolve({ baseUrl: 'https://venue.example' }),
} as unknown as IExecuteFunctions;

describe('a connection', () => {
	it.each(['list', 'poll', 'registration'] as const)(
		'for a %s goes ahead of bulk jobs',
		async (purpose) => {
			const { isUrgent, patienceMs } = await connect(context, purpose);
			expect([isUrgent, patienceMs]).toEqual([true, PATIENCE_MS[purpose]]);
		},
	);

	it('keeps its urgency with little time for an execution or much time for a poll', async () => {
		expect(await connect(context, 'execution', 1)).toMatchObject({
			isUrgent: false,
			patienceMs: 1,
		});
		const patienceMs = 2 * PATIENCE_MS.execution;
		expect(await connect(context, 'poll', patienceMs)).toMatchObject({
			isUrgent: true,
			patienceMs,
		});
	});
});
