import type { Mutant } from '../world';
import { swap } from '../../core/swaps';

const RECOVERY = 'nodes/VenuePlatformRecoveryTrigger';

interface StorageClass {
	new (context: never): {
		workflowId: string;
		nodeId: string;
		read: () => unknown;
		write: (memory: unknown, purpose: never) => void;
	};
}

/** The shipped code without what protects against a change of leader. */
export const LEADER_MUTANTS: Record<string, Mutant> = {
	'a change of leader: a process that leads again goes on where it was': {
		swaps: [
			swap(`${RECOVERY}/memory/storage`, 'Storage', (shipped: StorageClass) => {
				const own = new Map<string, unknown>();
				return class extends shipped {
					private get key(): string {
						return `${this.workflowId} ${this.nodeId}`;
					}

					override read = () => own.get(this.key) ?? super.read();

					override write = (memory: unknown, purpose: never) => {
						own.set(this.key, memory);
						super.write(memory, purpose);
					};
				};
			}),
		],
	},
};
