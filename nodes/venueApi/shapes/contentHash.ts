import { createHash } from 'node:crypto';

import { isRecord } from './records';

/** The same for the same content, in whatever order its fields come. */
export function contentHash(content: unknown): Buffer {
	const text = JSON.stringify(content ?? null, (_, value: unknown) =>
		isRecord(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return createHash('sha256').update(text).digest();
}
