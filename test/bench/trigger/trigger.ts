import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Lab, startLab } from '../../n8n/lab/lab';
import type { StoredWorkflow } from '../../n8n/lab/rest/workflows';
import { ExecutionReader, type Started } from '../../n8n/trigger/executionsOf';
import { until } from '../../n8n/until';
import { startVenue } from '../../venue';
import { type BenchGround, type Claim, median } from '../bench';
import {
	type Contender,
	empty,
	end,
	KEY,
	ours,
	webhook,
	webhookWithoutDuplicates,
} from './contenders';
import { acceptedPerSecond } from './round';
import { setUp, type Stage } from './stage';

const ROUNDS = 21;
const MESSAGES = 40;
const WARM_UP = 16;

/** Parts of the empty trigger's figure. */
const WITH_MEMORY = 0.95;
const EACH_TWICE = 1.3;

/** Deliveries to each contender in turn, all in the same n8n. */
export async function trigger({ tarball, say }: BenchGround): Promise<Claim[]> {
	const venue = await startVenue();
	const lab = await startLab({ mode: 'alone', tarball });
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-empty-'));
	try {
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const { baseUrl, credentials } = venue;
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl,
			...credentials,
			webhookApiKey: KEY,
		});
		const remembering = [0, 2_000, 20_000].map((count) => ours(credential, count));
		const twice = ours(credential, 0, 2);
		const [once, eachTwice] = [webhookWithoutDuplicates(1), webhookWithoutDuplicates(2)];
		const contenders = [empty, ...remembering, twice, webhook, once, eachTwice];
		const stage = await setUp(lab, contenders, folder);

		const figures = await rounds(stage, lab, say);
		const part = (contender: Contender) =>
			median(figures.get(contender) ?? []) / median(figures.get(empty) ?? []);
		for (const contender of contenders) {
			const perSecond = median(figures.get(contender) ?? []).toFixed(1);
			say(`median   ${column(contender)}${perSecond.padStart(6)}/s  ${part(contender).toFixed(2)}`);
		}
		const reader = await ExecutionReader.open(lab);
		const emittedTwice = await Promise.all(
			[twice, eachTwice].map(async (contender) => {
				const count = messagesThatRanTwice(await reader.of(workflowOf(stage, contender)));
				say(`emitted twice  ${contender.name}: ${count}`);
				return count;
			}),
		);
		return [
			...remembering.map((contender) => compared(contender, part(contender), WITH_MEMORY)),
			compared(twice, part(twice), EACH_TWICE),
			{ claim: `${twice.name}: ${emittedTwice[0]} emitted twice`, isKept: emittedTwice[0] === 0 },
		];
	} finally {
		await lab.stop();
		await venue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function rounds(stage: Stage, lab: Lab, say: BenchGround['say']) {
	const contenders = [...stage.keys()];
	const round = async (contender: Contender, messages: number) => {
		const perSecond = await acceptedPerSecond(lab.webhookUrl, contender, messages);
		// What n8n still does for this one must not slow down the next.
		await until(async () => await lab.executions.haveEnded(workflowOf(stage, contender)));
		return perSecond;
	};
	const figures = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
	for (const contender of contenders) await round(contender, WARM_UP);
	for (let number = 1; number <= ROUNDS; number++) {
		for (const contender of shuffled(contenders)) {
			const perSecond = await round(contender, MESSAGES / contender.copies);
			figures.get(contender)?.push(perSecond);
			say(`round ${number}  ${column(contender)}${perSecond.toFixed(1).padStart(6)}/s`);
		}
	}
	return figures;
}

/** Who comes after whom must not decide: n8n is busy with what it has just done for a while. */
function shuffled<T>(list: T[]): T[] {
	const drawn = list.map((entry) => ({ entry, lot: Math.random() }));
	return drawn.sort((a, b) => a.lot - b.lot).map(({ entry }) => entry);
}

function messagesThatRanTwice(started: Started[]): number {
	const passed = started.filter(({ ran }) => ran.includes(end.name));
	return passed.length - new Set(passed.map(({ messageId }) => messageId)).size;
}

function workflowOf(stage: Stage, contender: Contender): StoredWorkflow {
	const workflow = stage.get(contender);
	if (!workflow) throw new Error(`${contender.name} is not on stage`);
	return workflow;
}

function column({ name }: Contender): string {
	return name.padEnd(46);
}

function compared({ name }: Contender, part: number, least: number): Claim {
	return { claim: `${name}: ${part.toFixed(2)} of the empty trigger`, isKept: part >= least };
}
