import { exists, read, rowsOf } from './support/pages';
import { titlesIn } from './support/titles';

const rows = rowsOf(read('docs/development/coverage.md'));
const implemented = rows.filter(([, how]) => !how.startsWith('Nothing: '));

it('the table of the API document has all its sections and statements', () => {
	expect(rows.length).toBeGreaterThanOrEqual(90);
	for (let section = 1; section <= 9; section++) {
		expect(read('docs/development/coverage.md')).toMatch(new RegExp(`^## ${section}[ .]`, 'm'));
	}
});

it.each(implemented)('%s is shown by a test that exists', (_, how, file, test) => {
	expect(how).not.toBe('');
	expect(exists(file)).toBe(true);
	expect(titlesIn(file)).toContain(test);
});

it('each statement without an implementation has a reason', () => {
	const others = rows.filter((row) => !implemented.includes(row));
	expect(others.filter(([, how]) => how.length < 30)).toEqual([]);
});

it('each file that is named exists', () => {
	const named = [
		...read('docs/development/coverage.md').matchAll(/`((nodes|credentials)\/[^`]+)`/g),
	];
	expect(named.map(([, file]) => file).filter((file) => !exists(file))).toEqual([]);
});
