/** How the tests learn which tarball was packed for them. */
export const PACKED = 'VENUE_PLATFORM_TARBALL';

export function packedPackage(): string {
	const tarball = process.env[PACKED];
	if (!tarball) throw new Error('No package was packed: run these tests by "npm run test:n8n"');
	return tarball;
}
