import type { INodeParameters } from 'n8n-workflow';

import { MOST_TOKENS, tokensIn } from '../../unit/action/support/tokens';
import { richBooking } from '../../unit/action/support/richBooking';
import { ActionNode, byId, itemsOf, VenuePlatformTool } from './support/actionNode';

const bookingId = byId('BKG-000042');

describe('Output', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.faults.on('GET /bookings/{uniqueId}', {
			kind: 'answer',
			status: 200,
			body: JSON.stringify(richBooking),
		});
		node.venue.bookings.seed(3);
		node.venue.messages.addFailed({ attempts: 2 });
	});
	afterEach(async () => await node.close());

	const asTool = async (resource: string, operation: string, parameters: INodeParameters) => {
		const call = [resource, operation, parameters] as const;
		const { items } = await node.execute([...call], { node: VenuePlatformTool });
		return items[0].map(({ json }) => json);
	};

	it('is the whole booking in a workflow', async () => {
		expect(await node.items('booking', 'get', { bookingId })).toEqual([richBooking]);
		const options = { wholeBookings: 'never' };
		expect(await node.items('booking', 'getAll', { options })).toEqual(node.venue.bookings.all());
	});

	it('is simplified if an agent uses the node as a tool, within 1,500 tokens [guideline: As an AI tool]', async () => {
		const [booking] = await asTool('booking', 'get', { bookingId });
		expect(booking).toMatchObject({ uniqueId: 'BKG-000042', ticketsCount: 8 });
		expect(JSON.stringify(booking).length / 4).toBeLessThanOrEqual(1_500);
		for (const [resource, operation] of [
			['booking', 'getAll'],
			['failedMessage', 'recover'],
		]) {
			const [first] = await asTool(resource, operation, { since: '2026-01-01' });
			expect(first).toMatchObject({ ticketsCount: expect.any(Number) });
		}
	});

	it('is a short list for an agent, which is told that there are more', async () => {
		node.venue.bookings.seed(301);
		const limited = await asTool('booking', 'getAll', { limit: 100 });
		expect(limited[limited.length - 1].note).toContain('of more than 100.');
		const all = await asTool('booking', 'getAll', { returnAll: true });
		expect(all[all.length - 1].note).toContain('of 304.');
		const exact = await asTool('booking', 'getAll', {
			limit: 304,
			options: { sort: 'newestFirst' },
		});
		expect(exact[exact.length - 1].note).toContain('of 304.');
		for (const answer of [limited, all, exact]) {
			expect(tokensIn(answer)).toBeLessThanOrEqual(MOST_TOKENS);
			expect(answer.length).toBeGreaterThan(20);
		}
		const chosen = await node.items('booking', 'getAll', { limit: 100, output: 'simplified' });
		expect(chosen).toHaveLength(100);
		expect(chosen[0]).toHaveProperty('ticketsCount');
	});

	it.each<INodeParameters>([{ output: 'raw' }, { output: 'selected', fields: 'uniqueId' }])(
		'tells an agent that Limit has ended the list: %j',
		async (shape) => {
			const parts = async (resource: string, limit: number) => {
				const answer = await asTool(resource, 'getAll', { ...shape, limit });
				return answer.flatMap(({ note }) => (/first/.test(String(note)) ? [note] : []));
			};
			const part =
				'These are the first 1 of more than 1. To see the others, ask for less, such as with ';
			expect(await parts('booking', 1)).toEqual([`${part}a longer text or a later time.`]);
			expect(await parts('booking', 3)).toEqual([]);
			node.venue.messages.addFailed({ attempts: 7, type: 'Ticket' });
			expect(await parts('failedMessage', 1)).toEqual([`${part}one topic.`]);
			expect(await parts('failedMessage', 2)).toEqual([]);
			expect(await node.items('failedMessage', 'getAll', { ...shape, limit: 1 })).toHaveLength(1);
		},
	);

	it('is short for failed messages and webhooks, too, if an agent asks', async () => {
		const { messages, webhooks } = node.venue;
		for (let more = 0; more < 80; more++) {
			messages.addFailed({ attempts: 7, type: 'Ticket' });
			webhooks.create({
				url: `https://crm.example/${more}`,
				enabled: true,
				webhooks: { booking: { events: ['Created'] } },
			});
		}
		const failed = await asTool('failedMessage', 'getAll', { returnAll: true });
		expect(failed[0]).toMatchObject({ topic: 'Booking', eventType: 'Updated', givenUp: false });
		const checked = await asTool('webhook', 'check', {});
		expect(checked[0]).toMatchObject({ url: 'https://crm.example/0', state: 'failing' });
		for (const answer of [failed, checked]) {
			expect(tokensIn(answer)).toBeLessThanOrEqual(MOST_TOKENS);
			const notes = answer.flatMap(({ note }) => note ?? []);
			expect(notes).toContainEqual(expect.stringMatching(/These are the first \d+ of 8[01]\./));
		}
	});

	it('cuts what a receiver answered, and an agent reads the reason of each message', async () => {
		const { messages, webhooks } = node.venue;
		webhooks.create({
			...{ url: 'https://crm.example', enabled: true },
			webhooks: { booking: { events: ['Created'] } },
		});
		messages.addFailed({ attempts: 2, webhookId: 1001, detail: 'Timed out' });
		const page = `<html><title>502 Bad Gateway</title>${'<p>No upstream</p>'.repeat(500)}`;
		messages.addFailed({ attempts: 7, webhookId: 1001, detail: page });
		const reasons = [expect.any(String), 'Timed out', `${page.slice(0, 160)}…`];
		const failed = await asTool('failedMessage', 'getAll', {});
		expect(failed.map(({ lastDetail }) => lastDetail)).toEqual(reasons);
		const inWorkflow = await node.items('failedMessage', 'getAll');
		expect(inWorkflow.map(({ lastDetail }) => lastDetail)).toEqual(reasons);
		expect((await asTool('webhook', 'check', {}))[0].lastDetail).toBe(reasons[2]);
		expect((await node.items('webhook', 'check'))[0].lastDetail).toBe(page);
	});

	it('tells an agent which of the fields no record has', async () => {
		const parameters = { bookingId, output: 'selected', fields: 'uniqueId, redeemedAt' };
		expect(await asTool('booking', 'get', parameters)).toEqual([
			{ uniqueId: 'BKG-000042', redeemedAt: null },
			{
				note: expect.stringMatching(
					/^No record has these fields: redeemedAt\. The first one has these: uniqueId, /,
				),
			},
		]);
	});

	it('is one message with the reason if an agent asks for a booking that does not exist [agents: told why]', async () => {
		node.venue.faults.clear();
		const call = ['booking', 'get', { bookingId: byId('BKG-999999') }] as const;
		const { error } = await node.execute([...call], { node: VenuePlatformTool });
		expect(error?.message).toMatch(/^There is no such booking for this venue\. Check the ID\./);
		expect(error?.description ?? '').toBe('');
		const inWorkflow = await node.execute([...call]);
		expect(inWorkflow.error?.message).toBe('There is no such booking for this venue');
		expect(inWorkflow.error?.description).toMatch(/^Check the ID\./);
	});

	it('is what the builder of the agent chose, if it was chosen', async () => {
		const parameters = { bookingId, output: 'raw' };
		expect(await asTool('booking', 'get', parameters)).toEqual([richBooking]);
	});

	it('is simplified on request [guideline: More than 10 fields]', async () => {
		const [booking] = await node.items('booking', 'get', { bookingId, output: 'simplified' });
		expect(booking).toMatchObject({ customer: { name: 'Ada Lovelace' }, paymentsCount: 1 });
	});

	it.each(['booking', 'failedMessage'])(
		'of %s is only the selected fields [guideline: chosen from a list]',
		async (of) => {
			const operation = of === 'booking' ? 'getAll' : 'recover';
			const fields = 'uniqueId, customer.name';
			const found = await node.items(of, operation, {
				...{ since: '2026-01-01', output: 'selected', fields },
				options: { wholeBookings: 'never' },
			});
			expect(found).toEqual(
				node.venue.bookings.all().map(({ uniqueId, customer }) => ({
					uniqueId,
					customer: { name: (customer as { name: string }).name },
				})),
			);
		},
	);

	it('of failed messages can be selected from everything that the venue sends', async () => {
		const parameters = { output: 'selected', fields: 'history.detail' };
		const [{ history }] = await node.items('failedMessage', 'getAll', parameters);
		expect(history).toHaveLength(2);
	});

	it('says which of the fields no record has [troubleshooting: No record has these fields]', async () => {
		const parameters = { output: 'selected', fields: 'uniqueId, custmer.name' };
		const { items, hints } = await node.execute(['booking', 'getAll', parameters]);
		expect(items[0][0].json).toMatchObject({ custmer: { name: null } });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('No record has these fields: custmer.name.'),
		]);
	});

	it('says that a record lacks a field if only one of several items does [troubleshooting: A record lacks these fields]', async () => {
		const offer = (uniqueId: string, rest: object) =>
			node.venue.undocumented.on(`GET /bookings/${uniqueId}`, {
				body: JSON.stringify({ uniqueId, ...rest }),
			});
		node.venue.faults.clear();
		offer('A', { comments: 'By the window' });
		offer('B', {});
		const parameters = { bookingId: byId('={{ $json.id }}'), output: 'selected' };
		const { items, hints } = await node.execute(
			['booking', 'get', { ...parameters, fields: 'uniqueId, comments' }],
			{ items: itemsOf({ id: 'A' }, { id: 'B' }) },
		);
		expect(items[0].map(({ json }) => json.comments)).toEqual(['By the window', null]);
		expect(hints.map(({ message }) => message)).toEqual([
			'A record lacks these fields: comments. Set Output to Raw once to see all names.',
		]);
	});

	it.each([
		[{ output: 'selected', fields: ' , ' }, '“Field Names or IDs” is empty'],
		[{ output: '={{ "everything" }}' }, '“Output” is not one of its options'],
	])('is reported before any request if it is like %j', async (parameters, expected) => {
		const { message } = await node.errorOf('booking', 'getAll', parameters);
		expect(message).toBe(expected);
		expect(node.venue.requests).toEqual([]);
	});
});
