/**
 * A mark at the end of a title says what the test shows: `[api 6.2.5]` a rule of the API document,
 * `[reliability: whole hours]` what a page for users says with these words. Run this file alone to
 * see which file shows what.
 */
import { filesIn, read } from './support/pages';
import { hasFigure, statementsOf, type Statement } from './support/statements';
import { marksIn } from './support/titles';

const hasPromise = ({ text, isPromise }: Statement) => isPromise || hasFigure(text);

/** The pages, and what on them needs a test. */
const PAGES: Array<[name: string, files: string[], needsTest: (said: Statement) => boolean]> = [
	['readme', ['README.md'], hasPromise],
	['nodes', ['docs/nodes.md'], hasPromise],
	['reliability', ['docs/reliability.md', 'docs/reliability-in-detail.md'], hasPromise],
	['self-hosting', ['docs/self-hosting.md'], hasPromise],
	['agents', ['docs/agents.md'], hasPromise],
	['api-access', ['docs/api-access.md'], hasPromise],
	['troubleshooting', ['docs/troubleshooting.md'], ({ text }) => hasFigure(text)],
	// The paragraphs around the lists say what remains.
	['security', ['SECURITY.md'], ({ isItem }) => isItem],
	['guideline', ['docs/development/guidelines.md'], ({ isRow }) => isRow],
];

/**
 * The sections and rules of the API document, and the first cells of its tables of endpoints, errors
 * and limits. Not here: how credentials are made (5.1), states that are not shown (3.3), versions (9).
 */
const API = [
	...'1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.1 4.2 4.3 4.4 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 6.1'.split(' '),
	...'6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 7.1 7.2 7.3 7.4'.split(' '),
	...'8.1 8.2 8.3 8.4 8.5'.split(' '),
	...[400, 401, 403, 404, 409, 429, 503].map((status) => `7 ${status}`),
	'4 POST /token',
	'4 POST /webhooks',
	'4 GET /webhooks',
	'4 PUT /webhooks/{webhookId}',
	'4 GET /webhooks/messages/failed',
	'4 GET /bookings',
	'4 GET /bookings/{uniqueId}',
	'4 POST /reporting/bulk',
	'4 POST /reporting/bulk/revenue-activity',
	'4 various /data/* and /reporting/*',
	'8 REST API',
	'8 Data API',
	'8 POST /token',
	'8 POST /reporting/bulk',
	'8 POST /reporting/bulk/revenue-activity',
];

const marks = filesIn(['test'], /\.ts$/)
	.filter((file) => /\[[a-z-]+:? [^\]]+\](?: \[|['`"])/.test(read(file)))
	.flatMap((file) => marksIn(file).map((mark) => ({ ...mark, file })));

/** The files whose marks on a page fit. */
const shownBy = (name: string, isShown: (place: string) => boolean) => [
	...new Set(
		marks
			.filter(({ page, place }) => page === name && isShown(place))
			.map(({ file }) => file.replace(/^test\//, '')),
	),
];

describe('the API document', () => {
	const places = API.map((place) => [place, shownBy('api', (marked) => marked === place)] as const);

	it.each(places)('%s: %p', (_place, files) => expect(files).not.toEqual([]));
});

describe.each(PAGES)('%s', (name, files, needsTest) => {
	const statements = files.map((file) => statementsOf(read(file)));
	const places = statements
		.flat()
		.filter(needsTest)
		.map(({ section, text }) => {
			const files = shownBy(name, (words) => text.includes(words));
			return [section, `${text.slice(0, 60)}…`, files] as const;
		});

	it.each(places)('%s: “%s” %p', (_section, _text, files) => expect(files).not.toEqual([]));

	it('says what the marks quote, once', () => {
		const timesSaid = (words: string) =>
			Math.max(...statements.map((page) => page.filter(({ text }) => text.includes(words)).length));
		const quoted = marks.filter(({ page }) => page === name).map(({ place }) => place);
		expect(quoted.filter((words) => timesSaid(words) !== 1)).toEqual([]);
	});
});

it('each mark names a page and, of the API document, a place', () => {
	const names = ['api', ...PAGES.map(([name]) => name)];
	const isKnown = (page: string, place: string) =>
		names.includes(page) && (page !== 'api' || API.includes(place));
	expect(marks.filter(({ page, place }) => !isKnown(page, place))).toEqual([]);
});

it('pages are read sentence by sentence', () => {
	const [one, two, three, row] = statementsOf(
		'# A\n\n- **One.** Two of\n  them.\n- **Three:** four\n\n| a | b |\n| - | - |\n| c | 1 |',
	);
	const plainly = { section: 'A', isItem: true, isRow: false, isPromise: false };
	expect(one).toEqual({ ...plainly, text: 'One.', isPromise: true });
	expect(two).toEqual({ ...plainly, text: 'Two of them.' });
	expect(three).toEqual({ ...plainly, text: 'Three: four' });
	expect(row).toEqual({ ...plainly, text: 'c · 1', isItem: false, isRow: true });
});
