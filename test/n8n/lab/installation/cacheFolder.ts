import { homedir } from 'node:os';
import { join } from 'node:path';

import { PACKAGE } from '../package/packageName';

/** Where a private n8n is kept between runs: in the user's cache, never in the checkout. */
export function cacheFolder(): string {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, PACKAGE);
	if (process.platform === 'win32') {
		return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), PACKAGE);
	}
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', PACKAGE);
	return join(homedir(), '.cache', PACKAGE);
}
