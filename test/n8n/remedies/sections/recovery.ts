import { recovery } from '../../fixtures/nodes';
import type { RemedyLab } from '../remedyLab';

export function describeRecovery(labOf: () => RemedyLab) {
	describe('The recovery trigger', () => {
		let at: RemedyLab;

		beforeAll(() => {
			at = labOf();
		});

		it.each([
			['“Trigger On” is empty', { events: '={{ [] }}' }],
			['“Minimum Attempt” must be a number, 1 or more', { minimumAttempt: 0 }],
			['“Recover Bookings” is neither true nor false', { refetchBookings: '={{ "perhaps" }}' }],
			[
				'“Additional Query Parameters” is not a JSON object',
				{ options: { additionalQuery: '{“a”: 1}' } },
			],
		])('%s', async (message, wrong) => {
			await at.invite();
			const node = recovery(await at.credential(), wrong);
			const { workflow, says } = await at.publish(node);
			expect(says).toContain(message);
			const parameters = {
				...node.parameters,
				events: ['final'],
				minimumAttempt: 5,
				refetchBookings: true,
				options: { additionalQuery: '{"name": "value"}' },
			};
			expect((await at.publish({ ...node, parameters }, workflow)).says).toBe('');
			await at.lab.workflows.unpublish(workflow);
		});
	});
}
