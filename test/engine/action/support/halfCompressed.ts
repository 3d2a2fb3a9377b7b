import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const COMPRESS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

type Coding = keyof typeof COMPRESS;

export const CODINGS = Object.keys(COMPRESS) as Coding[];

/**
 * What a server sends that compresses for a client that accepts it and loses half of that. The
 * length is right, so only the compressed form itself shows that its end is missing.
 */
export function halfCompressed(coding: Coding, accepted: string, type: string, body: string) {
	const headers = { 'content-type': type };
	if (!accepted.includes(coding)) return { headers, body };
	const compressed = COMPRESS[coding](body);
	return {
		headers: { ...headers, 'content-encoding': coding },
		body: compressed.subarray(0, compressed.length / 2),
	};
}
