import { plain, read, rowsOf } from './support/pages';

const rows = rowsOf(read('docs/development/remedies.md')).map(([message]) => message);

/** The questions and messages that an entry of the page begins with. */
const entries = read('docs/troubleshooting.md')
	.split('\n')
	.filter((line) => /^(- |\d\. )\*\*/.test(line))
	.flatMap((line) => {
		const [, bold] = /^(?:- |\d\. )((?:\*\*.+?\*\*(?:, (?=\*\*))?)+)/.exec(line)!;
		return bold.split('**, **').map(plain);
	});

describe('the remedies', () => {
	it('are many', () => expect(entries.length).toBeGreaterThan(70));

	it.each(entries)('“%s” is in one of the tables', (entry) => {
		expect(rows).toContain(entry);
	});
});
