import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { shippedCredentials, shippedNodes } from '../support/shippedTypes';
import { read, rowsOf } from './support/pages';

type Choice = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const page = read('docs/development/names.md');

/** Each saved name, inside which collection it stands, and its label. */
const namesIn = (choices: Choice[], outer = ''): string[] =>
	choices.flatMap((choice) => {
		if ('values' in choice) {
			const name = `${outer}${choice.name}`;
			return [`${name}: ${choice.displayName}`, ...namesIn(choice.values, `${name}.`)];
		}
		if (!('type' in choice)) return [];
		const name = `${outer}${choice.name}`;
		return [`${name}: ${choice.displayName}`, ...namesIn(choice.options ?? [], `${name}.`)];
	});

const shipped = [
	...shippedNodes.map(({ description: { name, properties } }) => [name, properties] as const),
	...shippedCredentials.map(({ name, properties }) => [name, properties] as const),
];

/** What `docs/development/names.md` says of one node or of the credential. */
const rowsAbout = (name: string) => {
	const [, section = ''] = page.split(`(\`${name}\`)`);
	return rowsOf(section.split('\n## ')[0]);
};

describe.each(shipped)('the saved names of %s', (name, properties) => {
	const rows = rowsAbout(name);

	it('are on the page', () => expect(rows.length).toBeGreaterThan(6));

	it('are those of the page, with their labels', () => {
		const existing = namesIn(properties);
		const promised = rows.map(([saved, label]) => `${saved}: ${label}`);
		expect(promised.filter((row) => !existing.includes(row))).toEqual([]);
		expect([...new Set(existing)].filter((row) => !promised.includes(row))).toEqual([]);
	});
});

it.each([
	['additionalQuery', 'Additional Query Parameters'],
	['bookingInclude', 'Booking Details to Include'],
])('%s has one label everywhere', (saved, label) => {
	const rows = shipped.flatMap(([, properties]) => namesIn(properties));
	const of = rows.filter((row) => new RegExp(`(^|\\.)${saved}: `).test(row));
	expect(of.length).toBeGreaterThan(1);
	expect(of.filter((row) => !row.endsWith(`: ${label}`))).toEqual([]);
});
