import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HarnessN8n } from './harness';
import { LabN8n } from './lab';
import { Notebook } from './notebook';
import { observe, type Observation } from './scenario';

const TEN_MINUTES = 600_000;

/** The engine suite is only worth something if its n8n behaves like the real one. */
describe('the calls of triggers in the engine suite', () => {
	let inHarness: Observation[];
	let inN8n: Observation[];

	const observed = async (start: (notebook: Notebook) => Promise<HarnessN8n | LabN8n>) => {
		const folder = await mkdtemp(join(tmpdir(), 'venue-platform-notes-'));
		const n8n = await start(new Notebook(folder));
		try {
			return await observe(n8n);
		} finally {
			await n8n.stop();
			await rm(folder, { recursive: true, force: true });
		}
	};

	beforeAll(async () => {
		inHarness = await observed(HarnessN8n.start);
		inN8n = await observed(LabN8n.start);
	}, TEN_MINUTES);

	it('are those in n8n, step by step', () => {
		expect(inHarness).toEqual(inN8n);
	});
});
