import { SCOPES } from '../../venue/endpoints/endpoints';
import { OFFERED } from '../action/support/operations';
import { operationTable } from './support/operationTable';
import { read } from './support/pages';

const readme = read('README.md');
const nodes = read('docs/nodes.md');

const scopesIn = (page: string) => [...new Set(page.match(/(?<=`)[A-Z]\w+_\w+(?=`)/g))].sort();

describe('the README', () => {
	it('has its sections in the order in which a new user needs them', () => {
		expect([...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
			'What you need',
			'Install',
			'Credential',
			'Your first workflow',
			'If something does not work',
			'Nodes and operations',
			'Examples',
			'Compatibility',
			'Try it without a venue',
			'Resources',
			'Version history',
			'Support',
			'License',
		]);
	});

	it('asks for the scopes of webhooks, failed messages and bookings', () => {
		const forEvents = operationTable().filter(({ title }) =>
			/^(Booking|Failed Message|Webhook) /.test(title),
		);
		const needed = [...new Set(forEvents.flatMap(({ scopes }) => scopes))];
		expect(scopesIn(readme)).toEqual(needed.sort());
		expect(needed).toHaveLength(5);
		expect(readme).toContain('Ask the venue owner for all five');
	});

	it('has only Markdown and pictures that npm shows, too, and no anchors that npm lacks', () => {
		// npm completes the address of the light picture, but keeps that of the dark one.
		const picture =
			/<picture><source [^>]+ srcset="https:[^">]+"><img alt="[^">]+" src="docs[^">]+"><\/picture>/g;
		expect(readme.replace(picture, '').match(/<\/?[a-z]+[ >]/g)).toBeNull();
		expect([...readme.matchAll(/\]\((#[^)]+)\)/g)]).toEqual([]);
	});
});

describe('the page about the nodes', () => {
	it('lists every operation', () => {
		const listed = operationTable().map(({ title }) => title);
		expect(listed.sort()).toEqual(OFFERED.map(({ title }) => title).sort());
	});

	it('says what each scope of the API document is for', () => {
		expect(scopesIn(nodes)).toEqual([...SCOPES].sort());
	});
});
