import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import { installN8n } from '../../n8n/lab/installation/n8nInstallation';
import { startLab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import type { BenchContext, Section } from '../bench';
import { unpack } from '../packages/unpack';
import { Database, type Saved } from './database';
import { remembering, saveExecutions, withoutDuplicates } from './executions';
import type { Remembered } from './remember';
import { remember } from './remembered';
import { sectionOf } from './section';

const PER_DAY = [100, 2_000, 20_000, 200_000];
const MESSAGES = { full: 50, quick: 5 };

/** What the trigger's memory needs at venues of several sizes, and what n8n saves because of it. */
export async function state({ tarball, scale, say }: BenchContext): Promise<Section> {
	const { node } = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-state-'));
	try {
		await unpack(tarball, folder);
		const memories = new Map<number, Remembered>();
		for (const perDay of PER_DAY) {
			const remembered = await remember(node, folder, perDay);
			memories.set(perDay, remembered);
			say(`${perDay} messages a day: ${remembered.storedBytes} bytes stored`);
		}
		return sectionOf({ memories, ...(await savedBeside(tarball, memories, MESSAGES[scale])) });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Executions with each of these memories, and those of what users build today. */
async function savedBeside(
	tarball: string,
	memories: Map<number, Remembered>,
	messages: number,
): Promise<{ saved: Map<number, Saved>; today: Saved }> {
	const { node } = await installN8n();
	const venue = await startVenue();
	const lab = await startLab({ mode: 'regular', tarball });
	try {
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
			webhookApiKey: WEBHOOK_API_KEY,
		});
		const receivers = [...memories].map(([perDay, { staticData }]) =>
			remembering(`venue-${perDay}`, credential, staticData),
		);
		const all = [...receivers, withoutDuplicates];
		const saved = await saveExecutions(lab, new Database(node, lab.main), all, messages);
		const today = saved[receivers.length];
		return { saved: new Map([...memories.keys()].map((perDay, at) => [perDay, saved[at]])), today };
	} finally {
		await lab.stop();
		await venue.stop();
	}
}
