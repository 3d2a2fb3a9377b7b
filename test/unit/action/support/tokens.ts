import { createRequire } from 'node:module';

const { getEncoding } = createRequire(__filename)('js-tiktoken') as {
	getEncoding: (name: string) => { encode: (text: string) => number[] };
};
const encoding = getEncoding('o200k_base');

export const MOST_TOKENS = 1_500;

/** As a model of OpenAI counts them. */
export function tokensIn(answer: unknown): number {
	return encoding.encode(typeof answer === 'string' ? answer : JSON.stringify(answer)).length;
}
