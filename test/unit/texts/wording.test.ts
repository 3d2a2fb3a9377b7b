import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { shippedCredentials, shippedNodes } from '../support/shippedTypes';
import { sourceTexts } from './support/sourceTexts';
import { isPunctuated, isSentenceCase, isTitleCase, type Text, textsIn } from './support/wording';

const UNWANTED = /\b(errors?|problems?|failures?|mistakes?)\b/i;
/** The name of a setting in n8n. */
const withoutNamesOfN8n = (text: string) =>
	text.replace(/\bOn Error\b|\(using error output\)/g, '');

const descriptions = [
	...shippedNodes.map(({ description }) => [description.displayName, description] as const),
	...shippedCredentials.map((credential) => [credential.displayName, credential] as const),
];

const node = { name: 'Venue Platform', type: 'venuePlatform', parameters: {} } as unknown as INode;

/** The texts that break the rule, each with its place. */
const offenders = (texts: Text[], isFine: (text: Text) => boolean) =>
	texts.filter((text) => !isFine(text)).map(({ path, text }) => `${path}: ${text}`);

it('the lint of wording sees every node and credential of the package', () => {
	expect(shippedNodes.length).toBeGreaterThanOrEqual(2);
	expect(shippedCredentials).toHaveLength(1);
});

describe('the lint of wording', () => {
	it('finds texts at any depth', () => {
		const field = { displayName: 'A', name: 'a', modes: [{ hint: 'B' }], type: 'string' };
		const texts = textsIn({ properties: [field, { name: 'C', value: 1 }] }, 'node');
		expect(texts.map(({ text }) => text)).toEqual(['A', 'B', 'C']);
	});

	it.each(['Get many', 'Api key of', 'the Key'])('%p is not Title Case', (text) => {
		expect(isTitleCase(text)).toBe(false);
	});

	it.each(['Get Many', 'Page of the Venue', 'Margin (Minutes)', 'API Key', 'By ID'])(
		'%p is Title Case',
		(text) => expect(isTitleCase(text)).toBe(true),
	);

	it.each(['get booking', 'Get Booking'])('%p is not sentence case', (text) => {
		expect(isSentenceCase(text)).toBe(false);
	});

	it.each(['One sentence.', 'One. Two'])('%p is not punctuated', (text) => {
		expect(isPunctuated(text)).toBe(false);
	});

	it.each(['One sentence', 'One. Two.', 'Takes https://a.example. Or not.'])(
		'%p is punctuated',
		(text) => expect(isPunctuated(text)).toBe(true),
	);
});

describe.each(descriptions)('%s', (name, description) => {
	const texts = textsIn(description, name).filter(({ holder }) => holder.type !== 'hidden');
	const of = (...keys: string[]) => texts.filter(({ key }) => keys.includes(key));
	const fields = texts.filter(({ key, holder }) => key === 'displayName' && 'type' in holder);

	it('has texts', () => expect(texts.length).toBeGreaterThan(10));

	it('uses no word that n8n does not want', () => {
		expect(offenders(texts, ({ text }) => !UNWANTED.test(withoutNamesOfN8n(text)))).toEqual([]);
	});

	it('names fields and options in Title Case [guideline: Title Case for labels]', () => {
		expect(offenders(of('displayName', 'name'), ({ text }) => isTitleCase(text))).toEqual([]);
	});

	it('writes actions in sentence case, without articles and periods [guideline: Operation: action]', () => {
		const isFine = ({ text }: Text) =>
			isSentenceCase(text) && !/\b(a|an|the)\b/i.test(text) && !text.endsWith('.');
		expect(offenders(of('action'), isFine)).toEqual([]);
	});

	it('begins descriptions with a capital, and punctuates them [guideline: Sentence case for descriptions]', () => {
		const isFine = ({ text }: Text) => /^[\p{Lu}“]/u.test(text) && isPunctuated(text);
		expect(offenders(of('description', 'hint'), isFine)).toEqual([]);
	});

	it('has nothing but links in angle brackets in a description, because n8n removes it', () => {
		const isFine = ({ text }: Text) => !/<(?!a href="https:|\/a>)[^>]*>/.test(text);
		expect(offenders(of('description'), isFine)).toEqual([]);
	});

	it('begins descriptions of switches with “Whether” [guideline: Switches]', () => {
		const isFine = ({ holder }: Text) =>
			holder.type !== 'boolean' || /^Whether /.test(String(holder.description));
		expect(offenders(fields, isFine)).toEqual([]);
	});

	it('describes every field', () => {
		const selfEvident = ['collection', 'hidden', 'list', 'notice', 'options'];
		const isFine = ({ holder }: Text) =>
			typeof holder.description === 'string' ||
			selfEvident.includes(String(holder.type)) ||
			// n8n's guidelines: Trigger On needs no explanation.
			['id', 'events'].includes(String(holder.name));
		expect(offenders(fields, isFine)).toEqual([]);
	});

	it('describes every operation in more words than its name [guideline: Operation: description]', () => {
		const isFine = ({ holder }: Text) =>
			typeof holder.description === 'string' &&
			holder.description.split(' ').length > String(holder.name).split(' ').length + 2;
		const operations = texts.filter(({ key, holder }) => key === 'name' && 'action' in holder);
		expect(offenders(operations, isFine)).toEqual([]);
	});

	it('shows examples as placeholders, beginning with “e.g.” [guideline: Placeholders begin]', () => {
		const isFine = ({ text, holder }: Text) =>
			holder.type === 'list'
				? /^Select a .*…$/.test(text)
				: ['collection', 'fixedCollection'].includes(String(holder.type))
					? /^Add /.test(text)
					: /^e\.g\. \S/.test(text);
		expect(offenders(of('placeholder'), isFine)).toEqual([]);
	});
});

describe('the texts in the sources', () => {
	const texts = sourceTexts();

	it('are found', () => expect(texts.length).toBeGreaterThan(150));

	it('use no word that n8n does not want [guideline: Never “error”, “problem”]', () => {
		expect(texts.filter(([, text]) => UNWANTED.test(withoutNamesOfN8n(text)))).toEqual([]);
	});

	it('contain nothing that n8n takes for an error code and replaces with its own text', () => {
		expect(new NodeOperationError(node, 'approvePermission').message).not.toMatch(/approve/);
		const isReplaced = (text: string) =>
			new NodeOperationError(node, text).message !== text ||
			new NodeApiError(node, { message: text }, { message: text }).message !== text;
		expect(texts.filter(([, text]) => isReplaced(text))).toEqual([]);
	});
});
