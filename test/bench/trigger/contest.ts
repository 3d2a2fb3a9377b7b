import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Lab, type LabPlan, startLab } from '../../n8n/lab/lab';
import { ExecutionReader, type TriggeredExecution } from '../../n8n/fixtures/executionReader';
import { end } from '../../n8n/fixtures/nodes';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import { until } from '../../n8n/fixtures/until';
import { startVenue } from '../../venue';
import type { BenchContext, Table } from '../bench';
import { shuffled } from '../statistics';
import {
	type Contender,
	type Copies,
	earlierTrigger,
	empty,
	emptyLikeOurs,
	emptyThatStores,
	venuePlatformTrigger,
	webhook,
	webhookWithoutDuplicates,
} from './contenders';
import { packUnderAnotherName } from '../packages/earlierPackage';
import { packEmptyTrigger } from './emptyPackage';
import { PROFILE_PRELOAD, profileOf } from './profile/profile';
import { deliver, type Group, type Round } from './round';
import { setUp, type PublishedWorkflows } from './setUp';
import { WAITS_PRELOAD } from './waits/waits';

export interface ContestPlan {
	mode: LabPlan['mode'];
	title: string;
	copies: Exclude<Copies, 'none'>;
	remembered: number[];
	/** Many short rounds so that other work of the machine affects all contenders equally. */
	groups: Group[];
	/** How many deliveries to each empty trigger and to each of ours are profiled. */
	profiled: number;
}

export interface Standing {
	contender: Contender;
	/** By the number of senders. The rounds of all contenders are in the same order. */
	rounds: Map<number, Round[]>;
	/**
	 * Of the messages that were sent twice: how many reached the end of the workflow twice, or never.
	 */
	copies?: { twice: number; never: number; of: number };
}

export interface Outcome {
	standings: Standing[];
	profile: Table;
}

const WARM_UP = 8;

/** Deliveries to each contender in turn, all in the same n8n. */
export async function contest(plan: ContestPlan, context: BenchContext): Promise<Outcome> {
	const venue = await startVenue();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-empty-'));
	const { mode } = plan;
	const { tarball, say } = context;
	// Changes since then are clearest if one process does all the work.
	const earlier = mode === 'regular' ? context.earlier : undefined;
	say(`${mode} mode: n8n is starting`);
	let lab: Lab | undefined;
	try {
		const otherPackages = [await packEmptyTrigger(folder)];
		if (earlier) otherPackages.push(await packUnderAnotherName(earlier, folder));
		lab = await startLab({
			mode,
			tarball,
			otherPackages,
			preloads: [PROFILE_PRELOAD, WAITS_PRELOAD],
		});
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
			webhookApiKey: WEBHOOK_API_KEY,
		});
		const contenders = [
			empty,
			emptyLikeOurs(credential),
			...[...new Set([0, ...plan.remembered])].map((count) => emptyThatStores(credential, count)),
			...plan.remembered.map((count) => venuePlatformTrigger(credential, count)),
			...(earlier ? plan.remembered.map((count) => earlierTrigger(credential, count)) : []),
			venuePlatformTrigger(credential, 0, plan.copies),
			webhook,
			webhookWithoutDuplicates('none'),
			webhookWithoutDuplicates(plan.copies),
		];
		const workflows = await setUp(lab, contenders);
		const standings = await rounds(lab, contenders, plan, say);
		await countCopies(lab, workflows, standings, sentTwice(plan));
		say(`${mode} mode: profiling`);
		const profiled = contenders.filter(({ isEmpty, isOurs }) => isEmpty || isOurs);
		return { standings, profile: await profileOf(lab, profiled, plan.profiled, plan.title) };
	} finally {
		await lab?.stop();
		await venue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function rounds(
	lab: Lab,
	contenders: Contender[],
	{ mode, groups }: ContestPlan,
	say: BenchContext['say'],
): Promise<Standing[]> {
	const standings = contenders.map((contender) => ({
		contender,
		rounds: new Map<number, Round[]>(groups.map(({ senders }) => [senders, []])),
	}));
	for (const { contender } of standings) {
		await deliver(lab, contender, { senders: 8, deliveries: WARM_UP });
	}
	const last = Math.max(...groups.map((group) => group.rounds));
	for (let number = 1; number <= last; number++) {
		for (const group of groups.filter((one) => number <= one.rounds)) {
			for (const { contender, rounds: own } of shuffled(standings)) {
				own.get(group.senders)?.push(await deliver(lab, contender, group));
			}
		}
		say(`${mode} mode: round ${number} of ${last}`);
	}
	return standings;
}

async function countCopies(
	lab: Lab,
	workflows: PublishedWorkflows,
	standings: Standing[],
	sent: number,
) {
	const reader = await ExecutionReader.open(lab);
	for (const standing of standings) {
		const workflow = workflows.get(standing.contender);
		if (!workflow || standing.contender.copies === 'none') continue;
		await until(async () => await lab.executions.haveEnded(workflow));
		const passed = messagesThatPassed(await reader.of(workflow));
		const different = new Set(passed).size;
		standing.copies = { twice: passed.length - different, never: sent - different, of: sent };
	}
}

function messagesThatPassed(started: TriggeredExecution[]): string[] {
	return started.filter(({ ran }) => ran.includes(end.name)).map(({ messageId }) => messageId);
}

/** Half as many messages as deliveries. */
function sentTwice({ groups }: ContestPlan): number {
	return (
		groups.reduce((sum, { deliveries, rounds: count }) => sum + deliveries * count, WARM_UP) / 2
	);
}
