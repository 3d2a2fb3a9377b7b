import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import { type Lab, startLab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import type { BenchContext, Comparison } from '../comparison';
import { median, shuffled } from '../statistics';
import { venuePlatformTrigger, webhookWithoutDuplicates } from './contenders';
import { deliver } from './round';
import { setUp } from './setUp';

/** Many short rounds so that other work of the machine affects both contenders equally. */
const SCALES = {
	full: { deliveries: 16, rounds: 9 },
	quick: { deliveries: 8, rounds: 1 },
};

const WARM_UP = 8;

export async function trigger({ tarball, scale, say }: BenchContext): Promise<Comparison[]> {
	const { deliveries, rounds } = SCALES[scale];
	const venue = await startVenue();
	let lab: Lab | undefined;
	try {
		lab = await startLab({ mode: 'regular', tarball });
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
			webhookApiKey: WEBHOOK_API_KEY,
		});
		const ours = venuePlatformTrigger(credential);
		const theirs = webhookWithoutDuplicates;
		const accepted = new Map([ours, theirs].map((contender) => [contender, [] as number[]]));
		await setUp(lab, [...accepted.keys()]);
		for (const contender of accepted.keys()) await deliver(lab, contender, WARM_UP);
		for (let round = 1; round <= rounds; round++) {
			for (const [contender, own] of shuffled(accepted)) {
				own.push(await deliver(lab, contender, deliveries));
			}
			say(`round ${round} of ${rounds}`);
		}
		return [
			{
				task: 'Events of eight senders start a workflow',
				ours: median(accepted.get(ours) ?? []),
				theirs: median(accepted.get(theirs) ?? []),
				unit: 'a second',
				built: theirs.name,
			},
		];
	} finally {
		await lab?.stop();
		await venue.stop();
	}
}
