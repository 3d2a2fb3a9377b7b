import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { PACKAGE } from '../../n8n/lab/package/packageName';

/** Where the demo of this checkout keeps its data; another checkout has its own. */
export function dataFolder(checkout: string): string {
	const key = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
	return join(userData(), PACKAGE, `demo-${key}`);
}

function userData(): string {
	const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
	if (XDG_DATA_HOME) return XDG_DATA_HOME;
	if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
	return join(homedir(), '.local', 'share');
}
