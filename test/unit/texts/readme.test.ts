import { SCOPES } from '../../venue/endpoints/endpoints';
import { OFFERED } from '../action/support/operations';
import { operationTable } from './support/operationTable';
import { read } from './support/pages';

const readme = read('README.md');

describe('the README', () => {
	it('has its sections in the order in which a new user needs them', () => {
		expect([...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
			'Install',
			'Credential',
			'Your first workflow',
			'Venue Platform Trigger',
			'Venue Platform Recovery Trigger',
			'Operations',
			'AI agents and MCP',
			'Examples',
			'Limits',
			'Compatibility',
			'Try it without a venue',
			'Resources',
			'Version history',
			'Support',
			'License',
		]);
	});

	it('lists every operation', () => {
		const listed = operationTable().map(({ title }) => title);
		expect(listed.sort()).toEqual(OFFERED.map(({ title }) => title).sort());
	});

	it('names each scope of the API document', () => {
		const scopes = readme.match(/(?<=`)[A-Z]\w+_\w+(?=`)/g);
		expect([...new Set(scopes)].sort()).toEqual([...SCOPES].sort());
	});

	it('has only Markdown and pictures that npm shows, too, and no anchors that npm lacks', () => {
		// npm completes the address of the light picture, but keeps that of the dark one.
		const picture =
			/<picture><source [^>]+ srcset="https:[^">]+"><img alt="[^">]+" src="docs[^">]+"><\/picture>/g;
		expect(readme.replace(picture, '').match(/<\/?[a-z]+[ >]/g)).toBeNull();
		expect([...readme.matchAll(/\]\((#[^)]+)\)/g)]).toEqual([]);
	});
});
