import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const FOLDERS = ['credentials', 'nodes', 'test'];
const CODE = /\.(?:ts|m?js)$/;

/** The code of the package and its tests. */
export const codeFiles = (): string[] =>
	FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => join(folder, file))
			.filter((file) => CODE.test(file)),
	);
