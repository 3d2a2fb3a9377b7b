/** The table of docs/development/performance.md, measured anew; the progress goes to stderr. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packPackage } from '../n8n/lab/package/tarball';
import { api } from './api/api';
import { orderOf } from './commandLine';
import { type Bench, HEAD, rowOf } from './comparison';
import { lists } from './lists/lists';
import { tokens } from './tokens/tokens';
import { trigger } from './trigger/trigger';

const BENCHES: Record<string, Bench> = { trigger, api, tokens, lists };

async function main(args: string[]): Promise<void> {
	const { names, scale } = orderOf(args, Object.keys(BENCHES));
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-bench-'));
	try {
		const tarball = await packPackage(process.cwd(), folder);
		process.stdout.write(`${HEAD}\n`);
		for (const name of names) {
			const say = (line: string) => process.stderr.write(`${name}  ${line}\n`);
			// If one bench fails, the others must still get their figures.
			const compared = await BENCHES[name]({ tarball, scale, say }).catch((error: Error) => {
				say(`not measured: ${error.stack}`);
				process.exitCode = 1;
				return [];
			});
			for (const comparison of compared) process.stdout.write(`${rowOf(comparison)}\n`);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
