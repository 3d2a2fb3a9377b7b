import { join } from 'node:path';

import { packSmall } from '../packages/smallPackage';

const NAME = 'n8n-nodes-empty-trigger';

export const EMPTY_TRIGGER = `${NAME}.emptyTrigger`;

export async function packEmptyTrigger(folder: string): Promise<string> {
	return await packSmall(folder, NAME, { nodes: [join(__dirname, 'EmptyTrigger.node.js')] });
}
