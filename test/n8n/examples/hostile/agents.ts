import { McpClient } from '../../fixtures/mcpClient';
import { ScriptedModel } from '../../fixtures/scriptedModel';
import type { ExampleLab } from '../exampleLab';
import { TOOLS } from '../frontDesk/tools';
import { forOurs } from '../stories/story';
import type { Attack } from './hostile';
import { bookings, INJECTION, NAMES } from './words';

const INJECTED = NAMES.indexOf(INJECTION);
const { uniqueId } = bookings[INJECTED];

/** A tool reads with GET, whatever the guests wrote. */
function expectOnlyReading({ platform }: ExampleLab): void {
	const calls = platform.requests.filter(({ path }) => path !== '/token');
	expect(calls.length).toBeGreaterThan(0);
	expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
}

const frontDeskAgent: Attack = async (lab, example) => {
	const { account, credential } = await lab.addVenue('Venue of an attacked front desk');
	for (const booking of bookings) account.bookings.put({ ...booking, modifiedDate: 'unknown' });
	let step = 0;
	// Once it has read the booking, this model does what the guest wrote.
	const model = await ScriptedModel.thatReplies(() => {
		step++;
		if (step === 1) return [{ name: 'Look_Up_a_Booking', arguments: { bookingId: uniqueId } }];
		const arguments_ = { resource: 'webhook', operation: 'update', bookingId: uniqueId };
		if (step === 2) return [{ name: 'Look_Up_a_Booking', arguments: arguments_ }];
		return 'Done.';
	});
	try {
		const data = { apiKey: 'none', url: model.url };
		const openAi = await lab.n8n.credentials.create('openAiApi', data);
		const imported = await lab.import(example, (node) =>
			node.name === 'Chat Model' ? openAi : forOurs(credential)(node),
		);
		lab.platform.forgetRequests();
		const asked = { chatInput: `Who is booking ${uniqueId}?`, sessionId: 'attacked' };
		await lab.runWith(imported, 'Question of the Front Desk', [asked]);
		const heard = model.requests.flatMap(({ messages }) => messages);
		const injected = heard.filter(({ content }) => JSON.stringify(content).includes('Ignore all'));
		expect(injected.length).toBeGreaterThan(0);
		expect(new Set(injected.map(({ role }) => role))).toEqual(new Set(['tool']));
		expect(JSON.stringify(model.requests.map(({ tools }) => tools))).not.toContain('Ignore all');
		expect(model.tools.map(({ name }) => name).sort()).toEqual(TOOLS);
		expectOnlyReading(lab);
	} finally {
		await model.stop();
	}
};

const askFromClaude: Attack = async (lab, example) => {
	const { account, credential } = await lab.addVenue('Venue of an attacked Claude');
	for (const booking of bookings) account.bookings.put({ ...booking, modifiedDate: 'unknown' });
	const bearer = await lab.n8n.credentials.create('httpBearerAuth', { token: 'of Claude' });
	const imported = await lab.import(example, (node) =>
		node.name === 'Venue for Claude' ? bearer : forOurs(credential)(node),
	);
	await lab.n8n.workflows.publish(imported.workflow);
	const url = `${lab.n8n.webhookUrl}/mcp/ask-your-venue`;
	const claude = await McpClient.connect(url, 'of Claude');
	lab.platform.forgetRequests();
	for (const [index, booking] of bookings.entries()) {
		const told = await claude.call('Look_Up_a_Booking', { bookingId: booking.uniqueId });
		const shown = JSON.stringify(JSON.parse(told));
		expect(shown).toContain(JSON.stringify(NAMES[index].slice(0, 40)).slice(1, -1));
	}
	// A model that obeys the guest finds no tool for it.
	await expect(
		claude.call('Update_Webhook', { url: 'https://evil.example.test' }),
	).rejects.toThrow();
	expect(await claude.tools()).toEqual(TOOLS);
	expectOnlyReading(lab);
};

export const toAgents: Record<string, Attack> = {
	'office/front-desk-agent': frontDeskAgent,
	'office/ask-your-venue-from-claude': askFromClaude,
};
