import { DateTime } from 'luxon';

import { toolsIn, type ChatRequest, type Reply, type Tool } from '../../fixtures/scriptedModel';

const ID = /“([^”]+)”|\b([A-Z]{2,}-\d+)\b/g;
const TIME = /\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?/;
const SHORTEST_WORD = 4;
const STEM = 6;

/**
 * Chooses a tool only by what n8n sends: names, descriptions, schemas and the prompt. A question
 * with an ID goes to a tool that takes one; otherwise the tool with the most words in common wins.
 */
export function readAndChoose(request: ChatRequest): Reply {
	const { question, before, answers } = conversation(request);
	if (answers.length > 0) return answers.join('\n');
	const ids = idsIn(question, before);
	const prompt = promptOf(request);
	const tool = bestFor(question, ids.length > 0, toolsIn(request), prompt);
	if (!tool) return promptOf(request);
	const fill = (id?: string) => ({
		name: tool.name,
		arguments: Object.fromEntries(
			parametersOf(tool).flatMap(([name, asked]) => {
				if (asksForId(asked)) return id === undefined ? [] : [[name, id]];
				if (asksForDay(asked)) return [[name, TIME.exec(question)?.[0] ?? '']];
				return asksForTime(asked) ? [[name, timeIn(question, timeOf(prompt))]] : [];
			}),
		),
	});
	return ids.length > 0 ? ids.map(fill) : [fill()];
}

/** What n8n tells the model before the first question. */
export function promptOf({ messages }: ChatRequest): string {
	// Newer models call it “developer”.
	return textOf(messages.find(({ role }) => role === 'system' || role === 'developer')?.content);
}

/** The time that n8n tells the model, in the time zone of the workflow. */
export function timeOf(prompt: string): DateTime {
	return DateTime.fromISO(/It is \w+, (\S+)\. /.exec(prompt)?.[1] ?? '', { setZone: true });
}

/** What the tools answered to the newest question, as the model received it. */
export function conversation({ messages }: ChatRequest) {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	return {
		question: textOf(messages[asked]?.content),
		before: messages
			.slice(0, asked)
			.filter(({ role }) => role === 'user')
			.map(({ content }) => textOf(content)),
		answers: messages
			.slice(asked)
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => textOf(content)),
	};
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	const parts = Array.isArray(content) ? (content as Array<{ text?: string }>) : [];
	return parts.map(({ text = '' }) => text).join('');
}

function idsIn(question: string, before: string[]): string[] {
	const found = (text: string) =>
		[...text.matchAll(ID)].map(([, quoted, plain]) => quoted ?? plain);
	const refersBack = question.includes('that booking');
	return refersBack ? before.flatMap(found).slice(-1) : found(question);
}

const parametersOf = ({ parameters }: Tool) =>
	Object.entries(parameters.properties).map(
		([name, { description = '' }]) => [name, description] as const,
	);
const asksForId = (description: string) => /\bID\b/.test(description);
const asksForDay = (description: string) => /^The (first|last) day/.test(description);
const asksForTime = (description: string) => description.includes('ISO 8601');

function bestFor(
	question: string,
	namesId: boolean,
	tools: Tool[],
	prompt: string,
): Tool | undefined {
	const fitting = tools.filter(
		(tool) => parametersOf(tool).some(([, asked]) => asksForId(asked)) === namesId,
	);
	const houseRules = /House rules: .*/.exec(prompt)?.[0] ?? '';
	const choices = [
		...(namesId ? [] : [{ tool: undefined, text: houseRules }]),
		...fitting.map((tool) => ({ tool, text: `${tool.name} ${tool.description}` })),
	];
	const asked = [...wordsOf(question)];
	const [best, next] = choices
		.map(({ tool, text }) => ({ tool, shared: sharedWith(asked, wordsOf(text)) }))
		.sort((a, b) => b.shared - a.shared || asksFor(a.tool) - asksFor(b.tool));
	// If two are equal, nothing that n8n sends shows which one is meant.
	const isAlike = best.shared === next?.shared && asksFor(best.tool) === asksFor(next.tool);
	return isAlike ? undefined : best.tool;
}

/** Of two equal tools, the one with fewer required parameters wins. */
const asksFor = (tool?: Tool) => tool?.parameters.required?.length ?? 0;

const sharedWith = (asked: string[], told: Set<string>) =>
	asked.filter((word) => told.has(word)).length;

function wordsOf(text: string): Set<string> {
	const words = text.toLowerCase().split(/[^\p{L}]+/u);
	return new Set(
		words.filter(({ length }) => length >= SHORTEST_WORD).map((word) => word.slice(0, STEM)),
	);
}

/** Calculates like a model that can count, and otherwise uses the words of the question. */
function timeIn(question: string, now: DateTime): string {
	const written = TIME.exec(question)?.[0];
	if (written) return written;
	if (question.includes('today')) return String(now.startOf('day').toISO());
	if (question.includes('yesterday')) return String(now.minus({ days: 1 }).startOf('day').toISO());
	if (question.includes('last hour')) return String(now.minus({ hours: 1 }).toISO());
	return /since (.+?)\?/.exec(question)?.[1] ?? '';
}
