/** Figures next to those of what a user would build today: `npm run bench` shows its usage. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { inParallel } from '../n8n/fixtures/inParallel';
import { packPackage } from '../n8n/lab/package/tarball';
import { BENCHES } from './benches';
import { type Order, orderOf } from './run/commandLine';
import { Progress } from './run/progress';
import { report } from './run/report';

const NAMES = Object.keys(BENCHES);

/** A measurement needs the machine alone. A quick try does not. */
const AT_ONCE = { full: 1, quick: 2 };

/** Nothing takes this long, even on a slow machine. */
const LONGEST_MS = { full: 3 * 3_600_000, quick: 40 * 60_000 };

async function main(args: string[]): Promise<void> {
	const order = orderOf(args, NAMES);
	const progress = new Progress();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-bench-'));
	const tooLong = setTimeout(() => {
		progress.say('This takes far too long and ends here');
		process.exit(1);
	}, LONGEST_MS[order.scale]);
	try {
		const tarball = await packPackage(process.cwd(), folder);
		await inParallel(AT_ONCE[order.scale], order.benches, async (name, index) => {
			const say = progress.of(`${index + 1}/${order.benches.length} ${name}`);
			await run(name, order, { tarball, say });
		});
	} finally {
		clearTimeout(tooLong);
		await rm(folder, { recursive: true, force: true });
	}
}

interface Run {
	tarball: string;
	say: (line: string) => void;
}

/** If one bench fails, the others must still get their figures. */
async function run(name: string, order: Order, { tarball, say }: Run): Promise<void> {
	const { scale, earlier } = order;
	const beside = earlier === undefined ? {} : { earlier: resolve(earlier) };
	try {
		const section = await BENCHES[name]({ tarball, scale, say, ...beside });
		for (const line of report(section)) say(line);
		const isBroken = section.claims.some(({ isKept }) => !isKept);
		// A quick run has too few figures to judge.
		if (isBroken && scale === 'full') process.exitCode = 1;
	} catch (error) {
		say(`not measured: ${(error as Error).stack}`);
		process.exitCode = 1;
	}
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
