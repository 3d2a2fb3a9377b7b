import { read } from './support/pages';
import { sourceTexts } from './support/sourceTexts';
import { shippedCredentials } from '../support/shippedTypes';

describe('a guideline of n8n that its lint does not check:', () => {
	it('secrets are hidden while they are entered [guideline: Secrets are password]', () => {
		const [{ properties }] = shippedCredentials;
		const unseen = properties
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ displayName }) => displayName);
		expect(unseen).toEqual(
			expect.arrayContaining(['Client Secret', 'Webhook API Key', 'Webhook Password']),
		);
	});

	it('texts are in English, with English letters only [guideline: English only]', () => {
		const others = sourceTexts().filter(([, text]) => /(?![A-Za-z])\p{L}/u.test(text));
		expect(others).toEqual([]);
	});

	it('the package names its author, license and sources [guideline: Repository, author and]', () => {
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

	it('only GitHub publishes it, with provenance [guideline: Published by GitHub]', () => {
		const release = read('.github/workflows/release.yml');
		expect(release).toContain('npm publish ./package.tgz --provenance');
		expect(release).toContain('id-token: write');
		expect(release).not.toContain('NODE_AUTH_TOKEN');
	});
});
