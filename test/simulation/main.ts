import { storms } from './client/storm';
import { commandLine } from './core/commandLine';
import { printMutants } from './core/mutantTable';
import type { Share } from './core/workers';
import { MUTANTS } from './mutants/mutants';

const simulationFor = (share?: Share) => {
	const mutant = MUTANTS.find(({ finding }) => finding === share?.mutant);
	return storms(mutant);
};

const at = process.argv.indexOf('--mutants');
if (at >= 0) {
	const names = MUTANTS.map(({ finding }) => finding);
	void printMutants(names, process.argv[at + 1] ?? '').then((areAllFound) => {
		process.exitCode = areAllFound ? 0 : 1;
	});
} else {
	void commandLine(simulationFor);
}
