import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';

import { type Campaign, joined, runSeeds } from './campaign';
import type { Simulation } from './simulation';

export interface Share {
	from: number;
	count: number;
	enough?: number;
	/** Names the mutant that the simulation should use. */
	mutant?: string;
}

const PIECE = 100;
/** What the others still run when one has found enough. */
const SMALL_PIECE = 10;

/**
 * Runs the seeds on all processors: one process each, which gets the next piece when it is done.
 */
export async function runOnAllProcessors(
	share: Share,
	progress: (campaign: Campaign) => void,
): Promise<Campaign> {
	const pieces: Share[] = [];
	const size = share.enough === undefined ? PIECE : SMALL_PIECE;
	for (let at = 0; at < share.count; at += size) {
		pieces.push({ ...share, from: share.from + at, count: Math.min(size, share.count - at) });
	}
	let campaign = joined([]);
	const isEnough = () => campaign.found.length >= (share.enough ?? Infinity);
	const workers = Math.min(pieces.length, availableParallelism());
	await Promise.all(
		Array.from({ length: workers }, async () => {
			const worker = fork(process.argv[1], ['--worker'], { execArgv: process.execArgv });
			try {
				for (let piece = pieces.shift(); piece && !isEnough(); piece = pieces.shift()) {
					const answer = new Promise<Campaign>((resolve, reject) => {
						worker.once('message', (message) => resolve(message as Campaign));
						worker.once('exit', (code) => reject(new Error(`A worker ended with ${code}`)));
					});
					worker.send(piece);
					const more = await answer;
					campaign = joined([campaign, more]);
					worker.removeAllListeners();
					progress(campaign);
				}
			} finally {
				// It then ends by itself and removes its n8n’s folder.
				if (worker.connected) worker.disconnect();
			}
		}),
	);
	return campaign;
}

/** The worker's side: runs each share that it receives, all with the same simulation. */
export function work(simulationFor: (share: Share) => Simulation): void {
	let simulation: Simulation | undefined;
	process.on('message', (share: Share) => {
		simulation ??= simulationFor(share);
		void runSeeds(simulation, share).then((campaign) => process.send?.(campaign));
	});
	process.on('disconnect', () => process.exit());
}
