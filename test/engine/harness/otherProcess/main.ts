import { join } from 'node:path';
import { startEngine } from '../engine';
import { classIn, type CredentialClass, type NodeClass } from '../nodes/nodeTypes';
import type { FromProcess, RemoteExecution, StartArguments, ToProcess } from './messages';

const root = join(__dirname, '../../../..');
const load = <T>(source: string) => classIn<T>(join(root, source));
const tell = (message: FromProcess) => process.send?.(message);

async function main({ folder, publicUrl, nodes, credentialTypes }: StartArguments) {
	const engine = await startEngine({
		folder,
		publicUrl,
		nodes: nodes.map((source) => load<NodeClass>(source)),
		credentialTypes: credentialTypes.map((source) => load<CredentialClass>(source)),
	});
	const run = async ({ source, ...request }: ToProcess['request']): Promise<RemoteExecution> => {
		const node = load<NodeClass>(source);
		const { status, items, error } = await engine.execute({ ...request, node });
		return { status, items, error: error?.message };
	};
	process.on('message', ({ id, request }: ToProcess) => {
		void run(request).then((result) => tell({ kind: 'result', id, result }));
	});
	process.on('disconnect', () => process.exit());
	tell({ kind: 'ready', receiverUrl: engine.receiverUrl });
}

void main(JSON.parse(process.argv[2]) as StartArguments);
