import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const TESTS = join(ROOT, 'test/engine/action');

const rows = readFileSync(join(ROOT, 'docs/api-coverage.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (Row|-+) /.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim().replace(/\\([*_])/g, '$1')))
	.map(([, row, file, test]) => [row, file.replace(/`/g, ''), test]);

it('the table of the API document has all its rows', () => {
	expect(rows.length).toBeGreaterThanOrEqual(40);
});

it.each(rows)('%s is shown by a test that exists', (_, file, test) => {
	const path = join(TESTS, file);
	expect(existsSync(path)).toBe(true);
	if (file.endsWith('.ts')) expect(readFileSync(path, 'utf8')).toContain(test);
});
