import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { N8nServer } from '../../n8n/lab/server/n8nServer';

const run = promisify(execFile);

const STORE = `
	const { readFileSync } = require('node:fs');
	const { DatabaseSync } = require('node:sqlite');
	const [, file, id, stored] = process.argv;
	const database = new DatabaseSync(file);
	database
		.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
		.run(readFileSync(stored, 'utf8'), id);
	database.close();
`;

const COUNT = `
	const { DatabaseSync } = require('node:sqlite');
	const [, file, id] = process.argv;
	const database = new DatabaseSync(file);
	const sum = 'SELECT count(*) AS executions, sum(length(d.data) + length(d.workflowData)) AS bytes';
	const saved = database
		.prepare(sum + ' FROM execution_data d JOIN execution_entity e ON e.id = d.executionId WHERE e.workflowId = ?')
		.get(id);
	const { bytes } = database
		.prepare('SELECT sum(length(value)) AS bytes FROM processed_data WHERE workflowId = ?')
		.get(id);
	database.close();
	process.stdout.write(JSON.stringify({ ...saved, processedBytes: bytes ?? 0 }));
`;

export interface Saved {
	executions: number;
	bytes: number;
	/** What Remove Duplicates has stored. */
	processedBytes: number;
}

/** n8n's own database, read and written with the Node.js of n8n. */
export class Database {
	private readonly file: string;

	constructor(
		private readonly node: string,
		private readonly main: N8nServer,
	) {
		this.file = join(main.userFolder, '.n8n', 'database.sqlite');
	}

	/** Only while n8n is stopped, because it would overwrite the data. */
	async storeStaticData(workflowId: string, staticData: object): Promise<void> {
		const stored = join(this.main.userFolder, 'static-data.json');
		await writeFile(stored, JSON.stringify(staticData));
		await run(this.node, ['--no-warnings', '--eval', STORE, this.file, workflowId, stored]);
	}

	async savedBy(workflowId: string): Promise<Saved> {
		const args = ['--no-warnings', '--eval', COUNT, this.file, workflowId];
		return JSON.parse((await run(this.node, args)).stdout) as Saved;
	}
}
