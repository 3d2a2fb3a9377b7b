import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realWork } from '../realTime/realWork';

interface Row {
	id: string;
}

/**
 * A table of n8n's database as its processes see it: a read sees the last write, a write replaces
 * the whole row, and nothing is locked. One file per row so that processes can share it.
 */
export class Table<T extends Row> {
	constructor(private readonly folder: string) {
		mkdirSync(folder, { recursive: true });
	}

	async find(id: string): Promise<T | undefined> {
		return await realWork(() => this.read(this.fileOf(id)));
	}

	async get(id: string): Promise<T> {
		const row = await this.find(id);
		if (row === undefined) throw new Error(`There is no row "${id}" in ${this.folder}`);
		return row;
	}

	/** Writes the row as it was when this was called, not as it has changed since. */
	async save(row: T): Promise<void> {
		const content = JSON.stringify(row);
		await realWork(() => this.write(row.id, content));
	}

	async update(id: string, changes: Partial<T>): Promise<void> {
		const content = JSON.parse(JSON.stringify(changes)) as Partial<T>;
		await realWork(() => {
			const row = this.read(this.fileOf(id));
			if (row !== undefined) this.write(id, JSON.stringify({ ...row, ...content }));
		});
	}

	async remove(id: string): Promise<void> {
		await realWork(() => rmSync(this.fileOf(id), { force: true }));
	}

	private fileOf(id: string) {
		return join(this.folder, `${encodeURIComponent(id)}.json`);
	}

	private read(file: string): T | undefined {
		try {
			return JSON.parse(readFileSync(file, 'utf8')) as T;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
			throw error;
		}
	}

	private write(id: string, content: string) {
		const unfinished = join(this.folder, `${randomUUID()}.unfinished`);
		writeFileSync(unfinished, content);
		renameSync(unfinished, this.fileOf(id));
	}
}

/** Everything in the tables under a folder, as it is on the disk. */
export function contentsOf(folder: string): string {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
		.join('\n');
}
