import { readExample, type ExampleNode } from '../../../examples/examples';
import { imported } from '../../../examples/imported';
import { ScriptedModel } from '../../fixtures/scriptedModel';
import type { ExampleLab, Imported, Venue } from '../exampleLab';
import { forOurs } from '../stories/story';
import { fillVenue, LONG_BOOKING } from './bookings';
import { questions, RICH_BOOKING } from './questions';
import { conversation, promptOf, readAndChoose, timeOf } from './readingModel';
import { TOOLS } from './tools';

const START_WITHIN = 300_000;
const VENUE_ZONE = 'America/New_York';
const MOST_CHARACTERS = 1_500 * 4;
const MORE_THAN_FIT = 60;

/** What the agent asks and answers. Nothing else may ask the venues of this n8n meanwhile. */
export function describeFrontDesk(labOf: () => ExampleLab): void {
	describe('the front desk agent', () => {
		let lab: ExampleLab;
		let model: ScriptedModel;
		let reply = readAndChoose;
		let venue: Venue['account'];
		let agent: Imported;

		beforeAll(async () => {
			lab = labOf();
			model = await ScriptedModel.thatReplies((request) => reply(request));
			const { account, credential } = await lab.addVenue('Venue of the front desk');
			venue = account;
			await fillVenue(venue);
			const data = { apiKey: 'none', url: model.url };
			const openAi = await lab.n8n.credentials.create('openAiApi', data);
			const example = readExample('office/front-desk-agent');
			const settings = { ...example.settings, timezone: VENUE_ZONE };
			const importWith = async (nodes: ExampleNode[]) =>
				await lab.importDefinition(
					imported({ ...example, settings, nodes }, (node) =>
						node.name === 'Chat Model' ? openAi : forOurs(credential)(node),
					),
				);
			agent = await importWith(example.nodes);
		}, START_WITHIN);

		afterAll(async () => await model?.stop());

		beforeEach(() => {
			reply = readAndChoose;
			model.forget();
			lab.platform.forgetRequests();
		});

		/** Like a user who asks in n8n's chat. */
		const ask = async (chatInput: string, sessionId = chatInput) =>
			await lab.runWith(agent, 'Question of the Front Desk', [{ chatInput, sessionId }]);

		async function answerTo(chatInput: string, sessionId?: string): Promise<string> {
			const { status, error, items } = await ask(chatInput, sessionId);
			expect(error?.message ?? status).toBe('success');
			return String(items('Front Desk Agent')[0].output);
		}

		/** Each call is to a tool that n8n has offered, with all required parameters and no others. */
		function expectOnlyOffered(): void {
			for (const { name, arguments: filled } of model.calls) {
				const tool = model.tools.find((offered) => offered.name === name);
				const { properties, required = [] } = tool?.parameters ?? { properties: {} };
				expect({ name, known: tool !== undefined }).toEqual({ name, known: true });
				expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(filled)));
				expect(Object.keys(filled)).toEqual(expect.arrayContaining(required));
			}
		}

		/** The requests to the venue, except those for tokens. */
		const atVenue = () =>
			lab.platform.requests
				.filter(({ path }) => path !== '/token')
				.map(({ method, path, query }) => {
					const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
					return `${method} ${path}${asked.length > 0 ? '?' : ''}${asked.join('&')}`;
				})
				.sort();

		const toldToModel = () => model.requests.flatMap((request) => conversation(request).answers);

		it('is asked twenty-one questions', () => expect(questions).toHaveLength(21));

		it.each(questions.map((question) => [question.ask, question] as const))(
			'%s',
			async (text, question) => {
				const asked = lab.n8n.clock.now();
				const answer = await answerTo(text, question.chat);

				const now = timeOf(promptOf(model.requests[0]));
				expect(now.toMillis()).toBeGreaterThanOrEqual(asked);
				expect(now.toMillis()).toBeLessThanOrEqual(lab.n8n.clock.now());
				expectOnlyOffered();
				expect(model.calls).toEqual(question.calls(now));
				const requests = question.requests(now);
				// Whole Bookings looks at most one booking up, to see whether the list leaves fields out.
				const isLookUp = (request: string) =>
					request.startsWith('GET /bookings/') && !requests.includes(request);
				expect(atVenue().filter(isLookUp).length).toBeLessThanOrEqual(1);
				expect(atVenue().filter((request) => !isLookUp(request))).toEqual(requests);
				for (const part of question.told) expect(answer).toContain(part);
			},
		);

		it('is offered no tool that changes the venue, and the model is told so [agents: These operations; effect at the venue]', async () => {
			await answerTo('Please cancel booking BKG-000702.');
			expect(model.tools.map(({ name }) => name).sort()).toEqual(TOOLS);
			for (const { description } of model.tools) expect(description).toContain('Reads only.');
			expect(promptOf(model.requests[0])).toContain('You can read bookings and cannot change them');
			expect(venue.bookings.find('BKG-000702')?.status).toBe('Confirmed');
		});

		it('reads the booking, whatever other parameters a model fills in', async () => {
			const madeUp = { resource: 'webhook', operation: 'update', output: 'raw', webhookId: 1 };
			const call = { name: 'Look_Up_a_Booking', arguments: { bookingId: RICH_BOOKING, ...madeUp } };
			reply = (request) => (conversation(request).answers.length > 0 ? 'Done.' : [call]);
			await answerTo('Switch the webhook off.');
			expect(atVenue()).toEqual([`GET /bookings/${RICH_BOOKING}`]);
			expect(toldToModel().join()).not.toContain('sessionToken');
		});

		it('sends the venue nothing if a model invents a tool', async () => {
			const call = { name: 'Cancel_a_Booking', arguments: { bookingId: 'BKG-000702' } };
			reply = (request) => (conversation(request).answers.length > 0 ? 'Done.' : [call]);
			await ask('Cancel that one.');
			// The agent asks the model several times and gives up.
			expect(new Set(model.calls.map(({ name }) => name))).toEqual(new Set([call.name]));
			expect(atVenue()).toEqual([]);
		});

		it('is told why a call failed and what to do, with the newest version of the AI Agent node', async () => {
			await ask('Is there a booking BKG-999999?');
			const told = toldToModel().join();
			expect(told).toContain('There is no such booking for this venue. Check the ID.');
		});

		it.each([RICH_BOOKING, LONG_BOOKING])(
			'reads %s in at most 1,500 tokens [agents: Answers are short]',
			async (id) => {
				expect(Object.keys(venue.bookings.find(id) ?? {}).length).toBeGreaterThanOrEqual(40);
				await answerTo(`Who is ${id}?`);
				const [told] = toldToModel();
				expect(told).toContain(id);
				expect(told.length).toBeLessThanOrEqual(MOST_CHARACTERS);
			},
		);

		it('reads a long list in at most 1,500 tokens, and is told that there are more', async () => {
			for (let more = 0; more < MORE_THAN_FIT; more++) await venue.bookings.create();
			await answerTo('Which new bookings were made today?');
			const [told] = toldToModel();
			expect(told.length).toBeLessThanOrEqual(MOST_CHARACTERS);
			expect(told).toMatch(/These are the first \d+ of \d+\./);
		});
	});
}
