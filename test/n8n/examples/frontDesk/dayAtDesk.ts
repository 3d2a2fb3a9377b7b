import { createRequire } from 'node:module';

import type { McpClient } from '../../fixtures/mcpClient';
import { end, trigger } from '../../fixtures/nodes';
import { installN8n } from '../../lab/installation/n8nInstallation';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { ExampleLab, Venue } from '../exampleLab';
import type { Day } from './day';
import { dayQuestions } from './dayQuestions';

export const TOOLS = [
	'Check_the_Webhooks',
	'Find_Bookings',
	'List_Changed_Bookings',
	'List_Undelivered_Messages',
	'List_Visits',
	'Look_Up_Details',
	'Look_Up_a_Booking',
];

const MOST_TOKENS = 1_500;

/** A webhook that delivers, because n8n itself has registered it. */
export async function publishTrigger(lab: ExampleLab, credential: StoredCredential): Promise<void> {
	const workflow = await lab.n8n.workflows.create('Bookings of the day', [
		trigger(credential, 'bookings-of-the-day', { events: ['Booking.Created'] }),
		end,
	]);
	await lab.n8n.workflows.publish(workflow);
	await lab.n8n.untilRouted('bookings-of-the-day/venue-platform');
}

/** The results of its calls answer each question, and none is longer than a model should read. */
export async function answerDayQuestions(
	claude: McpClient,
	venue: Venue['account'],
	day: Day,
): Promise<void> {
	const tokensIn = await tokenCounter();
	for (const { ask, calls, answer, truth } of dayQuestions) {
		const results: string[] = [];
		for (const { tool, given } of calls(day)) results.push(await claude.call(tool, given));
		const tokens = Math.max(...results.map(tokensIn));
		if (process.env.FRONT_DESK_SIZES) sizes(ask, calls(day), results, tokensIn);
		const last = rowsIn(results[results.length - 1]);
		expect({ ask, answer: answer(last, day, results.flatMap(rowsIn)) }).toEqual({
			ask,
			answer: truth(venue, day),
		});
		expect({ ask, isShort: tokens <= MOST_TOKENS }).toEqual({ ask, isShort: true });
	}
}

/** The five states, each with its advice. */
export async function expectAdvice(claude: McpClient, { webhooks }: Day): Promise<void> {
	const found = rowsIn(await claude.call('Check_the_Webhooks', {}));
	const about = (id: number) => found.find(({ webhookId }) => webhookId === String(id));
	const { disabled, failing, doubled, twin, foreign } = webhooks;
	expect(about(disabled.webhookId)).toMatchObject({
		state: 'disabled',
		isOurs: true,
		advice: expect.stringContaining('unpublish it and publish it again'),
	});
	expect(about(failing.webhookId)).toMatchObject({
		state: 'failing',
		isOurs: true,
		failed: 27,
		givenUp: 22,
		lastStatus: 502,
		advice: expect.stringContaining('Failed Message → Recover'),
	});
	for (const { webhookId } of [doubled, twin]) {
		expect(about(webhookId)).toMatchObject({
			state: 'doubled',
			isOurs: true,
			advice: expect.stringContaining('keep one of them'),
		});
	}
	expect(about(foreign.webhookId)).toMatchObject({
		state: 'foreign',
		isOurs: false,
		advice: expect.stringContaining('a system other than this n8n'),
	});
	const known = Object.values(webhooks).map(({ webhookId }) => String(webhookId));
	const [healthy, ...others] = found.filter(({ webhookId }) => !known.includes(String(webhookId)));
	expect(healthy).toMatchObject({
		state: 'healthy',
		isOurs: true,
		advice: expect.stringMatching(/^Nothing to do/),
	});
	expect(others).toEqual([]);
}

/** The items that the tool returned without its note, or the reason why there are none. */
function rowsIn(result: string): Array<Record<string, unknown>> {
	if (!result.startsWith('[')) return [{ refusal: result }];
	const items = JSON.parse(result) as Array<Record<string, unknown>>;
	return items.filter((item) => !('note' in item));
}

/** With the tokenizer of n8n. */
async function tokenCounter(): Promise<(text: string) => number> {
	const { program } = await installN8n();
	const { getEncoding } = createRequire(program)('js-tiktoken') as {
		getEncoding: (name: string) => { encode: (text: string) => number[] };
	};
	const encoding = getEncoding('o200k_base');
	return (text) => encoding.encode(text).length;
}

/** The figures for the page about these questions. */
function sizes(
	ask: string,
	calls: Array<{ tool: string; given: object }>,
	results: string[],
	tokensIn: (text: string) => number,
): void {
	for (const [index, { tool, given }] of calls.entries()) {
		const figures = [Buffer.byteLength(results[index]), tokensIn(results[index])];
		process.stdout.write(`| ${[ask, tool, JSON.stringify(given), ...figures].join(' | ')} |\n`);
	}
}
