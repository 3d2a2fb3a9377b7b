import * as n8nWorkflow from 'n8n-workflow';

import type { VenuePlatformRecoveryTrigger } from '../../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import type { VenuePlatformTrigger } from '../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';

interface Triggers {
	VenuePlatformRecoveryTrigger: typeof VenuePlatformRecoveryTrigger;
	VenuePlatformTrigger: typeof VenuePlatformTrigger;
}

/** These nodes as in a process that has just started: with nothing in their memory. */
export function freshNodes<Name extends keyof Triggers>(...names: Name[]): Pick<Triggers, Name> {
	const nodes = {} as Pick<Triggers, Name>;
	// They share this with n8n-core, as in n8n, and loading it takes longer than most tests.
	jest.doMock('n8n-workflow', () => n8nWorkflow);
	jest.isolateModules(() => {
		for (const name of names) {
			// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would be cached
			Object.assign(nodes, require(`../../../nodes/${name}/${name}.node`) as Partial<Triggers>);
		}
	});
	return nodes;
}
