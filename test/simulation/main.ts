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

const at = process.argv.indexOf('--mutants');
if (at >= 0) {
	void printMutants(process.argv[at + 1]).then((areAllFound) => {
		process.exitCode = areAllFound ? 0 : 1;
	});
} else {
	void commandLine(simulationFor);
}
