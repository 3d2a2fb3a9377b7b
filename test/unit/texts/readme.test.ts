import { SCOPES } from '../../venue/access/scopes';
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

	it('names each scope of the API document in one table', () => {
		const tables = readme.split(/\n\s*\n/).filter((block) => /`(Webhook|Booking)_/.test(block));
		expect(tables).toHaveLength(1);
		const scopes = [...tables[0].matchAll(/`(\w+_\w+)`/g)].map(([, scope]) => scope);
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
