import { createRequire } from 'node:module';
import { install } from '../../../engine/harness/installation';
import { Output } from '../../../engine/harness/output';
import { type Network, transportOver } from './connection';

let network: Network | undefined;
let isStarted = false;

/** n8n-core's own axios, with connections that end here instead of in sockets. */
export function startN8n(): void {
	if (isStarted) return;
	isStarted = true;
	const installation = install(new Output());
	process.on('exit', installation.remove);
	const requireOfCore = createRequire(require.resolve('n8n-core'));
	const axios = requireOfCore('axios') as { defaults: { transport?: unknown } };
	axios.defaults.transport = transportOver(() => {
		if (!network) throw new Error('Nobody is at the other end');
		return network;
	});
}

export function connectNetwork(to: Network): () => void {
	network = to;
	return () => {
		network = undefined;
	};
}
