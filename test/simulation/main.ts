import { storms } from './client/storm';
import { commandLine } from './core/commandLine';
import type { Share } from './core/workers';
import { MUTANTS } from './mutants/mutants';
import { printMutants } from './mutants/table';
import { withoutFix } from './mutants/takeOut';

const simulationFor = (share?: Share) => {
	const mutant = MUTANTS.find(({ finding }) => finding === share?.mutant);
	return storms(mutant && withoutFix(mutant));
};

if (process.argv.includes('--mutants')) {
	void printMutants().then((areAllFound) => {
		process.exitCode = areAllFound ? 0 : 1;
	});
} else {
	void commandLine(simulationFor);
}
