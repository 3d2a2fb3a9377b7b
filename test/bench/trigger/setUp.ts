import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installN8n } from '../../n8n/lab/installation/n8nInstallation';
import type { Lab } from '../../n8n/lab/lab';
import { installCommunityPackage } from '../../n8n/lab/package/communityPackage';
import type { StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { Contender } from './contenders';

const run = promisify(execFile);

/** As the trigger stores it: by day, eight characters for each message. */
const REMEMBER = `
	const { createHash } = require('node:crypto');
	const { DatabaseSync } = require('node:sqlite');
	const [, file, id, count] = process.argv;
	const fingerprints = Array.from({ length: Number(count) }, (_, index) =>
		createHash('sha256').update(String(index)).digest('base64url').slice(0, 8),
	);
	const today = new Date().toISOString().slice(0, 10);
	const memory = { emitted: { [today]: fingerprints.join('') }, newest: '' };
	const database = new DatabaseSync(file);
	database
		.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
		.run(JSON.stringify({ global: { venuePlatformTrigger: memory } }), id);
	database.close();
`;

export type PublishedWorkflows = Map<Contender, StoredWorkflow>;

/** Puts all contenders and their packages into one n8n, with what they are to remember. */
export async function setUp(
	lab: Lab,
	contenders: Contender[],
	packages: string[],
): Promise<PublishedWorkflows> {
	const { node } = await installN8n();
	for (const tarball of packages) {
		await installCommunityPackage(tarball, lab.main.userFolder, node);
	}
	await lab.main.restart();
	await lab.session.logIn();

	const workflows: PublishedWorkflows = new Map();
	for (const contender of contenders) {
		const workflow = await lab.workflows.create(contender.name, contender.nodes);
		await lab.workflows.publish(workflow);
		await lab.untilRouted(contender.path);
		workflows.set(contender, workflow);
	}
	await lab.main.stop();
	for (const [{ remembered }, workflow] of workflows) {
		if (remembered === 0) continue;
		const database = join(lab.main.userFolder, '.n8n', 'database.sqlite');
		await run(node, ['--eval', REMEMBER, database, workflow.id, String(remembered)]);
	}
	await lab.main.start();
	for (const { path } of contenders) await lab.untilRouted(path);
	await lab.session.logIn();
	return workflows;
}
