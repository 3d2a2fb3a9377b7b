/** Figures next to those of what a user would build today: `npm run bench` shows its usage. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { inParallel } from '../n8n/fixtures/inParallel';
import { packPackage } from '../n8n/lab/package/tarball';
import { BENCHES } from './benches';
import { isSameMachine, thisMachine } from './page/machine';
import { readPerformance, writePerformance } from './page/pageFiles';
import { withSection } from './page/performance';
import { type Order, orderOf } from './run/commandLine';
import { Progress } from './run/progress';
import { report } from './run/report';

const CHECKOUT = process.cwd();
const DOCS = join(CHECKOUT, 'docs');
const NAMES = Object.keys(BENCHES);

/** A measurement needs the machine alone. A quick try does not. */
const AT_ONCE = { full: 1, quick: 2 };

/** Nothing takes this long, even on a slow machine. */
const LONGEST_MS = { full: 3 * 3_600_000, quick: 40 * 60_000 };

async function main(args: string[]): Promise<void> {
	const order = orderOf(args, NAMES);
	// The folder of a tarball does not matter to readers of the page.
	const command = `npm run bench -- ${args.map((arg) => basename(arg)).join(' ')}`;
	const progress = new Progress();
	if (order.isWritten) await beginPage(order);
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-bench-'));
	const tooLong = setTimeout(() => {
		progress.say('This takes far too long and ends here');
		process.exit(1);
	}, LONGEST_MS[order.scale]);
	try {
		const tarball = order.benches.length > 0 ? await packPackage(CHECKOUT, folder) : '';
		await inParallel(AT_ONCE[order.scale], order.benches, async (name, index) => {
			const say = progress.of(`${index + 1}/${order.benches.length} ${name}`);
			await run(name, order, { tarball, command, say });
		});
	} finally {
		clearTimeout(tooLong);
		await rm(folder, { recursive: true, force: true });
	}
}

interface Run {
	tarball: string;
	command: string;
	say: (line: string) => void;
}

/** If one bench fails, the others must still get their figures. */
async function run(name: string, order: Order, { tarball, command, say }: Run): Promise<void> {
	const { scale, earlier } = order;
	const beside = earlier === undefined ? {} : { earlier: resolve(earlier) };
	try {
		const section = await BENCHES[name]({ tarball, scale, say, ...beside });
		for (const line of report(section)) say(line);
		const isBroken = section.claims.some(({ isKept }) => !isKept);
		// A quick run has too few figures to judge.
		if (isBroken && scale === 'full') process.exitCode = 1;
		if (!order.isWritten) return;
		const measuredOn = new Date().toISOString().slice(0, 10);
		const page = await readPerformance(DOCS);
		await writePerformance(DOCS, withSection(page, { ...section, measuredOn, command }, NAMES));
	} catch (error) {
		say(`not measured: ${(error as Error).stack}`);
		process.exitCode = 1;
	}
}

/** A page has the figures of one machine. Its sections are replaced one by one. */
async function beginPage({ benches }: Order): Promise<void> {
	const page = await readPerformance(DOCS);
	const machine = thisMachine(CHECKOUT);
	const isGoingOn = benches.length === 0 || isSameMachine(page.machine, machine);
	if (!isGoingOn && benches.length < NAMES.length) {
		throw new Error(
			'The page is of another machine or version: measure all for a page of this one',
		);
	}
	await writePerformance(DOCS, isGoingOn ? page : { machine, sections: [] });
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
