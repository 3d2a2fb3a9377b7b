import { Attacker } from '../../attacks/deliveries';
import { TriggerFixture, WEBHOOK_API_KEY } from '../fixtures/triggerFixture';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';

const dates = {
	sendDate: '2026-11-25T09:00:00.1234567+00:00',
	eventDate: '2026-11-25T08:59:59.7654321Z',
};

/** What a service like the live one sends, and what the workflow starts with. */
const MESSAGES = [
	{ id: 'numbers', type: 1, eventType: 1, data: { booking: { uniqueId: 'B-1' } }, ...dates },
	{ id: 'names', type: 'Customer', eventType: 'Updated', data: { customerId: 4 }, ...dates },
	{
		id: 'list',
		type: 'SignedWaiver',
		eventType: 'Created',
		data: [{ signedWaiverId: 1 }, { signedWaiverId: 2 }],
		...dates,
	},
	{ id: 'without dates', type: 'PaymentLink', eventType: 'Created', data: null },
	{ id: 42, type: 'Locker', eventType: 'Opened', data: 'not known', ...dates },
	{ type: 'Redemption', eventType: 'Created', data: { redemptions: [{ ticketId: 'B-1-2' }] } },
];

const HEADERS = ['x-venue-apikey', 'x-api-key', 'x-apikey'];

/** Each message is answered 200 twice, and starts the workflow once. */
export async function expectLiveForms(
	fixture: TriggerFixture,
	trigger: WorkflowNode,
	workflow: StoredWorkflow,
): Promise<void> {
	const sender = new Attacker(fixture.urlOf(trigger));
	const answers: number[] = [];
	for (const copy of [1, 2]) {
		for (const [index, message] of MESSAGES.entries()) {
			const headers = { [HEADERS[(index + copy) % HEADERS.length]]: WEBHOOK_API_KEY };
			answers.push((await sender.send({ headers, body: JSON.stringify(message) })).status);
		}
	}
	sender.stop();
	expect(answers).toEqual([...MESSAGES, ...MESSAGES].map(() => 200));

	const started = await fixture.executions(workflow, MESSAGES.length);
	const items: object[] = [];
	for (const { executionId } of started) {
		const execution = await fixture.lab.executions.ended(executionId);
		items.push(...execution.items(trigger.name));
		expect(execution.saved).not.toContain(WEBHOOK_API_KEY);
	}
	const [numbers, ...others] = MESSAGES;
	const named = [{ ...numbers, type: 'Booking', eventType: 'Created' }, ...others];
	expect(items).toHaveLength(named.length);
	expect(items).toEqual(expect.arrayContaining(named));
}
