import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { packedPackage } from './packed';

export default async function afterAllTests(): Promise<void> {
	await rm(dirname(packedPackage()), { recursive: true, force: true });
}
