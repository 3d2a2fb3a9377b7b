import { commandLine } from '../core/commandLine';
import { printMutants } from '../core/mutantTable';
import type { Share } from '../core/workers';
import { lives } from './life';
import { MUTANTS } from './mutants';

const simulationFor = (share?: Share) => lives(share?.mutant ? MUTANTS[share.mutant] : undefined);

/**
 * `npm run test:lives`, with the options of every simulation; `-- --mutants` shows which life finds
 * which mutant.
 */
const at = process.argv.indexOf('--mutants');
if (at >= 0) {
	void printMutants(Object.keys(MUTANTS), process.argv[at + 1] ?? '').then((areAllFound) => {
		process.exitCode = areAllFound ? 0 : 1;
	});
} else {
	void commandLine(simulationFor);
}
