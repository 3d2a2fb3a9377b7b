import { createHash } from 'node:crypto';

export const FINGERPRINT_LENGTH = 8;

/**
 * 48 bits, because little can be stored. At 20,000 messages a day, with 20,000 remembered, two have
 * the same fingerprint about once in 1,900 years (20,000 / 2^48 for each), and one is lost.
 */
export function fingerprintOf(...parts: string[]): string {
	return createHash('sha256')
		.update(JSON.stringify(parts))
		.digest('base64url')
		.slice(0, FINGERPRINT_LENGTH);
}
