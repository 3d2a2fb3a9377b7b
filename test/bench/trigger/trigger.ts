import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Lab, startLab } from '../../n8n/lab/lab';
import type { StoredWorkflow } from '../../n8n/lab/rest/workflows';
import { ExecutionReader, type TriggeredExecution } from '../../n8n/fixtures/executionReader';
import { end } from '../../n8n/fixtures/nodes';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import { until } from '../../n8n/fixtures/until';
import { startVenue } from '../../venue';
import type { BenchContext, Claim, Section } from '../bench';
import { median, shuffled } from '../statistics';
import {
	type Contender,
	earlierTrigger,
	empty,
	venuePlatformTrigger,
	webhook,
	webhookWithoutDuplicates,
} from './contenders';
import { packUnderAnotherName } from './earlierPackage';
import { packEmptyTrigger } from './emptyPackage';
import { acceptedPerSecond } from './round';
import { setUp, type PublishedWorkflows } from './setUp';

const ROUNDS = 21;
const MESSAGES = 40;
const WARM_UP = 16;
const REMEMBERED = [0, 2_000, 20_000];

/** Parts of the empty trigger's figure. */
const WITH_MEMORY = 0.95;
const EACH_TWICE = 1.3;

/** Deliveries to each contender in turn, all in the same n8n. */
export async function trigger({ tarball, earlier, say }: BenchContext): Promise<Section> {
	const venue = await startVenue();
	const lab = await startLab({ mode: 'regular', tarball });
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-empty-'));
	try {
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const { baseUrl, credentials } = venue;
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl,
			...credentials,
			webhookApiKey: WEBHOOK_API_KEY,
		});
		const remembering = REMEMBERED.map((count) => venuePlatformTrigger(credential, count));
		const before = earlier ? REMEMBERED.map((count) => earlierTrigger(credential, count)) : [];
		const twice = venuePlatformTrigger(credential, 0, 2);
		const [once, eachTwice] = [webhookWithoutDuplicates(1), webhookWithoutDuplicates(2)];
		const contenders = [empty, ...remembering, ...before, twice, webhook, once, eachTwice];
		const packages = [await packEmptyTrigger(folder)];
		if (earlier) packages.push(await packUnderAnotherName(earlier, folder));
		const workflows = await setUp(lab, contenders, packages);

		const figures = await rounds(workflows, lab, say);
		const part = (contender: Contender) =>
			median(figures.get(contender) ?? []) / median(figures.get(empty) ?? []);
		for (const contender of contenders) {
			const perSecond = median(figures.get(contender) ?? []).toFixed(1);
			say(`median   ${column(contender)}${perSecond.padStart(6)}/s  ${part(contender).toFixed(2)}`);
		}
		const reader = await ExecutionReader.open(lab);
		const emittedTwice = await Promise.all(
			[twice, eachTwice].map(async (contender) => {
				const count = messagesThatRanTwice(await reader.of(workflowOf(workflows, contender)));
				say(`emitted twice  ${contender.name}: ${count}`);
				return count;
			}),
		);
		const claims = [
			...remembering.map((contender) => compared(contender, part(contender), WITH_MEMORY)),
			compared(twice, part(twice), EACH_TWICE),
			{ claim: `${twice.name}: ${emittedTwice[0]} emitted twice`, isKept: emittedTwice[0] === 0 },
		];
		return {
			name: 'trigger',
			title: 'Deliveries',
			asks: 'Deliveries that n8n accepts in a second from eight senders, beside an empty trigger.',
			tables: [
				{
					columns: ['Trigger', 'Accepted a second', 'Part of the empty trigger'],
					rows: contenders.map((contender) => [
						contender.name,
						median(figures.get(contender) ?? []),
						part(contender),
					]),
				},
			],
			plots: [],
			claims,
		};
	} finally {
		await lab.stop();
		await venue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function rounds(workflows: PublishedWorkflows, lab: Lab, say: BenchContext['say']) {
	const contenders = [...workflows.keys()];
	const round = async (contender: Contender, messages: number) => {
		const perSecond = await acceptedPerSecond(lab.webhookUrl, contender, messages);
		// What n8n still does for this one must not slow down the next.
		await until(async () => await lab.executions.haveEnded(workflowOf(workflows, contender)));
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

function messagesThatRanTwice(started: TriggeredExecution[]): number {
	const passed = started.filter(({ ran }) => ran.includes(end.name));
	return passed.length - new Set(passed.map(({ messageId }) => messageId)).size;
}

function workflowOf(workflows: PublishedWorkflows, contender: Contender): StoredWorkflow {
	const workflow = workflows.get(contender);
	if (!workflow) throw new Error(`${contender.name} has no workflow`);
	return workflow;
}

function column({ name }: Contender): string {
	return name.padEnd(46);
}

function compared({ name }: Contender, part: number, least: number): Claim {
	return { claim: `${name}: ${part.toFixed(2)} of the empty trigger`, isKept: part >= least };
}
