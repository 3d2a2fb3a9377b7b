import { plain, read, rowsOf } from './support/pages';

const rows = rowsOf(read('docs/development/remedies.md')).map(([message]) => message);

/** The questions and messages at the beginning of each entry of the page. */
const entries = read('docs/troubleshooting.md')
	.split('\n')
	.filter((line) => /^(- |\d\. )\*\*/.test(line))
	.flatMap((line) => {
		const [, bold] = /^(?:- |\d\. )((?:\*\*.+?\*\*(?:, (?=\*\*))?)+)/.exec(line)!;
		return bold.split('**, **').map(plain);
	});

describe('the remedies', () => {
	it('are for more than 70 entries', () => expect(entries.length).toBeGreaterThan(70));

	it.each(entries)('include “%s” in one of the tables', (entry) => {
		expect(rows).toContain(entry);
	});
});
