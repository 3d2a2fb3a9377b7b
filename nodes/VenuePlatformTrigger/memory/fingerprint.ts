import { createHash } from 'node:crypto';

export const FINGERPRINT_LENGTH = 8;

/**
 * 48 bits that stand for something, since only little can be stored. Two of 20,000 messages a day
 * are taken for the same one, so that one is lost, about once in 1,900 years: a new message meets
 * one of 20,000 remembered ones with a probability of 20,000 / 2^48.
 */
export function fingerprintOf(...parts: string[]): string {
	return createHash('sha256')
		.update(JSON.stringify(parts))
		.digest('base64url')
		.slice(0, FINGERPRINT_LENGTH);
}
