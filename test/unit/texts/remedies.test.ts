import { filesIn, plain, read } from './support/pages';
import { marksIn } from './support/titles';

/** The questions and messages at the beginning of each entry of the page. */
const entries = read('docs/troubleshooting.md')
	.split('\n')
	.filter((line) => /^(- |\d\. )\*\*/.test(line))
	.flatMap((line) => {
		const [, bold] = /^(?:- |\d\. )((?:\*\*.+?\*\*(?:, (?=\*\*))?)+)/.exec(line)!;
		return bold.split('**, **').map(plain);
	});

/** These tests follow the page in a real n8n, and have its words. */
const followed = filesIn(['test/n8n/remedies'], /\.ts$/).map(read);

/** What other tests show. */
const marked = filesIn(['test'], /\.ts$/)
	.filter((file) => read(file).includes('[troubleshooting: '))
	.flatMap(marksIn)
	.filter(({ page }) => page === 'troubleshooting')
	.map(({ place }) => place);

const piecesOf = (entry: string) => entry.replace(/[.:]$/, '').split(/[“”]?…[“”]?/);

const isFollowed = (entry: string) =>
	followed.some((source) => piecesOf(entry).every((piece) => source.includes(piece.trim())));

describe('the remedies of docs/troubleshooting.md', () => {
	it('are more than 70', () => expect(entries.length).toBeGreaterThan(70));

	it.each(entries)('are followed for “%s”', (entry) => {
		const isMarked = marked.some((words) => entry.includes(words));
		expect(isMarked || isFollowed(entry)).toBe(true);
	});
});
