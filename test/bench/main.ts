/**
 * Ratios against what a user would build today: `npm run bench -- <name>`. The trigger also beside
 * another version of itself: `npm run bench -- trigger <tarball>`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { packPackage } from '../n8n/lab/package/tarball';
import type { Bench } from './bench';
import { getMany } from './getMany/getMany';
import { trigger } from './trigger/trigger';

const BENCHES: Record<string, Bench> = { 'get-many': getMany, trigger };

async function main([name = '', earlier]: string[]): Promise<void> {
	if (!Object.hasOwn(BENCHES, name)) {
		throw new Error(`Usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
	}
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-bench-'));
	try {
		const claims = await BENCHES[name]({
			tarball: await packPackage(process.cwd(), folder),
			...(earlier === undefined ? {} : { earlier: resolve(earlier) }),
			say,
		});
		for (const { claim, isKept } of claims) say(`${isKept ? 'kept   ' : 'BROKEN '} ${claim}`);
		if (claims.some(({ isKept }) => !isKept)) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.stack ?? error.message}\n`);
	process.exitCode = 1;
});
