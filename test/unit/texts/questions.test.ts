import { anchorOf, exists, plain, read, rowsOf } from './support/pages';

const questions = rowsOf(read('docs/development/questions.md')).map(
	([question, where, words]): [string, string, string[]] => [question, where, words.split(/[;,] /)],
);

const linkedFrom = (page: string) => [...page.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);

/** The text below a heading, up to the next heading of its level. */
function sectionOf(page: string, anchor: string): string | undefined {
	const [, ...sections] = page.split(/^(?=## )/m).flatMap((part) => part.split(/^(?=#{2,3} )/m));
	return sections.find((section) => {
		const [, heading] = /^#+ (.+)/.exec(section)!;
		return anchorOf(heading) === anchor;
	});
}

describe('the questions of users', () => {
	it('are those that we ask new readers, 58 in all', () => expect(questions).toHaveLength(58));

	it('are answered in the README, or one link away', () => {
		const reached = ['README.md', ...linkedFrom(read('README.md'))];
		const pages = questions.map(([, where]) => where.split('#')[0]);
		expect(pages.filter((page) => !exists(page) || !reached.includes(page))).toEqual([]);
	});

	it.each(questions)('%s', (_question, where, words) => {
		const [page, anchor] = where.split('#');
		const section = plain(sectionOf(read(page), anchor) ?? '');
		expect(words.length).toBeGreaterThan(0);
		expect(words.filter((word) => !section.includes(word))).toEqual([]);
	});

	it('are checked in a way that notices a missing answer', () => {
		expect(sectionOf('# A\n\n## One\n\ntext\n\n## Two', 'one')).toContain('text');
		expect(sectionOf('# A\n\n## One\n\ntext\n\n## Two', 'three')).toBeUndefined();
	});
});
