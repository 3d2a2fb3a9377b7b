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

	it('for an execution is not urgent', async () => {
		const { isUrgent, patienceMs } = await connect(context, 'execution');
		expect([isUrgent, patienceMs]).toEqual([false, PATIENCE_MS.execution]);
	});
});
