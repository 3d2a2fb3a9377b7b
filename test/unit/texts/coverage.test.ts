import { exists, read, rowsOf } from './support/pages';
import { titlesIn } from './support/titles';

const TESTS = 'test/engine/action';

const rows = rowsOf(read('docs/api-coverage.md'));

it('the table of the API document has all its rows', () => {
	expect(rows.length).toBeGreaterThanOrEqual(40);
});

it.each(rows)('%s is shown by a test that exists', (_, file, test) => {
	const path = `${TESTS}/${file}`;
	expect(exists(path)).toBe(true);
	if (file.endsWith('.ts')) expect(titlesIn(path)).toContain(test);
});
