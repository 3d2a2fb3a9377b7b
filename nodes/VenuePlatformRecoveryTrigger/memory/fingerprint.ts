import { contentHash } from '../../venueApi/shapes/contentHash';

export const FINGERPRINT_BITS = 36;

const HASH_BYTES = 6;

/**
 * A number of 36 bits that stands for something. A new message is taken for one of 5,000 remembered
 * ones, so that it is not reported, once in 14 million times.
 */
export function fingerprintOf(content: unknown): number {
	const hash = contentHash(content).readUIntBE(0, HASH_BYTES);
	return Math.floor(hash / 2 ** (HASH_BYTES * 8 - FINGERPRINT_BITS));
}
