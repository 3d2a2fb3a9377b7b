import { randomUUID } from 'node:crypto';

import { PACKAGE } from '../n8n/lab/package/packageName';
import type { StoredCredential } from '../n8n/lab/rest/credentials';
import type { Example, ExampleNode } from './examples';

const WITH_ADDRESS = [`${PACKAGE}.venuePlatformTrigger`, 'n8n-nodes-base.webhook'];

export const isOurs = ({ type }: Pick<ExampleNode, 'type'>) => type.startsWith(`${PACKAGE}.`);

type ImportedNode = ExampleNode & { webhookId?: string; credentials?: object };

/** Chooses the credential, like a user after importing. The editor sets the path of triggers. */
export function imported(
	{ name, nodes, connections, settings }: Example,
	credentialOf: (node: ExampleNode) => StoredCredential | undefined,
) {
	return {
		name,
		connections,
		settings,
		active: false,
		// Unpinned, as the notes say, because real events follow. The editor needs the field.
		pinData: {},
		nodes: nodes.map((node): ImportedNode => {
			const credential = credentialOf(node);
			return {
				...node,
				...(credential && {
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				}),
				...(WITH_ADDRESS.includes(node.type) && { webhookId: randomUUID() }),
			};
		}),
	};
}
