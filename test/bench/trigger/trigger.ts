import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startLab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import { type BenchGround, type Claim, median } from '../bench';
import { type Contender, empty, KEY, ours, webhook, webhookWithoutDuplicates } from './contenders';
import { acceptedPerSecond } from './round';
import { setUp } from './stage';

const ROUNDS = 7;
const MESSAGES = 120;
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
		const contenders = [empty, ...remembering, twice, webhook, webhookWithoutDuplicates];
		await setUp(lab, contenders, folder);

		const figures = await rounds(contenders, lab.webhookUrl, say);
		const part = (contender: Contender) =>
			median(figures.get(contender) ?? []) / median(figures.get(empty) ?? []);
		for (const contender of contenders) {
			const perSecond = median(figures.get(contender) ?? []).toFixed(1);
			say(
				`median   ${contender.name.padEnd(28)}${perSecond.padStart(6)}/s  ${part(contender).toFixed(2)}`,
			);
		}
		return [
			...remembering.map((contender) => compared(contender, part(contender), WITH_MEMORY)),
			compared(twice, part(twice), EACH_TWICE),
		];
	} finally {
		await lab.stop();
		await venue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function rounds(contenders: Contender[], webhookUrl: string, say: BenchGround['say']) {
	const figures = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
	for (const contender of contenders) await acceptedPerSecond(webhookUrl, contender, WARM_UP);
	for (let round = 1; round <= ROUNDS; round++) {
		// Another order each time: who comes after whom must not decide.
		const order = contenders.map((_, index) => contenders[(index + round) % contenders.length]);
		for (const contender of order) {
			const messages = MESSAGES / contender.copies;
			const perSecond = await acceptedPerSecond(webhookUrl, contender, messages);
			figures.get(contender)?.push(perSecond);
			say(`round ${round}  ${contender.name.padEnd(28)}${perSecond.toFixed(1).padStart(6)}/s`);
		}
	}
	return figures;
}

function compared({ name }: Contender, part: number, least: number): Claim {
	return { claim: `${name}: ${part.toFixed(2)} of the empty trigger`, isKept: part >= least };
}
