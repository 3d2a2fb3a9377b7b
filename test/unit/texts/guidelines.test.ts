import { exists, read, rowsOf } from './support/pages';
import { sourceTexts } from './support/sourceTexts';
import { titlesIn } from './support/titles';
import { shippedCredentials } from '../support/shippedTypes';

const rows = rowsOf(read('docs/development/guidelines.md'));

const isShown = (file: string, test: string) =>
	exists(file) && (test === '' || titlesIn(file).includes(test));

describe('the table of n8n’s guidelines', () => {
	it('has the points of all three pages', () => expect(rows.length).toBeGreaterThanOrEqual(45));

	it.each(rows)('%s: %s', (_point, how, file, test) => {
		expect(how).not.toBe('');
		expect({ file, test, isShown: isShown(file, test) }).toEqual({ file, test, isShown: true });
	});
});

describe('a guideline of n8n that its lint does not check:', () => {
	it('secrets are hidden while they are entered', () => {
		const [{ properties }] = shippedCredentials;
		const unseen = properties
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ displayName }) => displayName);
		expect(unseen).toEqual(
			expect.arrayContaining(['Client Secret', 'Webhook API Key', 'Webhook Password']),
		);
	});

	it('texts are in English, with English letters only', () => {
		const others = sourceTexts().filter(([, text]) => /(?![A-Za-z])\p{L}/u.test(text));
		expect(others).toEqual([]);
	});

	it('the package names its author, license and sources', () => {
		const { license, author, repository, bugs, homepage } = JSON.parse(read('package.json')) as {
			license: string;
			author: { name: string; email: string };
			repository: { url: string };
			bugs: { url: string };
			homepage: string;
		};
		expect(license).toBe('MIT');
		expect(author).toEqual({ name: expect.any(String), email: expect.stringContaining('@') });
		const sources = repository.url.replace(/^git\+|\.git$/g, '');
		expect([bugs.url, homepage].every((url) => url.startsWith(sources))).toBe(true);
	});

	it('only GitHub publishes it, with provenance', () => {
		const release = read('.github/workflows/release.yml');
		expect(release).toContain('npm publish ./package.tgz --provenance');
		expect(release).toContain('id-token: write');
		expect(release).not.toContain('NODE_AUTH_TOKEN');
	});
});
