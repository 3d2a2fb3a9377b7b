import { until } from '../../fixtures/until';
import type { RemedyLab } from '../remedyLab';

export function describePublishing(labOf: () => RemedyLab) {
	describe('Publishing a workflow with the trigger', () => {
		let at: RemedyLab;

		beforeEach(async () => {
			at = labOf();
			await at.invite();
		});

		it('The venue shows only a part of its webhooks, and the one of this trigger is not in it', async () => {
			for (const index of [1, 2, 3]) {
				at.venue.webhooks.create({
					url: `https://other.example/${index}`,
					webhooks: { booking: { events: ['Created'] } },
				});
			}
			at.venue.vary({ list: 'dataAndTotal', atMostInList: 2 });
			const node = at.trigger(await at.credential());
			const { workflow, says } = await at.publish(node);
			expect(says).toContain('and the one of this trigger is not in it');
			for (const id of [1001, 1002]) at.venue.webhooks.remove(id);
			expect((await at.publish(node, workflow)).says).toBe('');
		});

		it.each([
			['Trigger On is empty. Choose at least one event.', { events: '={{ [] }}' }],
			[
				'“Booking.Moved” in Trigger On is not an event of the venue.',
				{ events: ['Booking.Moved'] },
			],
			[
				'“Include Venue” is neither true nor false.',
				{ options: { includeVenue: '={{ "perhaps" }}' } },
			],
		])(
			'%s [troubleshooting: Choose from the list; neither true nor false]',
			async (message, wrong) => {
				const credential = await at.credential();
				const node = at.trigger(credential, wrong);
				const { workflow, says } = await at.publish(node);
				expect(says).toContain(message);
				const options = { skipOutdated: true, entityIdPath: 'data.uniqueId', includeVenue: true };
				const parameters = { events: ['Booking.Created'], options };
				expect((await at.publish({ ...node, parameters }, workflow)).says).toBe('');
			},
		);

		it('There is no key that the venue could present.', async () => {
			const credential = await at.credential({ clientSecret: '' });
			const node = at.trigger(credential);
			const { workflow, says } = await at.publish(node);
			expect(says).toContain('There is no key that the venue could present.');
			await at.lab.credentials.update(credential, at.data());
			expect((await at.publish(node, workflow)).says).toBe('');
		});

		it('Basic authentication needs Webhook Username and Webhook Password, and the names of two fields [troubleshooting: must be given the user name and the password]', async () => {
			const credential = await at.credential();
			const node = at.trigger(credential, { authentication: 'basicAuth' });
			const { workflow, says } = await at.publish(node);
			expect(says).toContain('Basic authentication needs Webhook Username and Webhook Password.');
			const filledIn = at.data({ webhookUsername: 'venue', webhookPassword: 'known to both' });
			await at.lab.credentials.update(credential, filledIn);
			const second = await at.publish(node, workflow);
			expect(second.says).toContain(
				'For basic authentication the venue must be given the user name and the password',
			);
			const [, username, password] = /"(<\w+>)" and "(<\w+>)"/.exec(second.says)!;
			const additionalConfiguration = JSON.stringify({ authentication: { username, password } });
			const parameters = { ...node.parameters, options: { additionalConfiguration } };
			expect((await at.publish({ ...node, parameters }, workflow)).says).toBe('');
			await at.venue.bookings.create();
			await until(() => at.venue.deliveries.some(({ status }) => status === 200));
		});
	});
}
